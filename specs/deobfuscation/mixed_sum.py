"""A sum, in disguise: twice what either word has, less what only one of them has.

Our own tangle, after the common obfuscation by mixed Boolean-arithmetic expressions.
"""

from synth import Fun, Word, spec


@spec(width=32)
def mixed_sum(f: Fun[[Word, Word], Word], x: Word, y: Word):
    either = (x & ~y) + y
    return f(x, y) == (either << 1) - ((x | y) - (x & y))
