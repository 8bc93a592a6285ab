"""Specifications that nothing can satisfy: finite sets of examples on which no functions whatever exist.

The ∃ functions are left uninterpreted. First the initial examples are tried together, then an example that refutes every choice of
results by itself is asked for (∃x. ∀r. ¬formula), then examples are collected by CEGIS against the functions that Z3 proposes. The
last step subsumes the others but may need many rounds. Whoever names such examples, they are `confirmed` by another: Bitwuzla has
to say that they cannot be satisfied, or, in a grammar, its closure has to show it.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import z3

from synth.checking import closure
from synth.checking.backends import SOLVERS, Gave, Unsat, check
from synth.checking.closure import Conflict, Unsettled
from synth.checking.examples import Example, initial_examples
from synth.evaluation import integers
from synth.evaluation.sampling import names_of
from synth.evaluation.smt import Smt
from synth.specification import Specification
from synth.terms import interpret

FINDER, OTHER = SOLVERS
"""The solver that finds conflicts, and the one that confirms them."""

_ROUNDS = 64


def infeasible(spec: Specification, width: int, timeout: float) -> list[Example] | None:
    """Examples at `width` bits that no functions and ∃ words satisfy together, as Z3 says, to be `confirmed`.

    None where none were found in `timeout` seconds.
    """
    question = _Question(spec, width, time.monotonic() + timeout)
    if spec.points:
        return question.core([dict(p) for p in spec.points])
    core = question.core(initial_examples(spec, width, 0))
    if core is None:
        alone = question.alone(timeout / 3)
        core = question.core([alone]) if alone is not None else question.collect()
    return core


def confirmed(spec: Specification, examples: list[Example], width: int, timeout: float,
              solver: str = OTHER) -> Conflict | Unsettled:
    """Whether no functions and ∃ words satisfy these examples together, by `solver`; else whether nothing in the grammar does.

    What the solver leaves open is left open, whoever named the examples. Takes about `timeout` seconds at most.
    """
    until = time.monotonic() + timeout
    for example in examples:
        if set(example) != set(names_of(spec)) or not integers.evaluate(spec.precondition, example, {}, width):
            return Unsettled(f"{example} is no value of the ∀ words that satisfies the precondition", refuted=True)
        if spec.points and example not in spec.points:
            return Unsettled(f"{example} is none of the points", refuted=True)
    if not examples:
        return Unsettled("no examples to check", refuted=True)
    in_grammar = closure.applies(spec)
    answer = check(solver, at_examples(spec, width, examples), {}, timeout / 2 if in_grammar else timeout, spec.uses_floats)
    if isinstance(answer, Unsat):
        return Conflict(examples, solver)
    if in_grammar:
        return closure.excluded(spec, examples, width, until - time.monotonic())
    some = Unsettled("some functions satisfy these examples", refuted=True)
    return Unsettled(answer.reason) if isinstance(answer, Gave) else some


@dataclass
class _Question:
    spec: Specification
    width: int
    deadline: float
    domain: Smt = field(init=False)
    functions: dict[str, Any] = field(init=False)
    predicates: frozenset[str] = field(init=False)
    asked: dict[str, list[tuple[Any, ...]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.domain = Smt(self.width, z3.Context())
        sort = z3.BitVecSort(self.width, self.domain.context)
        self.predicates = frozenset(f.name for f in self.spec.exists if f.predicate)
        self.functions = {f.name: z3.Function(f"function!{i}", *[sort] * (f.arity + 1)) for i, f in enumerate(self.spec.exists)}

    def _solver(self, share: float = 1.0) -> z3.Solver:
        context = self.domain.context
        solver = z3.Solver(ctx=context) if self.spec.uses_floats else z3.SolverFor("QF_UFBV", ctx=context)
        solver.set("timeout", max(1, int((self.deadline - time.monotonic()) * 1000 * share)))
        return solver

    def _formula(self, words: dict[str, Any], answer: Callable[[str, tuple[Any, ...]], Any]) -> Any:
        return self.domain.truth(interpret(self.spec.formula, self.domain, words, answer))

    def at(self, example: Example) -> Any:
        """The formula on one example, over uninterpreted functions."""
        words = {name: self.domain.constant(value) for name, value in example.items()}
        return self._formula(words, self._called)

    def _called(self, name: str, arguments: tuple[Any, ...]) -> Any:
        if name in self.predicates and arguments:
            self.asked.setdefault(name, []).append(arguments)
        return self.functions[name](*arguments)

    def core(self, found: list[Example]) -> list[Example] | None:
        """Some of the examples that cannot be satisfied together; None where all can, or nobody knows."""
        marks = [z3.Bool(f"example!{i}", self.domain.context) for i in range(len(found))]
        solver = self._solver(0.5)
        solver.add(*(z3.Implies(mark, self.at(e)) for mark, e in zip(marks, found, strict=True)))
        if solver.check(*marks) != z3.unsat:
            return None
        kept = {str(mark) for mark in solver.unsat_core()}
        return self._shrunk([e for mark, e in zip(marks, found, strict=True) if str(mark) in kept])

    def _shrunk(self, core: list[Example]) -> list[Example]:
        for example in list(core):
            rest = [e for e in core if e is not example]
            solver = self._solver(0.2)
            solver.add(*map(self.at, rest))
            if rest and solver.check() == z3.unsat:
                core = rest
        return core

    def alone(self, seconds: float) -> Example | None:
        """An example for which every choice of results fails, even one that is no function; not yet checked."""
        results: list[Any] = []

        def fresh(name: str, arguments: tuple[Any, ...]) -> Any:
            results.append(self.domain.symbol(f"{name}!{len(results)}"))
            return results[-1]

        words = {name: self.domain.symbol(name) for name in names_of(self.spec)}
        denied = z3.Not(self._formula(words, fresh))
        solver = z3.Solver(ctx=self.domain.context)
        solver.set("timeout", max(1, int(seconds * 1000)))
        solver.add(z3.ForAll(results, denied) if results else denied)
        return _values(solver.model(), words) if solver.check() == z3.sat else None

    def collect(self) -> list[Example] | None:
        """CEGIS: examples against the tables of values that Z3 proposes as functions, until nothing is left."""
        found: list[Example] = []
        for _ in range(_ROUNDS):
            solver = self._solver()
            solver.add(*map(self.at, found))
            verdict = solver.check() if time.monotonic() < self.deadline else z3.unknown
            if verdict == z3.unsat:
                return self._shrunk(found)
            example = self._against(solver.model()) if verdict == z3.sat else None
            if example is None or example in found:
                return None
            found.append(example)
        return None

    def _against(self, model: z3.ModelRef) -> Example | None:
        """An example that the functions of `model` do not satisfy."""
        words = {name: self.domain.symbol(name) for name in names_of(self.spec)}
        solver = self._solver()
        solver.add(z3.Not(self._formula(words, lambda name, arguments: self._look_up(model, name, arguments))))
        return _values(solver.model(), words) if solver.check() == z3.sat else None

    def _look_up(self, model: z3.ModelRef, name: str, arguments: tuple[Any, ...]) -> Any:
        """The value of a function in a model, as a table."""
        function = self.functions[name]
        if name in self.predicates and arguments:
            return self._look_up_predicate(model, name, arguments)
        value = model.eval(function(*map(self.domain.constant, [0] * len(arguments))), model_completion=True)
        table = model[function] if arguments else None
        if table is None:
            return value
        for i in range(table.num_entries()):
            entry = table.entry(i)
            same = z3.And([a == entry.arg_value(k) for k, a in enumerate(arguments)])
            value = z3.If(same, entry.value(), value)
        return value

    def _look_up_predicate(self, model: z3.ModelRef, name: str, arguments: tuple[Any, ...]) -> Any:
        """False but where examples ask for it: so they go from what must hold to what follows, step by step."""
        value = self.domain.constant(0)
        for asked in self.asked.get(name, ()):
            place = [model.eval(a, model_completion=True) for a in asked]
            held = model.eval(self.functions[name](*place), model_completion=True)
            value = z3.If(z3.And([a == p for a, p in zip(arguments, place, strict=True)]), held, value)
        return value


def at_examples(spec: Specification, width: int, examples: list[Example]) -> Any:
    """The Z3 formula that says: uninterpreted ∃ functions satisfy `spec` on all of `examples` (at least one)."""
    question = _Question(spec, width, 0.0)
    return functools.reduce(z3.And, map(question.at, examples))


def _values(model: z3.ModelRef, words: dict[str, Any]) -> Example:
    return {name: model.eval(word, model_completion=True).as_long() for name, word in words.items()}
