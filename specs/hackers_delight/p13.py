"""The sign of a signed word: -1, 0 or 1.

Hacker's Delight, chapter 2; problem P13 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import Fun, Word, ite, slt, spec


@spec(width=32)
def sign(f: Fun[[Word], Word], x: Word):
    return f(x) == ite(slt(x, 0), -1, x != 0)
