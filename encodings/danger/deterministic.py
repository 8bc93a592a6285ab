"""A set of states that every run leaves only to a failing assertion: [DDI], Definition 52 and Figure 7.8.

∃D,x₀. ∀x,x'. I(x₀) ∧ D(x₀) ∧ (D(x) ∧ G(x) ∧ B(x,x') → D(x')) ∧ (D(x) ∧ ¬G(x) → ¬A(x))

For programs without inputs in their loops. It shows a failing run if that run leaves its loops, which a rank over D shows
afterwards.
"""

from synth.booleans import disjunction
from synth.encoding import Claim, Program, Proof, encoding
from synth.transition import Kind


@encoding("DDI", Proof.DANGER)
def deterministic(program: Program) -> Claim:
    program.require(program.is_deterministic, "the loops have inputs: see danger/skolemised")
    D = program.predicates("D")
    start, words = program.start(D)
    steps = list(program.leading_to(Kind.HEAD, Kind.ERROR))
    goes_on = [D.holds(head).implies(disjunction(s.taken for s in steps if s.edge.source == head)) for head in program.heads]
    kept = [(D.holds(s.edge.source) & s.taken).implies(D.behind(s)) for s in steps if s.edge.source in program.heads]
    return program.claim(Proof.DANGER, [start, *goes_on, *kept], sets=D, start=words)
