"""A total danger invariant: `x = 0; while (x < 10) x += 3; assert(x == 10);` reaches a failing assertion.

Formula [TDI]: D holds initially, is kept by the loop and implies the failure where the loop ends; the rank R, positive and
falling within D, shows that it does end. D: x is a multiple of 3; R(x) = ~x.
Chapter 7 of Precise Verification of C Programs, with a loop of our own.
"""

from synth import Fun, Predicate, Unknown, Word, spec


@spec(width=32)
def overshoot(D: Predicate[[Word]], R: Fun[[Word], Word], x0: Unknown, x: Word):
    start = (x0 == 0) & D(x0)
    step = (D(x) & (x < 10)).implies((R(x) > 0) & D(x + 3) & (R(x) > R(x + 3)))
    end = (D(x) & (x >= 10)).implies(x != 10)
    return start & step & end
