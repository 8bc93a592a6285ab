"""A floating-point number with the sign of another, by operations on their bits; NaN and a zero's sign are excluded. Our own."""

from synth import WIDTH, Fun, Word, feq, flt, fsub, ite, spec


@spec(
    width=32,
    operators=["add", "sub", "neg", "and", "or", "xor", "not", "shl", "lshr", "ashr", "ult", "ule", "slt", "sle", "eq", "neq"],
    constants=[1 << (WIDTH - 1), (1 << (WIDTH - 1)) - 1],
    given=lambda x, y: feq(x, x) & feq(y, y) & ~feq(x, 0) & ~feq(y, 0),
)
def copy_sign(f: Fun[[Word, Word], Word], x: Word, y: Word):
    negative = fsub(1 << (WIDTH - 1), x)
    return f(x, y) == ite(flt(x, 0) == flt(y, 0), x, negative)
