"""A symmetric relation that holds somewhere and fails somewhere.

The four ∃ words are the witnesses; neither the empty nor the full relation will do. After symmetric.py.
"""

from synth import Predicate, Unknown, Word, spec


@spec(width=32)
def symmetric_nontrivial(S: Predicate[[Word, Word]], a: Unknown, b: Unknown, c: Unknown, d: Unknown, x: Word, y: Word):
    return S(x, y).implies(S(y, x)) & S(a, b) & ~S(c, d)
