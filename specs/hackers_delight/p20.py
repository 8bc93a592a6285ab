"""The next higher word with the same number of 1 bits.

Words whose run ends at the top bit, and 0, have no such successor. The 0 above the rightmost run of 1s becomes 1, and what
is left of the run moves to the bottom: nothing between has as many 1s.
Hacker's Delight, chapter 2; problem P20 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import WIDTH, Fun, Word, spec, trailing_zeros


@spec(width=32, given=lambda x: (x != 0) & (trailing_zeros(x) + trailing_zeros(~(x >> trailing_zeros(x))) < WIDTH))
def next_with_same_popcount(f: Fun[[Word], Word], x: Word):
    start = trailing_zeros(x)
    length = trailing_zeros(~(x >> start))
    return f(x) == (x + (1 << start)) | ((1 << (length - 1)) - 1)
