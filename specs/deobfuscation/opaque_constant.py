"""A constant that hides behind two words it does not depend on: a program of no instruction.

x + y and the complements of both make -2. Our own tangle, after the common obfuscation by mixed Boolean-arithmetic expressions.
"""

from synth import Fun, Word, spec


@spec(width=32)
def opaque_constant(f: Fun[[Word, Word], Word], x: Word, y: Word):
    total = (x ^ y) + 2 * (x & y)
    return f(x, y) == total + ~x + ~y + 44
