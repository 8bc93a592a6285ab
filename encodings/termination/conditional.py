"""A rank that falls on every way around a loop, from the states of an invariant: [CT], Definition 48 and Figure 7.5.

∃R,W. ∀x,x'. (I(x) ∧ G(x) → W(x)) ∧ (G(x) ∧ W(x) ∧ B(x,x') → W(x') ∧ R(x) > 0 ∧ R(x) > R(x'))

With several loops there is a W for each head: the invariant of an earlier loop says what a later one begins with.
"""

from synth.encoding import Claim, Program, Proof, encoding
from synth.transition import Kind


@encoding("CT", Proof.TERMINATION)
def conditional(program: Program) -> Claim:
    W, R = program.predicates("W"), program.ranks("R")
    kept = [(step.taken & W.before(step)).implies(W.behind(step)) for step in program.leading_to(Kind.HEAD)]
    falling = [(step.taken & W.before(step)).implies(R.falls(step)) for step in program.circling]
    return program.claim(Proof.TERMINATION, kept + falling, sets=W, ranks=R)
