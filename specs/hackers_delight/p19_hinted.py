"""Exchange two fields of a word.

The mask m selects one field, the other lies k bits higher; they do not overlap, and the higher one lies within the word.
Programs are narrowed to the operators of the best known solution.
Hacker's Delight, chapter 2; problem P19 of Gulwani et al., Synthesis of Loop-Free Programs, PLDI 2011.
"""

from synth import Fun, Word, spec


@spec(width=32, operators=["and", "xor", "shl", "lshr"], given=lambda m, k: ((m & (m << k)) == 0) & ((m << k) >> k == m))
def exchange_fields(f: Fun[[Word, Word, Word], Word], x: Word, m: Word, k: Word):
    rest = x & ~(m | (m << k))
    return f(x, m, k) == rest | ((x & m) << k) | ((x >> k) & m)
