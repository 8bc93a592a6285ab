"""It ends, or it may run for ever: [CT] ∨ [SNT] as one formula, [GT], Definition 55.

∃R,W,N,C,x₀. ∀x,x',y. CT(R,W,x,x') ∨ SNT(N,C,x₀,y)

Every loop over machine words has a proof of one of the two that L can express (Theorems 58 to 60), so that the formula is a
tautology; which side holds is told by checking each.
"""

from synth.booleans import disjunction
from synth.encoding import Claim, Formula, Program, Proof, encoding
from synth.transition import Kind


@encoding("GT", Proof.TERMINATION, Proof.NONTERMINATION)
def termination_or_not(program: Program) -> Formula:
    return terminates(program) | diverges(program.renamed("'"))


def terminates(program: Program) -> Claim:
    W, R = program.predicates("W"), program.ranks("R")
    kept = [(step.taken & W.before(step)).implies(W.behind(step)) for step in program.leading_to(Kind.HEAD)]
    falling = [(step.taken & W.before(step)).implies(R.falls(step)) for step in program.circling]
    return program.claim(Proof.TERMINATION, kept + falling, sets=W, ranks=R)


def diverges(program: Program) -> Claim:
    N = program.predicates("N")
    C, functions = program.skolem("C")
    start, words = program.start(N)
    steps = [step.chosen(C.get(step.number, {})) for step in program.leading_to(Kind.HEAD)]
    kept = [N.holds(head).implies(disjunction(s.taken & N.behind(s) for s in steps if s.edge.source == head))
            for head in program.heads]
    return program.claim(Proof.NONTERMINATION, [start, *kept], sets=N, choices=C, start=words, chosen=functions)
