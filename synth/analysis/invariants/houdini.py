"""The largest inductive part of a set of facts (Flanagan, Leino, Houdini, FME 2001), per place, by SMT.

Facts that a step from a state with all facts can break are dropped until none can be. What a solver leaves open is dropped.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence

import z3

from synth.analysis.certificates.obligations import after
from synth.booleans import TRUE, conjunction
from synth.checking.validity.translator import Translator, holds_floats
from synth.terms import Term
from synth.transition import Edge, TransitionSystem

_MILLISECONDS, _SINGLE = 1500, 200


class Houdini:
    """Drops facts along `edges`; `premise` holds of the state before each edge from its place. A translator may serve several.

    Each edge has a solver of its own with the facts asserted; facts as assumptions of one that stays cost ten times as much.
    """

    def __init__(self, system: TransitionSystem, edges: Iterable[Edge], premises: Mapping[int, Term], deadline: float,
                 translator: Translator | None = None) -> None:
        self._system, self._edges, self._premises, self._deadline = system, tuple(edges), premises, deadline
        self._translator = translator or Translator(system.width)
        self._asked = 0
        self._floats = holds_floats([t for e in self._edges for t in (e.guard, *e.update)])

    def inductive(self, facts: Mapping[int, Sequence[Term]]) -> dict[int, list[Term]]:
        """The facts of each place that every edge keeps, where all of them hold before it."""
        kept = {place: list(known) for place, known in facts.items()}
        waiting = [e for e in self._edges if kept.get(e.target)]
        while waiting:
            edge = waiting.pop()
            if self._weakened(edge, kept):
                waiting += [e for e in self._edges if e.source == edge.target and kept.get(e.target) and e not in waiting]
        return kept

    def _weakened(self, edge: Edge, kept: dict[int, list[Term]]) -> bool:
        """Drop what the edge breaks; whether anything was."""
        translate = self._translator.truth
        context = self._translator.domain.context
        solver = z3.Solver(ctx=context) if self._floats else z3.SolverFor("QF_BV", ctx=context)
        own = kept.get(edge.source, [])
        solver.add(translate(self._premises.get(edge.source, TRUE)), translate(edge.guard), *map(translate, own))
        behind = {id(f): translate(after(self._system, edge, f)) for f in kept[edge.target]}
        changed = False
        while kept[edge.target]:
            if edge.source == edge.target and changed:
                return self._weakened(edge, kept) or True
            verdict = self._ask(solver, [z3.Not(behind[id(f)]) for f in kept[edge.target]])
            if verdict == z3.unsat:
                return changed
            changed = True
            if verdict == z3.sat:
                model = solver.model()
                left = [f for f in kept[edge.target] if z3.is_true(model.eval(behind[id(f)], model_completion=True))]
                kept[edge.target] = left if len(left) < len(kept[edge.target]) else []
            else:
                kept[edge.target] = self._one_by_one(solver, kept[edge.target], behind)
        return changed

    def _ask(self, solver: z3.Solver, broken: list[z3.BoolRef]) -> z3.CheckSatResult:
        left = self._deadline - time.monotonic()
        if left <= 0:
            return z3.unknown
        solver.set("timeout", max(1, min(_MILLISECONDS, int(left * 1000))))
        self._asked += 1
        mark = z3.Bool(f"query!{self._asked}", self._translator.domain.context)
        solver.add(z3.Implies(mark, z3.Or(broken)))
        return solver.check(mark)

    def _one_by_one(self, solver: z3.Solver, facts: list[Term], behind: Mapping[int, z3.BoolRef]) -> list[Term]:
        """The facts that are shown kept each for itself."""
        if time.monotonic() > self._deadline:
            return []
        solver.set("timeout", _SINGLE)
        return [f for f in facts if solver.check(z3.Not(behind[id(f)])) == z3.unsat]


def all_of(facts: Mapping[int, Sequence[Term]]) -> dict[int, Term]:
    """The conjunction of each place's facts."""
    return {place: conjunction(known) for place, known in facts.items()}
