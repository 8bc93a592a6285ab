"""The absolute value of a signed word.

The least word is its own absolute value.
Hacker's Delight, chapter 2; problem P9 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import Fun, Word, ite, slt, spec


@spec(width=32)
def absolute_value(f: Fun[[Word], Word], x: Word):
    return f(x) == ite(slt(x, 0), -x, x)
