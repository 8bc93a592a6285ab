"""Termination of `while (x != 0) x = -x / 2;` over a signed x: no ranking function is linear, the magnitude is one.

Formula [UT]: R is positive and falls wherever the loop is taken. R(x) = |x| is one.
Figure 7.2b of Precise Verification of C Programs.
"""

from synth import Fun, Word, sdiv, spec


@spec(width=32, given=lambda x: x != 0)
def negate_and_halve_terminates(R: Fun[[Word], Word], x: Word):
    return (R(x) > 0) & (R(x) > R(sdiv(-x, 2)))
