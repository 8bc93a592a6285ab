"""An outer rank that falls from one round to the next, whatever the inner loops do: the formula of Figure 7.4.

∃R₁,R₂,T. (y,x) is in T where an inner loop is entered from y, an inner step keeps T and lowers R₂ (and R₂ > 0), and where the inner
loops are left to x' from a pair in T, R₁(y) > R₁(x').

T relates the state y at the outer head to that at an inner one: an invariant of the program that remembers y.
"""

from synth import constant
from synth.encoding import Claim, Program, Proof, encoding


@encoding("nested termination", Proof.TERMINATION)
def nested(program: Program) -> Claim:
    outer = program.outer_head
    pairs = program.remembering(outer)
    R1, R2, T = program.function("R1"), program.ranks("R2", but=outer), pairs.predicates("T", but=outer)
    y = pairs.remembered
    kept = [(step.taken & T.before(step)).implies(T.behind(step)) for step in pairs.circling]
    inner = [(pairs.taken(step) & T.before(step)).implies(R2.falls(step)) for step in program.circling
             if outer not in (step.edge.source, step.edge.target)]
    rounds = [(pairs.taken(step) & T.before(step)).implies(R1(*step.edge.update) < R1(*y)) for step in program.circling
              if step.edge.target == outer]
    ranks = {head: (R1(*y), constant(0), *R2.values[head]) for head in R2.at} | {outer: (R1(*y), constant(1), constant(0))}
    return pairs.claim(Proof.TERMINATION, kept + inner + rounds, T, ranks, chosen=(R1, *R2.functions))
