"""Conditional termination of `y = 1; while (x > 0) x -= y;` over a signed x: a ranking function and an invariant together.

Formula [CT]: W holds where the loop is entered and is kept by it; where W holds, R is positive and falls. R(x, y) = x with W(x,
y) = (y = 1) is one.
Figure 7.2h of Precise Verification of C Programs.
"""

from synth import Fun, Predicate, Word, slt, spec


@spec(width=32, given=lambda x: slt(0, x))
def subtract_one_terminates(R: Fun[[Word, Word], Word], W: Predicate[[Word, Word]], x: Word, y: Word):
    entered = (y == 1).implies(W(x, y))
    kept = W(x, y).implies(W(x - y, y) & (R(x, y) > 0) & (R(x, y) > R(x - y, y)))
    return entered & kept
