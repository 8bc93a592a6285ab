"""From the table to expressions, function by function.

The solver is never asked for a whole table, which would be full of accidents: an expression proposes the values of a function at
all its cells while the functions that are still to come stay free, and the solver says whether that can be. Functions that are
decided are fixed, and are leaves of the expressions for those that take at least as many arguments. A function that no small
expression fits waits for the others of its arity, and is divided into cases where they did not help.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence

from synth import terms
from synth.engines.shape import argument
from synth.engines.tables.affine import affine
from synth.engines.tables.bank import LARGEST, Bank, Values
from synth.engines.tables.cells import Cells
from synth.engines.tables.context import Context, Memory
from synth.engines.tables.divide import Divider
from synth.engines.tables.fit import Table, fits
from synth.engines.tables.lanes import Lanes
from synth.engines.tables.simplify import Simplifier
from synth.engines.tables.writing import rows
from synth.operators import Operator, operator
from synth.specification import Function
from synth.terms import Term

Choice = tuple[Term, ...]
"""An expression for every function of a learner, in its order."""

_ITE = operator("ite")
_SUMS = {operator("xor"), operator("not")}


class Learner:
    """Learns expressions for the functions of a table. `most` bounds the cases that a function is divided into."""

    def __init__(self, cells: Cells, functions: Sequence[Function], operators: Sequence[Operator], constants: Sequence[int],
                 most: int, seed: int) -> None:
        self.functions = tuple(sorted(functions, key=lambda f: f.arity))
        self.lanes = Lanes(cells.width)
        self._cells, self._memory, self._most = cells, Memory(), most
        self._operators, self._constants, self._seed = tuple(operators), tuple(constants), seed
        self._simplify = Simplifier(operators, cells.width)
        self._banks: dict[int, Bank] = {}

    def learn(self, seconds: float, refused: Sequence[Choice]) -> Choice | None:
        """Expressions that fit all examples, and are not `refused`; None where there are none within reach.

        Unfinished where time ran out.
        """
        context = Context(self._cells, self._memory, time.monotonic() + seconds)
        if not context.possible():
            return None
        chosen: dict[str, Term] = {}
        waiting, put_off = deque(self.functions), 0
        while waiting:
            function = waiting.popleft()
            alike = sum(f.arity == function.arity for f in waiting)
            term = self._expression(context, function, chosen, put_off >= alike, () if waiting else refused)
            if term is not None:
                chosen[function.name], put_off = term, 0
            elif put_off < alike:
                waiting.insert(alike, function)
                put_off += 1
            else:
                return None
        return tuple(chosen[f.name] for f in self.functions)

    def _expression(self, context: Context, function: Function, chosen: dict[str, Term], divide: bool,
                    refused: Sequence[Choice]) -> Term | None:
        """An expression for all cells of a function, which are fixed; the smallest there is or, where `divide`, one with cases."""
        arguments = self._cells.arguments[function.name]
        if not arguments:
            return terms.constant(0)
        leaves = self._leaves(function, chosen)
        given = [self.lanes.pack([values[i] for values in arguments]) for i in range(function.arity)]
        values = Values(self._bank(len(leaves)), rows(leaves, given, self.lanes, self.lanes.columns(len(arguments))))
        table, cells = Table(function.name, len(arguments), values, self.lanes), range(len(arguments))
        for number in fits(context, table, cells, LARGEST if function.arity else values.bank.levels[0][1]):
            term = self._simplify(values.bank.term(number, leaves))
            if not self._refused({**chosen, function.name: term}, refused):
                context.fix(function.name, dict(enumerate(table.results(number))))
                return term
        divided = self._divided(context, table, leaves) if divide else None
        return None if divided is None or self._refused({**chosen, function.name: divided}, refused) else divided

    def _divided(self, context: Context, table: Table, leaves: Sequence[Term]) -> Term | None:
        """An expression with cases; the value that the solver has in mind for a word."""
        if leaves and _ITE not in self._operators:
            return None
        term = None
        if leaves and self.lanes.width == 1 and set(self._operators) >= _SUMS:
            term = affine(context, table, leaves, range(table.count))
        if term is None:
            term = Divider(context, table, leaves, self._operators, self._most).term(range(table.count))
        return None if term is None else self._simplify(term)

    def _refused(self, choice: dict[str, Term], refused: Sequence[Choice]) -> bool:
        return any(all(term is choice[f.name] for f, term in zip(self.functions, old, strict=True)) for old in refused)

    def _leaves(self, function: Function, chosen: dict[str, Term]) -> list[Term]:
        """The arguments, and the functions that were decided before, on the first of the arguments."""
        arguments = [argument(i) for i in range(function.arity)]
        return list(dict.fromkeys([*arguments, *(term for term in chosen.values() if term.arguments and function.arity)]))

    def _bank(self, leaves: int) -> Bank:
        if leaves not in self._banks:
            self._banks[leaves] = Bank(self.lanes, self._operators, leaves, self._constants, self._seed)
        return self._banks[leaves]
