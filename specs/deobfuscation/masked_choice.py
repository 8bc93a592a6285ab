"""A choice between two words by the lowest bit of a third, with masks in the place of a branch. Our own tangle."""

from synth import Fun, Word, spec


@spec(width=32)
def masked_choice(f: Fun[[Word, Word, Word], Word], c: Word, x: Word, y: Word):
    mask = ~((c & 1) - 1)
    return f(c, x, y) == ((x ^ y) & mask) ^ y
