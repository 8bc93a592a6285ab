"""Termination of `while (x > 0) x++;` over a signed x that wraps: it runs for ever over the integers.

Formula [UT]: R is positive and falls wherever the loop is taken. R(x) = ~x is one.
Figure 7.2c of Precise Verification of C Programs.
"""

from synth import Fun, Word, slt, spec


@spec(width=32, given=lambda x: slt(0, x))
def count_up_terminates(R: Fun[[Word], Word], x: Word):
    return (R(x) > 0) & (R(x) > R(x + 1))
