"""A set of states in which a chosen step always stays: the open recurrence set with C for the inner ∃: [SNT], Definition 42.

∃N,C,x₀. ∀x. I(x₀) ∧ N(x₀) ∧ (N(x) → G(x) ∧ B(x,C(x)) ∧ N(C(x)))

C chooses the inputs of the step, which are all that is nondeterministic in it. Nothing relates one loop to another: N is a
predicate for each head, and the run may pass from head to head.
"""

from synth.booleans import disjunction
from synth.encoding import Claim, Program, Proof, encoding
from synth.transition import Kind


@encoding("SNT", Proof.NONTERMINATION)
def skolemised(program: Program) -> Claim:
    N = program.predicates("N")
    C, functions = program.skolem("C")
    start, words = program.start(N)
    staying = {step.number: step.chosen(C.get(step.number, {})) for step in program.leading_to(Kind.HEAD)}
    kept = [N.holds(head).implies(disjunction(s.taken & N.behind(s) for s in staying.values() if s.edge.source == head))
            for head in program.heads]
    return program.claim(Proof.NONTERMINATION, [start, *kept], sets=N, choices=C, start=words, chosen=functions)
