"""The rounding error of a floating-point sum, from Knuth's six operations to Dekker's fewer.

Knuth's two-sum gives the exact error of a + b for all a and b that do not overflow. Where |a| >= |b|, three operations do: the
result may differ from Knuth's in the sign of zero only. The 8-bit format (4 bits of exponent) is proved within seconds; 16 bits
take minutes.
Knuth, The Art of Computer Programming, volume 2, section 4.2.2; Dekker, A Floating-Point Technique for Extending the Available
Precision, 1971.
"""

from synth import Fun, Word, fadd, feq, fsub, spec


def no_overflow(a: Word, b: Word):
    twice = fadd(a, a)
    return feq(fsub(twice, twice), 0) & (b << 1 <= a << 1)


@spec(width=8, operators=["fadd", "fsub"], given=no_overflow)
def two_sum(error: Fun[[Word, Word], Word], a: Word, b: Word):
    total = fadd(a, b)
    a_part = fsub(total, b)
    b_part = fsub(total, a_part)
    return feq(error(a, b), fadd(fsub(a, a_part), fsub(b, b_part)))
