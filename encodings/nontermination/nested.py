"""Sets of states, one for each of some nested loops, that are not left: the formula of Figure 7.6.

∃N₁,N₂,x₀. ∀x,x'. N₁(x₀) ∧ (N₁(x) → G₁(x)) ∧ (N₁(x) ∧ P₁(x,x') → N₂(x')) ∧ (G₂(x) ∧ N₂(x) ∧ B₂(x,x') → N₂(x'))
            ∧ (¬G₂(x) ∧ N₂(x) ∧ P₂(x,x') → N₁(x'))

No relation between loops is needed: where a run came from does not matter. The inputs of each step are ∃ words, so that the body is
under-approximated by one choice for all rounds; where the choice depends on the state, see [SNT].
"""

from synth.booleans import disjunction
from synth.encoding import Claim, Program, Proof, encoding
from synth.transition import Kind


@encoding("nested non-termination", Proof.NONTERMINATION)
def nested(program: Program) -> Claim:
    program.require(program.is_nested, "no loop is inside another: see nontermination/closed")
    N = program.predicates("N")
    start, words = program.start(N)
    C, chosen = program.constants("C")
    inside = [step.chosen(C.get(step.number, {})) for step in program.leading_to(Kind.HEAD) if step.edge.source in program.heads]
    goes_on = [N.holds(head).implies(disjunction(s.taken for s in inside if s.edge.source == head)) for head in program.heads]
    kept = [(N.holds(s.edge.source) & s.taken).implies(N.behind(s)) for s in inside]
    return program.claim(Proof.NONTERMINATION, [start, *goes_on, *kept], sets=N, choices=C, start=words, chosen=chosen)
