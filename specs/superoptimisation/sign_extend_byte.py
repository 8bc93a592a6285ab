"""The low byte of a word as a signed number of the word's width, without a branch. Our own."""

from synth import Fun, Word, ite, spec


@spec(width=32)
def sign_extend_byte(f: Fun[[Word], Word], x: Word):
    return f(x) == ite((x >> 7) & 1, x | -256, x & 255)
