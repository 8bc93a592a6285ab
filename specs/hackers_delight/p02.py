"""Test whether a word has the form 2^n - 1: the result is 0 exactly if it does.

0 and the word of all ones have that form; any other word must give any result but 0.
Hacker's Delight, chapter 2; problem P2 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import Fun, Word, popcount, spec


@spec(width=32)
def test_mersenne(f: Fun[[Word], Word], x: Word):
    return (f(x) == 0) == (popcount(x + 1) <= 1)
