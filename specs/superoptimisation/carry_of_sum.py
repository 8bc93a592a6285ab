"""The carry out of a sum of two unsigned words, from the formula for its highest bit. Our own."""

from synth import WIDTH, Fun, Word, spec


@spec(width=32)
def carry_of_sum(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == ((x & y) | ((x | y) & ~(x + y))) >> (WIDTH - 1)
