"""The negation of a floating-point number, by operations on its bits.

-0 - x negates every number, zeros and infinities included; NaN is excluded. The classic trick flips the sign bit.
"""

from synth import WIDTH, Fun, Word, feq, fsub, spec


@spec(
    width=32,
    operators=["add", "sub", "neg", "and", "or", "xor", "not", "shl", "lshr", "ashr", "ult", "ule", "slt", "sle", "eq", "neq"],
    constants=[1 << (WIDTH - 1)],
    given=lambda x: feq(x, x),
)
def negation(f: Fun[[Word], Word], x: Word):
    minus_zero = 1 << (WIDTH - 1)
    return f(x) == fsub(minus_zero, x)
