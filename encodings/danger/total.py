"""A set of states that a chosen step leaves only to a failing assertion, and a rank that falls until then: [TDI], Definition 54.

∃D,R,S,x₀. ∀x. I(x₀) ∧ D(x₀) ∧ (D(x) ∧ G(x) → R(x) > 0 ∧ B(x,S(x)) ∧ D(S(x)) ∧ R(x) > R(S(x))) ∧ (D(x) ∧ ¬G(x) → ¬A(x))

A solution is a failing run of any length, told without unrolling: from x₀, with S's choices, the assertion fails. S is there for
the inner ∃ of the definition. R is a tuple of `dimension` words, compared lexicographically.
"""

from synth.booleans import TRUE, disjunction
from synth.encoding import Claim, Program, Proof, encoding
from synth.transition import Kind


@encoding("TDI", Proof.DANGER)
def total(program: Program, dimension: int = 1) -> Claim:
    D, R = program.predicates("D"), program.ranks("R", dimension)
    S, functions = program.skolem("S")
    start, words = program.start(D)
    steps = [step.chosen(S.get(step.number, {})) for step in program.leading_to(Kind.HEAD, Kind.ERROR)]
    ways = {head: disjunction(s.taken & D.behind(s) & (R.falls(s) if program.leads_to(s, Kind.HEAD) else TRUE)
                         for s in steps if s.edge.source == head) for head in program.heads}
    kept = [D.holds(head).implies(way) for head, way in ways.items()]
    return program.claim(Proof.DANGER, [start, *kept], sets=D, ranks=R, choices=S, start=words, chosen=functions)
