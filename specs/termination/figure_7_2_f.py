"""Termination of `float x; while (x > 0.0) x *= 0.5;` from a finite x: it runs for ever over the reals, and from infinity.

Formula [UT]: R is positive and falls wherever the loop is taken. The bits of x, read as a word, are such a rank: half of a finite
number has a lower pattern, down to 0.
Figure 7.2f of Precise Verification of C Programs.
"""

from synth import Fun, Word, fadd, fdiv, feq, flt, fmul, fsub, spec


@spec(width=32, given=lambda x: flt(0, x) & feq(fsub(x, x), 0))
def halving_terminates(R: Fun[[Word], Word], x: Word):
    one = fdiv(1, 1)
    half = fdiv(one, fadd(one, one))
    return (R(x) > 0) & (R(x) > R(fmul(x, half)))
