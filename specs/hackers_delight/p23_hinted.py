"""How many bits of a word are set.

Programs are narrowed to the operators of the best known solution, and its constants are hinted.
Hacker's Delight, chapter 5; problem P23 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import Fun, Word, constant, popcount, spec


@spec(
    width=32,
    operators=["lshr", "and", "sub", "add", "urem"],
    constants=[1, 2, 4, constant(-1) // 3, constant(-1) // 5, constant(-1) // 17, 255],
)
def count_bits(f: Fun[[Word], Word], x: Word):
    return f(x) == popcount(x)
