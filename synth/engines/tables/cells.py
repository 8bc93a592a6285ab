"""The table: one unknown value per ∃ function and tuple of arguments that an example asks for, in an incremental solver.

A specification without nested calls says, at a concrete example, something about finitely many such cells and nothing else. That
the solver finds no values at all proves that no functions whatever satisfy the examples.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import z3

from synth.engines.tables.encode import encoder
from synth.operators import Operator
from synth.specification import Function
from synth.terms import Term, TermKind, postorder

Literal = tuple[str, int, int]
"""That a cell, given by the function and its number there, has a value."""


@dataclass(frozen=True)
class Conflict:
    """Literals that cannot hold together."""

    literals: frozenset[Literal]


class Cells:
    """The cells of `functions` under the examples of `formula` at `width` bits. Examples are only ever added."""

    def __init__(self, formula: Term, functions: Sequence[Function], width: int, seed: int) -> None:
        self.width = width
        self.arguments: dict[str, list[tuple[int, ...]]] = {f.name: [] for f in functions}
        self._nodes = postorder(formula)
        self._context = z3.Context()
        self._encoder = encoder(width, self._context)
        self._cells: dict[tuple[str, tuple[int, ...]], Any] = {}
        self._marks: dict[Literal, Any] = {}
        self._meaning: dict[int, Literal] = {}
        self._asserted: dict[int, Any] = {}
        self._solver = z3.SolverFor("QF_FD", ctx=self._context)
        self._solver.set("random_seed", seed % (1 << 31))
        self._solver.set("ctrl_c", False)
        self._model: Any = None
        self._lock, self._checking = threading.Lock(), False
        self.checks = 0
        self.possible = True

    def interrupt(self) -> None:
        """Called from another thread: make a running `check` return; does nothing where none runs."""
        with self._lock:
            if self._checking:
                self._context.interrupt()

    def add(self, example: Mapping[str, int]) -> None:
        """Have the formula hold on an example."""
        values: dict[int, Any] = {}
        for node in self._nodes:
            values[id(node)] = self._value(node, [values[id(a)] for a in node.arguments], example)
        for formula in self._encoder.assertions(values[id(self._nodes[-1])]):
            if formula.get_id() not in self._asserted:
                self._solver.add(formula)
                self._asserted[formula.get_id()] = formula

    def _value(self, node: Term, arguments: list[Any], example: Mapping[str, int]) -> Any:
        match node.kind, node.data:
            case TermKind.CONSTANT, int(value):
                return value % (1 << self.width)
            case TermKind.SYMBOL, str(name):
                return example[name]
            case TermKind.CALL, str(name):
                return self._cell(name, tuple(arguments))
            case TermKind.APPLY, Operator() as op:
                return self._encoder.apply(op, arguments, node.boolean)
        return self.width % (1 << self.width)

    def _cell(self, name: str, arguments: tuple[int, ...]) -> Any:
        if (name, arguments) not in self._cells:
            self._cells[name, arguments] = self._encoder.cell(f"{name}!{len(self.arguments[name])}")
            self.arguments[name].append(arguments)
        return self._cells[name, arguments]

    def _mark(self, literal: Literal) -> Any:
        """The Z3 literal that stands for one of ours."""
        if literal not in self._marks:
            name, number, value = literal
            mark, meaning = self._encoder.literal(self._cells[name, self.arguments[name][number]], value)
            if meaning is not None:
                self._solver.add(meaning)
            self._marks[literal] = mark
            self._meaning[mark.get_id()] = literal
        return self._marks[literal]

    def check(self, literals: Iterable[Literal], seconds: float, unless: Literal | None = None) -> bool | Conflict | None:
        """Whether the cells can have these values, and `unless` be false: True (then `values` tells the others), why not, or None
        where time ran out.
        """
        self._solver.set("timeout", max(1, int(seconds * 1000)))
        marks = [self._mark(literal) for literal in literals] + ([] if unless is None else [z3.Not(self._mark(unless))])
        self.checks += 1
        verdict = self._checked(marks)
        if verdict == z3.unsat:
            self.possible &= bool(marks)
            core = (m.get_id() for m in self._solver.unsat_core())
            return Conflict(frozenset(self._meaning[m] for m in core if m in self._meaning))
        if verdict != z3.sat:
            return None
        self._model = self._solver.model()
        return True

    def _checked(self, marks: list[Any]) -> Any:
        with self._lock:
            self._checking = True
        try:
            return self._solver.check(*marks)
        finally:
            with self._lock:
                self._checking = False

    def values(self, name: str) -> list[int]:
        """The values of a function's cells in the model that the last `check` found; the examples must be the same."""
        return [self._encoder.read(self._model, self._cells[name, arguments]) for arguments in self.arguments[name]]
