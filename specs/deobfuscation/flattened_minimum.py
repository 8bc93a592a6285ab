"""The smaller of two unsigned words, by a machine of four states that was flattened and unrolled.

A dispatcher chooses by state what is done next: compare, take the first, take the second, stop.
Our own, after the common obfuscation by flattening of control flow.
"""

from synth import Fun, Word, ite, spec


@spec(width=32)
def flattened_minimum(f: Fun[[Word, Word], Word], x: Word, y: Word):
    state, result = 1, 0
    for _ in range(3):
        taken = ite(state == 2, x, ite(state == 3, y, result))
        state = ite(state == 1, ite(x < y, 2, 3), 4)
        result = taken
    return f(x, y) == result
