"""A set of states that no step leaves: the closed recurrence set, [CNT], Definition 41; exact for deterministic loops (Theorem 47).

∃N,x₀. ∀x,x'. I(x₀) ∧ N(x₀) ∧ (N(x) → G(x)) ∧ (N(x) ∧ B(x,x') → N(x'))
"""

from synth.booleans import disjunction
from synth.encoding import Claim, Program, Proof, encoding
from synth.transition import Kind


@encoding("CNT", Proof.NONTERMINATION)
def closed(program: Program) -> Claim:
    program.require(not program.is_nested, "a loop is inside another: see nontermination/nested")
    N = program.predicates("N")
    start, words = program.start(N)
    inside = list(program.leading_to(Kind.HEAD))
    goes_on = [(N.holds(head) & program.sizes(head)).implies(disjunction(s.taken for s in inside if s.edge.source == head))
               for head in program.heads]
    kept = [(N.holds(s.edge.source) & s.taken).implies(N.behind(s)) for s in inside if s.edge.source in program.heads]
    return program.claim(Proof.NONTERMINATION, [start, *goes_on, *kept], sets=N, choices=program.any_choice(), start=words)
