"""A set of states each of which has a step that stays in it: the open recurrence set, [ONT], Definition 40 and Figure 7.3.

∃N,x₀. ∀x. ∃x'. I(x₀) ∧ N(x₀) ∧ (N(x) → G(x) ∧ B(x,x') ∧ N(x'))

The inner ∃ is over the inputs of a step, tried one after the other; where these have many values, see [SNT].
"""

from synth.booleans import FALSE
from synth.encoding import Claim, Program, Proof, Step, encoding
from synth.terms import Term
from synth.transition import Kind


@encoding("ONT", Proof.NONTERMINATION)
def open_recurrence(program: Program) -> Claim:
    N = program.predicates("N")
    start, words = program.start(N)

    def stays(step: Step) -> Term:
        return step.taken & N.behind(step) if program.leads_to(step, Kind.HEAD) else FALSE

    ways = {head: program.open_choice(head, stays) for head in program.heads}
    kept = [N.holds(head).implies(way) for head, (way, _) in ways.items()]
    choices = {number: chosen for _, by in ways.values() for number, chosen in by.items()}
    return program.claim(Proof.NONTERMINATION, [start, *kept], sets=N, choices=choices, start=words)
