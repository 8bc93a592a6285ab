"""The next multiple of eight that is not below a word, without a branch; 0 where it does not fit. Our own."""

from synth import Fun, Word, ite, spec


@spec(width=32)
def round_up_to_eight(f: Fun[[Word], Word], x: Word):
    return f(x) == ite(x % 8 == 0, x, x + 8 - x % 8)
