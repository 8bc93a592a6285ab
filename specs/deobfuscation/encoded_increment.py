"""A counter that is kept encoded, as 3x + 7: its next value, decoded.

3 has an inverse modulo a power of two, which decodes; what is left is x + 1.
Our own, after the common obfuscation by encoded data.
"""

from synth import Fun, Word, constant, spec


@spec(width=32)
def encoded_increment(f: Fun[[Word], Word], x: Word):
    third = constant(-1) // 3 * 2 + 1
    encoded = 3 * x + 7
    return f(x) == (encoded + 3 - 7) * third
