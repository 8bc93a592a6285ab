"""The sum of two unsigned words, or the greatest word where the sum exceeds it, without a branch. Our own."""

from synth import Fun, Word, ite, spec


@spec(width=32)
def saturating_add(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == ite(x + y < x, -1, x + y)
