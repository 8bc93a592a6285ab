"""Half of an unsigned word, rounded up, without the sum that overflows. Our own."""

from synth import Fun, Word, spec


@spec(width=32)
def half_rounded_up(f: Fun[[Word], Word], x: Word):
    return f(x) == (x >> 1) + (x & 1)
