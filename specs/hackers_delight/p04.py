"""Make a mask of the rightmost 1 bit and the 0s behind it.

0 gives all ones.
Hacker's Delight, chapter 2; problem P4 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import Fun, Word, spec, trailing_zeros


@spec(width=32)
def mask_rightmost_one_and_trailing_zeros(f: Fun[[Word], Word], x: Word):
    return f(x) == (2 << trailing_zeros(x)) - 1
