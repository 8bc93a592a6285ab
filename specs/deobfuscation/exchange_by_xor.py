"""Exchange of two words by three exclusive ors, as two functions: what each of the two words is afterwards.

Each is an argument, unchanged: programs of no instruction at all.
After the deobfuscation benchmark of Jha et al., Oracle-Guided Component-Based Program Synthesis, ICSE 2010.
"""

from synth import Fun, Word, spec


@spec(width=32)
def exchange_by_xor(first: Fun[[Word, Word], Word], second: Fun[[Word, Word], Word], x: Word, y: Word):
    a = x ^ y
    b = a ^ y
    a = a ^ b
    return (first(x, y) == a) & (second(x, y) == b)
