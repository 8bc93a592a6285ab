"""A branch that is never taken, and mixed arithmetic where it is not: an exclusive or in disguise.

The product of a word and its successor is even, so the test always holds; the branch taken computes (x | y) - (x & y).
Our own, after the common obfuscation by opaque predicates and mixed Boolean-arithmetic expressions.
"""

from synth import Fun, Word, ite, spec


@spec(width=32)
def opaque_predicate(f: Fun[[Word, Word], Word], x: Word, y: Word):
    always = (x * (x + 1)) & 1 == 0
    return f(x, y) == ite(always, (x | y) - (x & y), 3 * x + (y << 2))
