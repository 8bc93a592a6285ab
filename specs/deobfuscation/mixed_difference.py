"""A difference, in disguise: what the words do not share, less twice what only the second has.

Our own tangle, after the common obfuscation by mixed Boolean-arithmetic expressions.
"""

from synth import Fun, Word, spec


@spec(width=32)
def mixed_difference(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == (x ^ y) - 2 * (~x & y)
