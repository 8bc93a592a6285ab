"""A danger invariant: `assume(10 <= x && x <= 20); while (x > 0) x -= 2; assert(x >= 0);` over a signed x can fail.

Formula [DDI] for deterministic loops: D holds for some start, is kept by the loop and implies the failure where the loop ends. D:
x is odd.
Chapter 7 of Precise Verification of C Programs, with a loop of our own.
"""

from synth import Predicate, Unknown, Word, sle, slt, spec


@spec(width=32)
def odd_countdown(D: Predicate[[Word]], x0: Unknown, x: Word):
    start = sle(10, x0) & sle(x0, 20) & D(x0)
    step = (D(x) & slt(0, x)).implies(D(x - 2))
    end = (D(x) & sle(x, 0)).implies(slt(x, 0))
    return start & step & end
