"""One predicate more than the facts that are known, synthesised by the structural engine, for programs of one loop head.

[SI] ∃S. (I → S) ∧ (S ∧ B → S') ∧ (S ∧ ¬G → A), with the facts as premises.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from synth import terms
from synth.analysis.certificates.kinds import SafetyInvariant
from synth.analysis.ranking.quick import find
from synth.analysis.simulation.simulator import Move
from synth.booleans import TRUE, conjunction
from synth.operators import operator
from synth.program import applied
from synth.specification import Function, Specification
from synth.terms import Term
from synth.transition import Kind, TransitionSystem

_OPERATORS = tuple(operator(n) for n in ("add", "sub", "neg", "and", "or", "xor", "mul", "urem", "lshr", "shl", "slt", "sle", "ult",
                                         "ule", "eq", "neq"))


def predicate(system: TransitionSystem, invariants: Mapping[int, Term], moves: Sequence[Move],
              seconds: float) -> SafetyInvariant | None:
    """A safety invariant: the known ones and one synthesised predicate, for programs of one loop head."""
    heads = system.of_kind(Kind.HEAD)
    if len(heads) != 1:
        return None
    head, words = heads[0].number, tuple(v.term for v in system.variables)
    function = Function("S", len(words), True, tuple(v.name for v in system.variables))
    parts = [_clause(system, function, words, number, invariants, head) for number in range(len(system.edges))]
    inputs = {i.name: i.term for e in system.edges for i in e.inputs}
    specification = Specification((function,), (*words, *inputs.values()), conjunction(parts), system.width, operators=_OPERATORS,
                                  fixed=True)
    examples = [{str(w.data): m.words.get(str(w.data), 0) for w in specification.forall} for m in moves[:48]]
    program = find(specification, examples, seconds)
    if program is None:
        return None
    found = terms.apply("neq", applied(program, words), 0)
    return SafetyInvariant({**invariants, head: conjunction([invariants.get(head, TRUE), found])})


def _clause(system: TransitionSystem, function: Function, words: tuple[Term, ...], number: int, invariants: Mapping[int, Term],
            head: int) -> Term:
    """What one edge asks of the predicate."""
    edge = system.edges[number]
    before = edge.guard & invariants.get(edge.source, TRUE)
    if edge.source == head:
        before = before & function(*words)
    kind = system.places[edge.target].kind
    if kind is Kind.ERROR:
        return terms.apply("eq", before, 0)
    return before.implies(function(*edge.update)) if kind is Kind.HEAD else TRUE
