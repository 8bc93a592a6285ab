"""Formulas at one example as questions for Z3: what the example decides is folded away before the solver sees it.

At width 1 there is nothing but connectives: they are flattened into conjunctions of many operands, whose negations are the clauses
that a SAT solver wants. Other words go through the evaluator on Z3 terms. A value is an integer where it is known.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol

import z3

from synth.evaluation.integers import Integers
from synth.evaluation.smt import Smt
from synth.operators import Operator, operator

_AND, _OR, _ITE, _IMPLIES = map(operator, ("and", "or", "ite", "implies"))

Value = Any
"""An integer where it is known; else what the encoder makes of unknown cells."""


class Encoder(Protocol):
    """Makes values of unknown cells, and Z3 formulas of values."""

    def cell(self, label: str) -> Value:
        """A new unknown cell."""
        ...

    def apply(self, op: Operator, arguments: Sequence[Value], boolean: bool) -> Value:
        """An operator on values, some of which are known; `boolean` where the result is 0 or 1."""
        ...

    def assertions(self, value: Value) -> list[Any]:
        """Z3 formulas that together say that the value is not 0."""
        ...

    def literal(self, cell: Value, value: int) -> tuple[Any, Any]:
        """A Z3 literal that says that a cell has a value, and what has to be asserted for that (None: nothing)."""
        ...

    def read(self, model: Any, cell: Value) -> int:
        """The value of a cell in a model."""
        ...


def encoder(width: int, context: z3.Context) -> Encoder:
    """The encoder for words of `width` bits."""
    return Gates(context) if width == 1 else Words(width, context)


Edge = tuple[int, bool]
"""A gate by its number, and whether it is negated."""


class Gates:
    """Words of one bit as a graph of conjunctions and negations; equal gates are one."""

    def __init__(self, context: z3.Context) -> None:
        self._context = context
        self._gates: list[frozenset[Edge] | None] = []
        self._numbers: dict[frozenset[Edge], int] = {}
        self._made: dict[Edge, Any] = {}

    def cell(self, label: str) -> Edge:
        """A gate without operands."""
        self._gates.append(None)
        edge = (len(self._gates) - 1, False)
        self._made[edge] = z3.Bool(label, self._context)
        return edge

    def apply(self, op: Operator, arguments: Sequence[Value], boolean: bool) -> Value:
        """By the truth table of the operator on the operands that are not known."""
        unknown = [a for a in arguments if not isinstance(a, int)]
        rows = _rows(op, tuple(a if isinstance(a, int) else -1 for a in arguments))
        if len(rows) in (0, 1 << len(unknown)):
            return int(bool(rows))
        if 2 * len(rows) > 1 << len(unknown):
            others = [bits for bits in itertools.product((0, 1), repeat=len(unknown)) if bits not in rows]
            return _negated(self._any(unknown, others))
        return self._any(unknown, rows)

    def _any(self, operands: Sequence[Edge], rows: Sequence[tuple[int, ...]]) -> Value:
        """The disjunction of the minterms of these rows."""
        minterms = [self._all([e if bit else _negated(e) for e, bit in zip(operands, row, strict=True)]) for row in rows]
        if len(minterms) == 1:
            return minterms[0]
        return _negated(self._all([_negated(m) for m in minterms]))

    def _all(self, operands: Sequence[Value]) -> Value:
        """The conjunction, flattened."""
        found: set[Edge] = set()
        for operand in operands:
            if isinstance(operand, int):
                if not operand:
                    return 0
                continue
            below = None if operand[1] else self._gates[operand[0]]
            found |= {operand} if below is None else below
        if any((number, not negated) in found for number, negated in found):
            return 0
        if len(found) < 2:
            return next(iter(found), 1)
        key = frozenset(found)
        if key not in self._numbers:
            self._gates.append(key)
            self._numbers[key] = len(self._gates) - 1
        return self._numbers[key], False

    def assertions(self, value: Value) -> list[Any]:
        """A clause for each operand of a conjunction."""
        if isinstance(value, int):
            return [] if value else [z3.BoolVal(False, self._context)]
        below = None if value[1] else self._gates[value[0]]
        return [self._formula(edge) for edge in sorted({value} if below is None else below)]

    def _formula(self, root: Edge) -> Any:
        """The Z3 formula of an edge; a negated conjunction is a disjunction."""
        stack = [root]
        while stack:
            edge = stack[-1]
            number, negated = edge
            gate = self._gates[number]
            needed = [(number, False)] if gate is None else [(n, s is not negated) for n, s in sorted(gate)]
            missing = [e for e in needed if e not in self._made] if edge not in self._made else []
            if edge not in self._made and not missing:
                parts = [self._made[e] for e in needed]
                self._made[edge] = z3.Not(parts[0]) if gate is None else z3.Or(parts) if negated else z3.And(parts)
            stack = stack + missing if missing else stack[:-1]
        return self._made[root]

    def literal(self, cell: Edge, value: int) -> tuple[Any, Any]:
        """The gate or its negation."""
        return self._formula(cell if value else _negated(cell)), None

    def read(self, model: Any, cell: Edge) -> int:
        """Cells that the model does not mention are 0."""
        return int(z3.is_true(model[self._made[cell]]))


def _negated(edge: Value) -> Value:
    return 1 - edge if isinstance(edge, int) else (edge[0], not edge[1])


@cache
def _rows(op: Operator, arguments: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The values of the unknown arguments, which are -1, under which the operator gives 1."""
    found = []
    for bits in itertools.product((0, 1), repeat=arguments.count(-1)):
        stream = iter(bits)
        if op(Integers(1), *(next(stream) if a < 0 else a for a in arguments)):
            found.append(bits)
    return tuple(found)


