"""What a decision tree leaves behind, said shorter: constants folded, units dropped, choices that are connectives at width 1."""

from __future__ import annotations

from collections.abc import Sequence

from synth import terms
from synth.evaluation.integers import Integers
from synth.operators import Operator, operator
from synth.terms import Term, TermKind

_NOT, _AND, _OR, _XOR, _EQ, _ITE = map(operator, ("not", "and", "or", "xor", "eq", "ite"))


class Simplifier:
    """Rewrites terms by equivalences at `width` bits that never lengthen them; no operator beside `operators` comes in."""

    def __init__(self, operators: Sequence[Operator], width: int) -> None:
        self._operators, self._width = frozenset(operators), width

    def __call__(self, term: Term) -> Term:
        """A term of the same value with no more applications."""
        return terms.rebuild(term, self._simpler)

    def _simpler(self, node: Term) -> Term | None:
        """A simpler term for one whose arguments are simple; None where there is none."""
        op = node.data
        if not isinstance(op, Operator):
            return None
        known = [v for v in map(self._known, node.arguments) if v is not None]
        if len(known) == op.arity:
            return terms.constant(op(Integers(self._width), *known))
        if op.arity == 1:
            inner = node.arguments[0]
            return inner.arguments[0] if op.involution and inner.data is op else None
        return self._choice(*node.arguments) if op is _ITE else self._binary(op, node.arguments) if op.arity == 2 else None

    def _known(self, term: Term) -> int | None:
        """The value of a constant."""
        return term.data % (1 << self._width) if term.kind is TermKind.CONSTANT and isinstance(term.data, int) else None

    def _is(self, term: Term, value: int | None) -> bool:
        return value is not None and self._known(term) == value % (1 << self._width)

    def _made(self, op: Operator, *arguments: Term) -> Term | None:
        """An application, simplified; None where the operator is not allowed."""
        if op not in self._operators:
            return None
        made = terms.apply(op, *arguments)
        simpler = self._simpler(made)
        return made if simpler is None else simpler

    def _binary(self, op: Operator, operands: Sequence[Term]) -> Term | None:
        a, b = operands
        if a is b and op.same is not None:
            return a if op.same == "a" else terms.constant(int(op.same))
        if self._is(b, op.right_unit):
            return a
        if op.commutative and self._is(a, op.right_unit):
            return b
        for known, other in ((a, b), (b, a)):
            if (op is _AND and self._is(known, 0)) or (op is _OR and self._is(known, -1)):
                return known
            if self._width == 1 and ((op is _XOR and self._is(known, 1)) or (op is _EQ and self._is(known, 0))):
                return self._made(_NOT, other)
            if self._width == 1 and op is _EQ and self._is(known, 1):
                return other
        return None

    def _choice(self, condition: Term, then: Term, otherwise: Term) -> Term | None:
        known = self._known(condition)
        if known is not None:
            return then if known else otherwise
        if then is otherwise:
            return then
        if self._width == 1:
            return self._connective(condition, then, otherwise)
        boolean = isinstance(condition.data, Operator) and condition.data.boolean
        return condition if boolean and self._is(then, 1) and self._is(otherwise, 0) else None

    def _connective(self, condition: Term, then: Term, otherwise: Term) -> Term | None:
        """The choice between words of one bit as a connective."""
        if then is condition or self._is(then, 1):
            return self._made(_OR, condition, otherwise)
        if otherwise is condition or self._is(otherwise, 0):
            return self._made(_AND, condition, then)
        if condition.data is _NOT:
            return self._made(_ITE, condition.arguments[0], otherwise, then)
        if then.data is _NOT and then.arguments[0] is otherwise:
            return self._made(_XOR, condition, otherwise)
        if otherwise.data is _NOT and otherwise.arguments[0] is then:
            return self._made(_EQ, condition, then)
        if self._is(then, 0) and self._is(otherwise, 1):
            return self._made(_NOT, condition)
        return None
