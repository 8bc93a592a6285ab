"""Invariants from which no assertion fails: [SI], Definition 50 and Figure 7.7.

∃S. ∀x,x'. (I(x) → S(x)) ∧ (S(x) ∧ G(x) ∧ B(x,x') → S(x')) ∧ (S(x) ∧ ¬G(x) → A(x))

An assertion is a step to its failing, so that assertions inside loops and behind them are one thing.
"""

from synth.encoding import Claim, Program, Proof, encoding
from synth.transition import Kind


@encoding("SI", Proof.SAFETY)
def invariant(program: Program) -> Claim:
    S = program.predicates("S")
    kept = [(step.taken & S.before(step)).implies(S.behind(step)) for step in program.leading_to(Kind.HEAD)]
    safe = [~(step.taken & S.before(step)) for step in program.leading_to(Kind.ERROR)]
    return program.claim(Proof.SAFETY, kept + safe, sets=S)
