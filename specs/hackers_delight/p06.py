"""Turn on the rightmost 0 bit.

The word of all ones stays as it is.
Hacker's Delight, chapter 2; problem P6 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import Fun, Word, spec, trailing_zeros


@spec(width=32)
def turn_on_rightmost_zero(f: Fun[[Word], Word], x: Word):
    return f(x) == x | (1 << trailing_zeros(~x))
