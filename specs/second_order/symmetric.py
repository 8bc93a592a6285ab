"""A symmetric relation: there is an S such that S(x, y) implies S(y, x).

The first example of second-order SAT; the empty relation is one, and so is the full one.
"""

from synth import Predicate, Word, spec


@spec(width=32)
def symmetric(S: Predicate[[Word, Word]], x: Word, y: Word):
    return S(x, y).implies(S(y, x))
