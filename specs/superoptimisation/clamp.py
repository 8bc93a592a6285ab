"""Clamp an unsigned word to a range: two instructions of L for two branches. Our own."""

from synth import Fun, Word, ite, spec


@spec(width=32, given=lambda low, high: low <= high)
def clamp(f: Fun[[Word, Word, Word], Word], x: Word, low: Word, high: Word):
    return f(x, low, high) == ite(x < low, low, ite(high < x, high, x))
