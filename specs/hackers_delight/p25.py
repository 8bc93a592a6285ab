"""The high word of the product of two unsigned words.

Hacker's Delight, chapter 8; problem P25 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import Fun, Word, mulhu, spec


@spec(width=32)
def high_product(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == mulhu(x, y)
