"""A set of states that a chosen step leaves only to a failing assertion: [SDI], Definition 53 and Figure 7.8.

∃D,S,x₀. ∀x. I(x₀) ∧ D(x₀) ∧ (D(x) ∧ G(x) → B(x,S(x)) ∧ D(S(x))) ∧ (D(x) ∧ ¬G(x) → ¬A(x))

S chooses the inputs of the step. It shows a failing run if that run leaves its loops, which a rank over D shows afterwards.
"""

from synth.booleans import disjunction
from synth.encoding import Claim, Program, Proof, encoding
from synth.transition import Kind


@encoding("SDI", Proof.DANGER)
def skolemised(program: Program) -> Claim:
    D = program.predicates("D")
    S, functions = program.skolem("S")
    start, words = program.start(D)
    steps = [step.chosen(S.get(step.number, {})) for step in program.leading_to(Kind.HEAD, Kind.ERROR)]
    kept = [D.holds(head).implies(disjunction(s.taken & D.behind(s) for s in steps if s.edge.source == head))
            for head in program.heads]
    return program.claim(Proof.DANGER, [start, *kept], sets=D, choices=S, start=words, chosen=functions)
