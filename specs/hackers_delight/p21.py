"""Cycle through three values: a to b, b to c, c to a.

The three differ, and x is one of them.
Hacker's Delight, chapter 2; problem P21 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import Fun, Word, ite, spec


@spec(width=32, given=lambda x, a, b, c: (a != b) & (b != c) & (c != a) & ((x == a) | (x == b) | (x == c)))
def cycle_three_values(f: Fun[[Word, Word, Word, Word], Word], x: Word, a: Word, b: Word, c: Word):
    return f(x, a, b, c) == ite(x == a, b, ite(x == b, c, a))
