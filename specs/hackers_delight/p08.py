"""Make a mask of the trailing 0s.

0 gives all ones, an odd word 0.
Hacker's Delight, chapter 2; problem P8 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import Fun, Word, spec, trailing_zeros


@spec(width=32)
def mask_trailing_zeros(f: Fun[[Word], Word], x: Word):
    return f(x) == (1 << trailing_zeros(x)) - 1
