"""The absolute value of a floating-point number, by operations on its bits.

-0 becomes +0 (as -0 + 0 does); NaN is excluded. The classic trick clears the sign bit.
"""

from synth import WIDTH, Fun, Word, fadd, feq, flt, fsub, ite, spec


@spec(
    width=32,
    operators=["add", "sub", "neg", "and", "or", "xor", "not", "shl", "lshr", "ashr", "ult", "ule", "slt", "sle", "eq", "neq"],
    constants=[1, (1 << (WIDTH - 1)) - 1],
    given=lambda x: feq(x, x),
)
def absolute_value(f: Fun[[Word], Word], x: Word):
    return f(x) == ite(flt(x, 0), fsub(0, x), fadd(x, 0))
