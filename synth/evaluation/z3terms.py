"""Z3 terms made by Z3's C functions: the operators of its Python classes look for sorts and coercions first, which takes three
times as long."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import z3


class Z3Terms:
    """What makes terms in a context. Arguments are terms of that context, of the sorts that Z3's functions ask for."""

    def __init__(self, context: z3.Context) -> None:
        self._context = context
        self._ref = context.ref()

    def tell(self, solver: z3.Solver, conditions: Iterable[Any]) -> None:
        """Tell a solver of the context that Booleans hold."""
        for own in conditions:
            z3.Z3_solver_assert(self._ref, solver.solver, own.ast)

    def condition(self, make: Callable[[Any, Any, Any], Any], a: Any, b: Any) -> Any:
        """The Boolean that a function of Z3 makes of two terms."""
        return z3.BoolRef(make(self._ref, a.ast, b.ast), self._context)

    def negated(self, condition: Any) -> Any:
        """That a Boolean is false."""
        return z3.BoolRef(z3.Z3_mk_not(self._ref, condition.ast), self._context)

    def connected(self, make: Callable[[Any, int, Any], Any], *conditions: Any) -> Any:
        """The Boolean that a function of Z3 makes of any number of Booleans."""
        return z3.BoolRef(self._of_many(make, conditions), self._context)

    def word(self, make: Callable[..., Any], *words: Any) -> Any:
        """The bit-vector that a function of Z3 makes of one or two."""
        return z3.BitVecRef(make(self._ref, *(w.ast for w in words)), self._context)

    def number(self, make: Callable[[Any, int, Any], Any], *numbers: Any) -> Any:
        """The integer that a function of Z3 makes of any number of integers."""
        return z3.ArithRef(self._of_many(make, numbers), self._context)

    def chosen(self, kind: type[z3.ExprRef], condition: Any, then: Any, otherwise: Any) -> Any:
        """One of two terms, by a Boolean, as a term of a class."""
        return kind(z3.Z3_mk_ite(self._ref, condition.ast, then.ast, otherwise.ast), self._context)

    def _of_many(self, make: Callable[[Any, int, Any], Any], terms: tuple[Any, ...]) -> Any:
        return make(self._ref, len(terms), (z3.Ast * len(terms))(*(t.ast for t in terms)))
