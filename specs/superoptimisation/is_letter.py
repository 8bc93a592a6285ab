"""Whether a code is that of an ASCII letter, of either case, with one comparison in the place of four. Our own."""

from synth import Fun, Word, spec


@spec(width=32)
def is_letter(f: Fun[[Word], Word], c: Word):
    upper, lower = (c >= 65) & (c <= 90), (c >= 97) & (c <= 122)
    return f(c) == upper | lower
