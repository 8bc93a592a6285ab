"""The distance between two unsigned words, without a branch. Our own."""

from synth import Fun, Word, ite, spec


@spec(width=32)
def absolute_difference(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == ite(x < y, y - x, x - y)
