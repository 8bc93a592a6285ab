"""Sorts of SMT-LIB for the words of a specification, which all have its width: in grammars also Bool and narrower bit vectors.

A value of a narrower sort is the word below 2^bits, a Bool the word 0 or 1. `widened` and `cut` go from one view to the other.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from synth.evaluation.smttext import Expression, SmtText
from synth.grammar import Grammar
from synth.operators import Operator
from synth.program import default_parameters
from synth.specification import Function, Specification
from synth.terms import TermKind, postorder

Sort = int
"""The number of bits of a bit vector; BOOL stands for the Booleans."""
BOOL: Sort = 0
_CONNECTIVES = {"and", "or", "xor", "not", "eq", "neq", "implies", "ite"}


def sort_text(sort: Sort) -> str:
    """The sort in SMT-LIB."""
    return f"(_ BitVec {sort})" if sort else "Bool"


def widened(domain: SmtText, e: Expression, sort: Sort) -> Expression:
    """The word that the expression `e` of this sort stands for; a Bool is one to the domain."""
    return e if sort in (BOOL, domain.width) else domain.apply(f"(_ zero_extend {domain.width - sort})", e)


def cut(domain: SmtText, word: Expression, sort: Sort) -> Expression:
    """The word as an expression of this sort, which is to hold it."""
    if sort == BOOL:
        return domain.truth(word)
    if sort == domain.width:
        return domain.word(word)
    while word.head == "bvand" and _holds(word.arguments[1], sort):
        word = word.arguments[0]
    if word.value is not None:
        return domain.number(word.value, sort)
    if word.head == f"(_ zero_extend {domain.width - sort})":
        return word.arguments[0]
    return domain.apply(f"(_ extract {sort - 1} 0)", domain.word(word))


def _holds(mask: Expression, bits: int) -> bool:
    """Whether a mask leaves the lowest bits alone."""
    return mask.value is not None and ~mask.value % (1 << bits) == 0


@dataclass(frozen=True)
class Signature:
    """How an ∃ function is declared: its name and parameters as symbols, and their sorts."""

    symbol: str
    parameters: tuple[str, ...]
    sorts: tuple[Sort, ...]
    result: Sort

    @property
    def declared(self) -> str:
        """Name, parameters with sorts, and result, as define-fun and synth-fun have them."""
        shown = " ".join(f"({p} {sort_text(s)})" for p, s in zip(self.parameters, self.sorts, strict=True))
        return f"{self.symbol} ({shown}) {sort_text(self.result)}"

    def applied(self, domain: SmtText, words: Collection[Expression]) -> Expression:
        """The word that the function gives for words."""
        operands = [cut(domain, word, sort) for word, sort in zip(words, self.sorts, strict=True)]
        return widened(domain, domain.apply(self.symbol, *operands, boolean=self.result == BOOL), self.result)


def parameters_of(function: Function) -> tuple[str, ...]:
    """The names of a function's arguments."""
    return function.parameters or default_parameters(function.arity)


def nonterminal_sorts(grammar: Grammar, width: int) -> list[Sort]:
    """The sort of every non-terminal of a specification's own grammar; one of one bit is Bool."""
    bits = [width if n.bits is None else n.bits for n in grammar.nonterminals]
    return [BOOL if b == 1 else b for b in bits]


def sorts_of(function: Function, spec: Specification) -> tuple[tuple[Sort, ...], Sort]:
    """The sorts of a function's arguments and of its result."""
    if function.grammar is None and is_boolean(spec):
        return (BOOL,) * function.arity, BOOL
    if function.grammar is None:
        return (spec.width,) * function.arity, BOOL if function.predicate and _only_tested(function, spec) else spec.width
    sorts = nonterminal_sorts(function.grammar, spec.width)
    places = [[s for s, n in zip(sorts, function.grammar.nonterminals, strict=True) if i in n.arguments]
              for i in range(function.arity)]
    return tuple(min(found, default=spec.width) for found in places), sorts[0]


def is_boolean(spec: Specification) -> bool:
    """Whether functions without a grammar are of Booleans: their one bit is never calculated with."""
    return spec.width == 1 and {op.name for op in spec.operator_set} <= _CONNECTIVES


def _only_tested(predicate: Function, spec: Specification) -> bool:
    """Whether nothing but "not 0" is asked of the predicate's words, so that they may as well be Bool."""
    def tests(name: object, second: TermKind, value: object) -> bool:
        return isinstance(name, Operator) and name.name == "neq" and second is TermKind.CONSTANT and value == 0

    return all(tests(n.data, n.arguments[-1].kind, n.arguments[-1].data)
               for n in postorder(spec.formula) if any(a.kind is TermKind.CALL and a.data == predicate.name for a in n.arguments))
