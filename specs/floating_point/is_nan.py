"""Whether a word is not a number, by operations on its bits: without the sign, it is greater than infinity. Our own."""

from synth import Fun, Word, fdiv, feq, spec


@spec(
    width=32,
    operators=["add", "sub", "neg", "and", "or", "xor", "not", "shl", "lshr", "ashr", "ult", "ule", "slt", "sle", "eq", "neq"],
    constants=[1, fdiv(1, 0) << 1],
)
def is_nan(f: Fun[[Word], Word], x: Word):
    return f(x) == (feq(x, x) == 0)
