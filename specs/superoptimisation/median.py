"""The middle one of three unsigned words, without a branch. Our own."""

from synth import Fun, Word, ite, spec


@spec(width=32)
def median(f: Fun[[Word, Word, Word], Word], x: Word, y: Word, z: Word):
    low, high = ite(x < y, x, y), ite(x < y, y, x)
    return f(x, y, z) == ite(z < low, low, ite(high < z, high, z))
