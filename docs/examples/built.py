"""A specification that is built, not decorated; what nothing can satisfy is named with an input that shows it."""

import synth
from synth import Function, Specification, symbol

x, f = symbol("x"), Function("f", 1)
successor = Specification(exists=(f,), forall=(x,), body=f(x) == x + 1, width=8, name="successor")
answer = synth.solve(successor)
print(answer.functions["f"](255))

impossible = Specification(exists=(f,), forall=(x,), body=f(x) + f(x) == x, width=8, name="impossible")
answer = synth.solve(impossible)
print(answer.status, answer.conflict)
