"""Isolate the rightmost 0 bit.

A 1 in its place; the word of all ones gives 0.
Hacker's Delight, chapter 2; problem P7 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import Fun, Word, spec, trailing_zeros


@spec(width=32)
def isolate_rightmost_zero(f: Fun[[Word], Word], x: Word):
    return f(x) == 1 << trailing_zeros(~x)
