"""The average of two unsigned words, rounded up.

The sum may exceed a word; the average never does.
Hacker's Delight, chapter 2; problem P15 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import Fun, Word, spec


@spec(width=32)
def ceiling_average(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == (x >> 1) + (y >> 1) + ((x | y) & 1)
