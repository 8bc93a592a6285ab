"""The parity of a word: 1 if an odd number of its bits is set, else 0.

Hacker's Delight, chapter 5; problem P22 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import Fun, Word, parity, spec


@spec(width=32)
def bit_parity(f: Fun[[Word], Word], x: Word):
    return f(x) == parity(x)
