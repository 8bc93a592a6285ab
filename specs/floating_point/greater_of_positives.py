"""The greater one of two floating-point numbers that are not negative: their words have the same order.

NaN is excluded. Our own.
"""

from synth import Fun, Word, feq, flt, ite, sle, spec


@spec(
    width=32,
    operators=["add", "sub", "and", "or", "xor", "not", "shl", "lshr", "ashr", "ult", "ule", "ite", "min", "max"],
    given=lambda x, y: feq(x, x) & feq(y, y) & sle(0, x) & sle(0, y),
)
def greater_of_positives(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == ite(flt(x, y), y, x)
