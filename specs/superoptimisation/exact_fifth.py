"""The fifth of a word that is a multiple of five, without a division: by the inverse of 5 modulo a power of two.

After Warren, Hacker's Delight, 2nd edition, section 10-16.
"""

from synth import Fun, Word, spec


@spec(
    width=32,
    operators=["add", "sub", "neg", "mul", "and", "or", "xor", "not", "shl", "lshr", "ashr"],
    given=lambda x: x % 5 == 0,
)
def exact_fifth(f: Fun[[Word], Word], x: Word):
    return f(x) == x // 5
