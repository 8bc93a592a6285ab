"""Programs of L as typed expressions: for functions without a grammar.

A word of L is of W bits; an expression is of the sort it has by nature, Bool for comparisons and connectives, BitVec W for the
rest, and converted where another is wanted. What SMT-LIB has no operator for is expanded.
"""

from __future__ import annotations

from collections.abc import Callable

from synth.frontends.sygus.nodes import BOOL, Kind, Node, Signature, Sort, literal, node
from synth.frontends.sygus.theory import THEORY
from synth.operators import Operator
from synth.program import Program


def typed(program: Program, signature: Signature, width: int) -> Node:
    """The body of a function of this signature that computes `program` on words of `width` bits.

    A narrower result is the lower bits of the word; a Bool one is whether the word is not 0. ValueError for floating point.
    """
    return _Typer(width).body(program, signature)


class _Typer:
    def __init__(self, width: int) -> None:
        self._sort = Sort(width)

    def body(self, program: Program, signature: Signature) -> Node:
        operands = [self._argument(name, sort) for name, sort in signature.parameters]
        operands += [literal(c % (1 << self._sort.bits), self._sort) for c in program.constants]
        for op, places in program.instructions:
            operands.append(self._applied(op, [operands[p] for p in places]))
        result = operands[program.result]
        if not signature.sort.bits:
            return self._truth(result)
        word = self._word(result)
        bits = signature.sort.bits
        return word if bits == self._sort.bits else _made("extract", word, indices=(bits - 1, 0))

    def _argument(self, name: str, sort: Sort) -> Node:
        item = node(Kind.PARAMETER, name, sort)
        missing = self._sort.bits - sort.bits
        return _made("zero_extend", item, indices=(missing,)) if sort.bits and missing else item

    def _truth(self, item: Node) -> Node:
        """Whether the word is not 0."""
        if not item.sort.bits:
            return item
        if item.kind is Kind.LITERAL:
            return literal(int(item.value != 0), BOOL)
        return _made("not", _made("=", item, literal(0, item.sort)))

    def _word(self, item: Node) -> Node:
        if item.sort.bits:
            return item
        if item.kind is Kind.LITERAL:
            return literal(item.value, self._sort)
        return _made("ite", item, literal(1, self._sort), literal(0, self._sort))

    def _applied(self, op: Operator, operands: list[Node]) -> Node:
        if op.name in _EXPANDED:
            return _EXPANDED[op.name](self, operands)
        if not op.smt.startswith("bv"):
            raise ValueError(f"{op} has no counterpart in SyGuS-IF")
        if op.name in _CONNECTIVES and self._boolean(operands) and (op.name != "not" or self._sort.bits == 1):
            return _made(op.name, *map(self._truth, operands))
        return _made(op.smt, *map(self._word, operands))

    def _boolean(self, operands: list[Node]) -> bool:
        """Whether operands can be taken for Booleans without a change of their words: one is a Bool, the others too, or 0 or 1."""
        return any(not o.sort.bits for o in operands) and all(
            not o.sort.bits or (o.kind is Kind.LITERAL and o.value <= 1) for o in operands)

    def _equal(self, operands: list[Node]) -> Node:
        if not self._boolean(operands):
            return _made("=", *map(self._word, operands))
        for item, other in (operands, operands[::-1]):
            if item.kind is Kind.LITERAL:
                return self._truth(other) if item.value else _made("not", self._truth(other))
        return _made("=", *operands)

    def _distinct(self, operands: list[Node]) -> Node:
        equal = self._equal(operands)
        return equal.children[0] if equal.name == "not" else _made("not", equal)

    def _chosen(self, operands: list[Node]) -> Node:
        condition, *branches = operands
        alike = branches if self._boolean(branches) else [self._word(b) for b in branches]
        if not any(b.sort.bits == 0 for b in alike):
            return _made("ite", self._truth(condition), *alike)
        return _made("ite", self._truth(condition), *map(self._truth, alike))

    def _implied(self, operands: list[Node]) -> Node:
        return _made("=>", *map(self._truth, operands))

    def _least(self, operands: list[Node]) -> Node:
        a, b = map(self._word, operands)
        return _made("ite", _made("bvult", a, b), a, b)

    def _greatest(self, operands: list[Node]) -> Node:
        a, b = map(self._word, operands)
        return _made("ite", _made("bvult", a, b), b, a)


_CONNECTIVES = frozenset(("and", "or", "xor", "not"))
_EXPANDED: dict[str, Callable[[_Typer, list[Node]], Node]] = {
    "eq": _Typer._equal, "neq": _Typer._distinct, "ite": _Typer._chosen, "implies": _Typer._implied,
    "min": _Typer._least, "max": _Typer._greatest}


def _made(name: str, *operands: Node, indices: tuple[int, ...] = ()) -> Node:
    """An application of an operator of the theory, with the sort that its rule gives."""
    sort = THEORY[name].sort(indices, tuple(o.sort for o in operands))
    return node(Kind.THEORY, name, sort, operands, indices)
