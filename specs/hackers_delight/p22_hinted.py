"""The parity of a word: 1 if an odd number of its bits is set, else 0.

Programs are narrowed to the operators of the best known solution, and its constants are hinted.
Hacker's Delight, chapter 5; problem P22 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import WIDTH, Fun, Word, constant, parity, spec


@spec(
    width=32,
    operators=["xor", "lshr", "and", "mul"],
    constants=[1, 2, WIDTH - 1, constant(-1) // 15, (constant(-1) // 15) << 3],
)
def bit_parity(f: Fun[[Word], Word], x: Word):
    return f(x) == parity(x)
