"""A set of states that a run may leave only to a failing assertion: [DI], Definition 51 and Figure 7.8.

∃D,x₀. ∀x. ∃x'. I(x₀) ∧ D(x₀) ∧ (D(x) ∧ G(x) → B(x,x') ∧ D(x')) ∧ (D(x) ∧ ¬G(x) → ¬A(x))

It shows a failing run if that run leaves its loops, which a rank over D shows afterwards ([TDI] asks for it at once). The inner ∃
is over the inputs of a step, tried one after the other; where these have many values, see [SDI].
"""

from synth.booleans import FALSE
from synth.encoding import Claim, Program, Proof, Step, encoding
from synth.terms import Term
from synth.transition import Kind


@encoding("DI", Proof.DANGER)
def open_danger(program: Program) -> Claim:
    D = program.predicates("D")
    start, words = program.start(D)

    def leads_on(step: Step) -> Term:
        return step.taken & D.behind(step) if program.leads_to(step, Kind.HEAD, Kind.ERROR) else FALSE

    ways = {head: program.open_choice(head, leads_on) for head in program.heads}
    kept = [D.holds(head).implies(way) for head, (way, _) in ways.items()]
    choices = {number: chosen for _, by in ways.values() for number, chosen in by.items()}
    return program.claim(Proof.DANGER, [start, *kept], sets=D, choices=choices, start=words)
