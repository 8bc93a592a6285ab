"""The sign of a floating-point number, -1, 0 or 1 as a word, by operations on its bits.

Both zeros have the sign 0; NaN is excluded. Our own.
"""

from synth import WIDTH, Fun, Word, feq, flt, ite, spec


@spec(
    width=32,
    operators=["add", "sub", "neg", "and", "or", "xor", "not", "shl", "lshr", "ashr", "ult", "ule", "slt", "sle", "eq", "neq"],
    constants=[1 << (WIDTH - 1)],
    given=lambda x: feq(x, x),
)
def sign(f: Fun[[Word], Word], x: Word):
    return f(x) == ite(flt(x, 0), -1, flt(0, x))
