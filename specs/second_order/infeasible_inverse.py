"""The inverse of turning off the rightmost 1 bit: none exists, since 0 and 1 both become 0.

expect: infeasible, which no single x shows, but two of them together. Our own.
"""

from synth import Fun, Word, spec


@spec(width=32)
def lost_bit(f: Fun[[Word], Word], x: Word):
    return f(x & (x - 1)) == x
