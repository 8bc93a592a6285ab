"""Round up to the next power of two.

The least power of two that is not below x, for an x above 0 for which a word holds one.
Programs are narrowed to the operators of the best known solution, and its constants are hinted.
Hacker's Delight, chapter 3; problem P24 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import WIDTH, Fun, Word, leading_zeros, spec


@spec(
    width=32,
    operators=["sub", "lshr", "or", "add"],
    constants=[1, 2, 4, 8, 16],
    given=lambda x: (x != 0) & (x <= 1 << (WIDTH - 1)),
)
def round_up_to_power_of_two(f: Fun[[Word], Word], x: Word):
    return f(x) == 1 << (WIDTH - leading_zeros(x - 1))
