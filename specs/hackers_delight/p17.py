"""Turn off the rightmost contiguous run of 1 bits.

0 stays 0.
Hacker's Delight, chapter 2; problem P17 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import Fun, Word, spec, trailing_zeros


@spec(width=32)
def turn_off_rightmost_run(f: Fun[[Word], Word], x: Word):
    start = trailing_zeros(x)
    length = trailing_zeros(~(x >> start))
    return f(x) == x & (-1 << (start + length))
