"""Whether a floating-point number is infinite, by operations on its bits. NaN is excluded. Our own."""

from synth import WIDTH, Fun, Word, fdiv, feq, spec


@spec(
    width=32,
    operators=["add", "sub", "neg", "and", "or", "xor", "not", "shl", "lshr", "ashr", "ult", "ule", "slt", "sle", "eq", "neq"],
    constants=[1, fdiv(1, 0) << 1],
    given=lambda x: feq(x, x),
)
def is_infinite(f: Fun[[Word], Word], x: Word):
    infinity = fdiv(1, 0)
    return f(x) == feq(x, infinity) | feq(x, infinity | 1 << (WIDTH - 1))