class Words:
    """Words of any width as Z3 bit-vectors."""

    def __init__(self, width: int, context: z3.Context) -> None:
        self._domain, self._integers = Smt(width, context), Integers(width)
        self._made: dict[tuple[Any, ...], Any] = {}
        self._marks = 0

    def cell(self, label: str) -> Any:
        """A word."""
        return self._domain.symbol(label)

    def apply(self, op: Operator, arguments: Sequence[Value], boolean: bool) -> Value:
        """The Z3 term, made once: many examples share cells."""
        if all(isinstance(a, int) for a in arguments):
            return op(self._integers, *arguments)
        decided = _decided(op, arguments, 1 if boolean else self._integers.mask)
        if decided is not None:
            return decided
        key = (op, *(a if isinstance(a, int) else (a.get_id(),) for a in arguments))
        if key not in self._made:
            self._made[key] = op(self._domain, *(self._domain.constant(a) if isinstance(a, int) else a for a in arguments))
        return self._made[key]

    def assertions(self, value: Value) -> list[Any]:
        """One formula."""
        return [z3.BoolVal(value != 0, self._domain.context) if isinstance(value, int) else self._domain.truth(value)]

    def literal(self, cell: Any, value: int) -> tuple[Any, Any]:
        """A new Boolean, and its meaning."""
        self._marks += 1
        mark = z3.Bool(f"mark!{self._marks}", self._domain.context)
        return mark, mark == (cell == value)

    def read(self, model: Any, cell: Any) -> int:
        """Cells that the model does not mention are 0."""
        return int(model.eval(cell, model_completion=True).as_long())


def _decided(op: Operator, arguments: Sequence[Value], ones: int) -> Value | None:
    """What an application is, where a known operand is enough to tell; None where it is not. `ones` is the unit of `and`."""
    known = [a for a in arguments if isinstance(a, int)]
    if op in (_AND, _OR) and known:
        absorbing, unit = (0, ones) if op is _AND else (ones, 0)
        if absorbing in known:
            return absorbing
        return next(a for a in arguments if not isinstance(a, int)) if known == [unit] else None
    if op is _ITE and isinstance(arguments[0], int):
        return arguments[1] if arguments[0] else arguments[2]
    return 1 if op is _IMPLIES and isinstance(arguments[0], int) and not arguments[0] else None
