"""A tuple of ranks of which one falls while those before it stay: [CT], Definition 48, with R a tuple (Definition 38).

∃R₁,…,R_d,W. ∀x,x'. (I(x) ∧ G(x) → W(x)) ∧ (G(x) ∧ W(x) ∧ B(x,x') → W(x') ∧ (R₁(x),…,R_d(x)) > (R₁(x'),…,R_d(x')))
"""

from synth.encoding import Claim, Program, Proof, encoding
from synth.transition import Kind


@encoding("CT", Proof.TERMINATION)
def lexicographic(program: Program, dimension: int = 2) -> Claim:
    W, R = program.predicates("W"), program.ranks("R", dimension)
    kept = [(step.taken & W.before(step)).implies(W.behind(step)) for step in program.leading_to(Kind.HEAD)]
    falling = [(step.taken & W.before(step)).implies(R.falls(step)) for step in program.circling]
    return program.claim(Proof.TERMINATION, kept + falling, sets=W, ranks=R)
