"""The high word of the product of two unsigned words.

Programs are narrowed to the operators of the best known solution, and its constants are hinted.
Hacker's Delight, chapter 8; problem P25 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import WIDTH, Fun, Word, mulhu, spec


@spec(width=32, operators=["and", "lshr", "mul", "add"], constants=[WIDTH // 2, (1 << (WIDTH // 2)) - 1])
def high_product(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == mulhu(x, y)
