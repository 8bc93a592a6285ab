"""Test whether a word is a power of two.

The result is 1 if exactly one bit is set, else 0.
Hacker's Delight, chapter 2; problem P18 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import Fun, Word, popcount, spec


@spec(width=32)
def is_power_of_two(f: Fun[[Word], Word], x: Word):
    return f(x) == (popcount(x) == 1)
