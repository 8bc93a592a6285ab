"""Terms, simplified while they are built: constants folded, units dropped, negations pushed into comparisons."""

from __future__ import annotations

from collections.abc import Callable

from synth import terms
from synth.booleans import FALSE, TRUE
from synth.evaluation.integers import Integers
from synth.frontends.c.lowering import open_width
from synth.operators import Operator, operator
from synth.terms import Term, TermKind

_NEGATED = {"ult": "ule", "ule": "ult", "slt": "sle", "sle": "slt"}
_EVERYWHERE: dict[str, Callable[..., int]] = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "neg": lambda a: -a, "not": lambda a: ~a,
    "and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b,
}
"""What means the same modulo 2^width at every width."""


def value(term: Term) -> int | None:
    """The number that a constant is; None for any other term."""
    return term.data if term.kind is TermKind.CONSTANT and isinstance(term.data, int) else None


def _is_truth(term: Term) -> bool:
    """Whether it is 0 or 1."""
    return term.boolean or value(term) in (0, 1)


def _as_truth(term: Term) -> Term:
    return term if term.boolean else terms.constant(term.data == 1)


class Builder:
    """Builds terms over words of `width` bits, or of any width where it is None. Results equal the plain terms for all words."""

    def __init__(self, width: int | None) -> None:
        self.width = width
        self._domain = Integers(width or 64)
        self._ones = -1 if width is None else (1 << width) - 1

    def constant(self, number: int) -> Term:
        """The word `number`, in the one form that this builder uses."""
        return terms.constant(number if self.width is None else number & self._ones)

    def apply(self, name: str, *arguments: Term) -> Term:
        """The operator of the table on arguments."""
        op = operator(name)
        if self.width is None and name in open_width.COMPARISONS:
            exact = open_width.compared(name, *arguments)
            if exact is not None:
                return exact
        known = [value(a) for a in arguments]
        numbers = [k for k in known if k is not None]
        if len(numbers) == len(known):
            folded = self._folded(op, numbers)
            if folded is not None:
                return folded
        found = self._simple(op, arguments, known)
        return terms.apply(op, *arguments) if found is None else found

    def _folded(self, op: Operator, numbers: list[int]) -> Term | None:
        if self.width is not None:
            result = op(self._domain, *(n & self._ones for n in numbers))
        elif op.name in _EVERYWHERE:
            result = _EVERYWHERE[op.name](*map(int, numbers))
        elif numbers[0] == numbers[-1] and isinstance(op.same, int) and op.boolean:
            result = op.same
        else:
            return None
        return terms.constant(bool(result)) if op.boolean else terms.constant(result)

    def _simple(self, op: Operator, arguments: tuple[Term, ...], known: list[int | None]) -> Term | None:
        if op.arity == 1:
            return arguments[0].arguments[0] if op.involution and arguments[0].data is op else None
        if op.name == "ite":
            return self.ite(*arguments)
        a, b = arguments
        if op.commutative and known[0] is not None:
            a, b, known = b, a, known[::-1]
        if a is b and op.same is not None:
            return a if op.same == "a" else self._same(op)
        if known[1] is not None:
            found = self._with_constant(op, a, known[1])
            if found is not None:
                return found
        return terms.apply(op, a, b) if a is not arguments[0] else None

    def _same(self, op: Operator) -> Term:
        assert isinstance(op.same, int)
        return terms.constant(bool(op.same)) if op.boolean else self.constant(op.same)

    def _with_constant(self, op: Operator, a: Term, b: int) -> Term | None:
        """a ∘ b for a constant b."""
        boolean = a.boolean
        if op.name in ("eq", "neq"):
            return self._compared(a, b, op.name == "eq")
        if op.right_unit is not None and b == op.right_unit & self._ones:
            return a
        if boolean and b in (0, 1) and op.name in ("and", "or", "xor"):
            return {"and": (FALSE, a), "or": (a, TRUE), "xor": (a, self.negation(a))}[op.name][b]
        if b == 0 and op.name in ("mul", "and", "ult"):
            return FALSE if op.boolean else self.constant(0)
        if op.name == "or" and b == self._ones:
            return self.constant(-1)
        return self._offset(op, a, b) if op.name in ("add", "sub") else self._masked(op, a, b)

    def _offset(self, op: Operator, a: Term, b: int) -> Term | None:
        """a ± b, where a is itself something plus or minus a constant; small negative numbers are subtracted."""
        offset = b if op.name == "add" else -b
        name = a.data.name if isinstance(a.data, Operator) else ""
        inner = value(a.arguments[1]) if name in ("add", "sub") else None
        if inner is not None:
            a, offset = a.arguments[0], offset + (inner if name == "add" else -inner)
        offset &= self._ones
        if offset == 0:
            return a
        minus = -offset & self._ones
        if self.width is None:
            return terms.apply("add", a, offset) if offset > 0 else terms.apply("sub", a, -offset)
        return terms.apply("sub", a, minus) if minus < offset else terms.apply("add", a, offset)

    def _masked(self, op: Operator, a: Term, b: int) -> Term | None:
        """(a & c) & b, once."""
        if op.name == "and" and isinstance(a.data, Operator) and a.data.name == "and":
            inner = value(a.arguments[1])
            if inner is not None:
                return self.apply("and", a.arguments[0], self.constant(inner & b))
        return None

    def _compared(self, a: Term, b: int, equal: bool) -> Term | None:
        """a = b or a ≠ b for a constant b."""
        if a.boolean:
            if b not in (0, 1):
                return terms.constant(not equal)
            return a if (b == 1) == equal else self.negation(a)
        if isinstance(a.data, Operator) and a.data.name == "ite":
            sides = [value(side) for side in a.arguments[1:]]
            if None not in sides and (self.width is not None or b in sides):
                same = [(side == b) == equal for side in sides]
                return self.ite(a.arguments[0], terms.constant(same[0]), terms.constant(same[1]))
        return None

    def negation(self, condition: Term) -> Term:
        """Not a Boolean."""
        number = value(condition)
        if number is not None:
            return terms.constant(number == 0)
        name = condition.data.name if isinstance(condition.data, Operator) else ""
        if name in _NEGATED:
            return terms.apply(_NEGATED[name], *reversed(condition.arguments))
        if name == "neq":
            return terms.apply("eq", *condition.arguments)
        if name == "eq":
            a, b = condition.arguments
            return a if a.boolean and value(b) == 0 else terms.apply("neq", a, b)
        return terms.apply("eq", condition, 0)

    def truth(self, word: Term) -> Term:
        """That a word is not 0, as a Boolean."""
        number = value(word)
        if number is not None:
            return terms.constant(number & self._ones != 0)
        if isinstance(word.data, Operator) and word.data.name == "ite" and any(
                side.boolean or value(side) is not None for side in word.arguments[1:]):
            return self.ite(self.truth(word.arguments[0]), self.truth(word.arguments[1]), self.truth(word.arguments[2]))
        return word if word.boolean else self.apply("neq", word, self.constant(0))

    def both(self, a: Term, b: Term) -> Term:
        """The conjunction of Booleans."""
        if a is b or b is TRUE:
            return a
        if a is TRUE:
            return b
        return FALSE if a is FALSE or b is FALSE or a is self.negation(b) else terms.apply("and", a, b)

    def either(self, a: Term, b: Term) -> Term:
        """The disjunction of Booleans."""
        if a is b or b is FALSE:
            return a
        if a is FALSE:
            return b
        return TRUE if a is TRUE or b is TRUE or a is self.negation(b) else terms.apply("or", a, b)

    def implied(self, a: Term, b: Term) -> Term:
        """That a implies b, both Booleans."""
        return b if a is TRUE else TRUE if a is FALSE or b is TRUE else self.negation(a) if b is FALSE else a.implies(b)

    def ite(self, condition: Term, then: Term, otherwise: Term) -> Term:
        """`then` where the Boolean holds, else `otherwise`."""
        number = value(condition)
        if number is not None:
            return then if number else otherwise
        if then is otherwise:
            return then
        if condition.data is operator("eq") and condition.arguments[0].boolean and value(condition.arguments[1]) == 0:
            return self.ite(condition.arguments[0], otherwise, then)
        if _is_truth(then) and _is_truth(otherwise):
            return self._choice(condition, _as_truth(then), _as_truth(otherwise))
        return then if self._guarded(condition, then, otherwise) else terms.apply("ite", condition, then, otherwise)

    def _guarded(self, condition: Term, then: Term, otherwise: Term) -> bool:
        """Whether `then` is a division or shift that gives `otherwise` itself where the condition does not hold."""
        if not isinstance(then.data, Operator) or then.data.arity != 2 or not isinstance(condition.data, Operator):
            return False
        (a, b), guard = then.arguments, condition.data.name
        if guard == "neq" and condition.arguments[0] is b and value(condition.arguments[1]) == 0:
            otherwise_is = {"udiv": self.constant(-1), "urem": a}.get(then.data.name)
        elif guard == "ult" and condition.arguments[0] is b and condition.arguments[1] is self._width():
            otherwise_is = {"shl": self.constant(0), "lshr": self.constant(0)}.get(then.data.name)
        else:
            return False
        return otherwise is otherwise_is

    def _width(self) -> Term:
        return terms.WIDTH if self.width is None else self.constant(self.width)

    def _choice(self, condition: Term, then: Term, otherwise: Term) -> Term:
        """The ite of Booleans, as one."""
        if then is TRUE:
            return self.either(condition, otherwise)
        if otherwise is FALSE:
            return self.both(condition, then)
        if then is FALSE:
            return self.both(self.negation(condition), otherwise)
        if otherwise is TRUE:
            return self.implied(condition, then)
        return self.either(self.both(condition, then), self.both(self.negation(condition), otherwise))
