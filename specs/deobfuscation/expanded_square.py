"""The square of a word, hidden in that of a sum, whose other terms are taken away again. Our own tangle."""

from synth import Fun, Word, spec


@spec(width=32)
def expanded_square(f: Fun[[Word, Word], Word], x: Word, y: Word):
    total = x + y
    return f(x, y) == total * total - 2 * x * y - y * y
