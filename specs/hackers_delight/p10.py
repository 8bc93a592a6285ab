"""Test whether two words have equally many leading 0s.

The result is 1 or 0.
Hacker's Delight, chapter 5; problem P10 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import Fun, Word, leading_zeros, spec


@spec(width=32)
def as_many_leading_zeros(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == (leading_zeros(x) == leading_zeros(y))
