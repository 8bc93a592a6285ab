"""Termination of `while (x > 0) x = (x - 1) & x;` over a signed x: a ranking function, linear although the loop is not.

Formula [UT]: R is positive and falls wherever the loop is taken. R(x) = x is one.
Figure 7.2a of Precise Verification of C Programs.
"""

from synth import Fun, Word, slt, spec


@spec(width=32, given=lambda x: slt(0, x))
def clear_lowest_bit_terminates(R: Fun[[Word], Word], x: Word):
    return (R(x) > 0) & (R(x) > R((x - 1) & x))
