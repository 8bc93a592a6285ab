"""The greater of two signed words.

The max of L is unsigned.
Hacker's Delight, chapter 2; problem P16 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import Fun, Word, ite, slt, spec


@spec(width=32)
def signed_maximum(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == ite(slt(x, y), y, x)
