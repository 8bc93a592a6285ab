"""Whether the sum of two signed words overflows: the words have one sign, and the sum has the other. Our own."""

from synth import Fun, Word, slt, spec


@spec(width=32)
def signed_overflow(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == (slt(x, 0) == slt(y, 0)) & (slt(x + y, 0) != slt(x, 0))
