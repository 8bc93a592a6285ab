"""Propagate the rightmost 1 bit to the right.

0 gives all ones.
Hacker's Delight, chapter 2; problem P5 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import Fun, Word, spec, trailing_zeros


@spec(width=32)
def propagate_rightmost_one(f: Fun[[Word], Word], x: Word):
    return f(x) == x | ((1 << trailing_zeros(x)) - 1)
