"""How many bits of a word are set.

Hacker's Delight, chapter 5; problem P23 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import Fun, Word, popcount, spec


@spec(width=32)
def count_bits(f: Fun[[Word], Word], x: Word):
    return f(x) == popcount(x)
