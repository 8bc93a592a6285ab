"""Isolate the lowest set bit: a specification, solved, called and written in C."""

import synth
from synth import Fun, Word, spec


@spec(width=32)
def isolate(f: Fun[[Word], Word], x: Word) -> Word:
    return f(x) == x & -x


answer = synth.solve(isolate, timeout=60)
assert answer.solved, answer.reason

f = answer.functions["f"]
print(f(12))
print(f.length, "instructions, proved by", answer.proved_by)
print(f.c)
