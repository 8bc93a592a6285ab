"""A rank that falls on every way around a loop, from any state: [UT], Definition 39 and Figure 7.3.

∃R. ∀x,x'. G(x) ∧ B(x,x') → R(x) > 0 ∧ R(x) > R(x')
"""

from synth.encoding import Claim, Program, Proof, encoding


@encoding("UT", Proof.TERMINATION)
def unconditional(program: Program) -> Claim:
    R = program.ranks("R")
    return program.claim(Proof.TERMINATION, (step.taken.implies(R.falls(step)) for step in program.circling), ranks=R)
