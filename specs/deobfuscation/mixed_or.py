"""A disjunction, in disguise: a sum from which what both words have is taken once.

Our own tangle, after the common obfuscation by mixed Boolean-arithmetic expressions.
"""

from synth import Fun, Word, spec


@spec(width=32)
def mixed_or(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == x + y + 1 + (~x | ~y)
