"""A product, in disguise: a sum of two products of parts.

With c what both words have: (c + p)(c + q) = c(c + p + q) + pq.
Our own tangle, after the common obfuscation by mixed Boolean-arithmetic expressions.
"""

from synth import Fun, Word, spec


@spec(width=32)
def mixed_product(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == (x & y) * (x | y) + (x & ~y) * (~x & y)
