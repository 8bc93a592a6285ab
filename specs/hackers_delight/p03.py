"""Isolate the rightmost 1 bit.

0 stays 0.
Hacker's Delight, chapter 2; problem P3 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import Fun, Word, spec, trailing_zeros


@spec(width=32)
def isolate_rightmost_one(f: Fun[[Word], Word], x: Word):
    return f(x) == 1 << trailing_zeros(x)
