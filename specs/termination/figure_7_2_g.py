"""Termination of `while (x != 0) if (x > 0) x--; else x++;` over a signed x.

Formula [UT]: R is positive and falls wherever the loop is taken. R(x) = |x| is one.
Figure 7.2g of Precise Verification of C Programs.
"""

from synth import Fun, Word, ite, slt, spec


@spec(width=32, given=lambda x: x != 0)
def towards_zero_terminates(R: Fun[[Word], Word], x: Word):
    return (R(x) > 0) & (R(x) > R(ite(slt(0, x), x - 1, x + 1)))
