"""Multiplication by 45, tangled in shifts and carries.

Each sum is written as a + b = (a ^ b) + 2(a & b) or as a + b = (a | b) + (a & b). One multiplication does the same.
Our own tangle, after the deobfuscation benchmark of Jha et al., Oracle-Guided Component-Based Program Synthesis, ICSE 2010.
"""

from synth import Fun, Word, spec


@spec(width=32)
def multiply_by_45(f: Fun[[Word], Word], x: Word):
    four = x << 2
    five = (four ^ x) + ((four & x) << 1)
    forty = five << 3
    return f(x) == (forty | five) + (forty & five)
