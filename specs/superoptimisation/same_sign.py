"""Whether two signed words have the same sign, with one comparison. Our own."""

from synth import Fun, Word, slt, spec


@spec(width=32)
def same_sign(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == (slt(x, 0) == slt(y, 0))
