"""No assertion can fail, or one does: [SI] ∨ [TDI] as one formula, [GS], Definition 56 and Figure 7.9.

∃S,D,R,C,y₀. ∀x,x',y. SI(S,x,x') ∨ TDI(D,R,C,y₀,y)

A tautology like [GT]; which side holds is told by checking each.
"""

from synth.booleans import TRUE, disjunction
from synth.encoding import Claim, Formula, Program, Proof, encoding
from synth.transition import Kind


@encoding("GS", Proof.SAFETY, Proof.DANGER)
def safety_or_danger(program: Program) -> Formula:
    return is_safe(program) | fails(program.renamed("'"))


def is_safe(program: Program) -> Claim:
    S = program.predicates("S")
    kept = [(step.taken & S.before(step)).implies(S.behind(step)) for step in program.leading_to(Kind.HEAD)]
    safe = [~(step.taken & S.before(step)) for step in program.leading_to(Kind.ERROR)]
    return program.claim(Proof.SAFETY, kept + safe, sets=S)


def fails(program: Program) -> Claim:
    D, R = program.predicates("D"), program.ranks("R")
    C, functions = program.skolem("C")
    start, words = program.start(D)
    steps = [step.chosen(C.get(step.number, {})) for step in program.leading_to(Kind.HEAD, Kind.ERROR)]
    ways = {head: disjunction(s.taken & D.behind(s) & (R.falls(s) if program.leads_to(s, Kind.HEAD) else TRUE)
                         for s in steps if s.edge.source == head) for head in program.heads}
    kept = [D.holds(head).implies(way) for head, way in ways.items()]
    return program.claim(Proof.DANGER, [start, *kept], sets=D, ranks=R, choices=C, start=words, chosen=functions)
