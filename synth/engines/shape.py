"""What engines read off a specification: where functions are called, and which words they have to return there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from synth import terms
from synth.booleans import conjuncts
from synth.engines.protocol import Example
from synth.evaluation.arrays import Arrays, Words
from synth.operators import Operator
from synth.specification import Function, Specification
from synth.terms import Term, TermKind


@dataclass(frozen=True)
class Equation:
    """function(arguments) is `value`; with `truth`, only "is not 0" is asked, where value is a Boolean."""

    function: str
    arguments: tuple[Term, ...]
    value: Term
    truth: bool


def _is(term: Term, name: str) -> bool:
    return isinstance(term.data, Operator) and term.data.name == name


def _free(term: Term) -> bool:
    return next(terms.calls(term), None) is None


def _is_zero(term: Term) -> bool:
    return term.kind is TermKind.CONSTANT and term.data == 0


def _comparison_with_zero(term: Term) -> tuple[Term, bool] | None:
    """(call, wanted truth) where the term says that a call is not 0, or is 0."""
    for name, truth in (("neq", True), ("eq", False)):
        if _is(term, name):
            for call, zero in (term.arguments, term.arguments[::-1]):
                if call.kind is TermKind.CALL and _is_zero(zero):
                    return call, truth
    return None


def equation(conjunct: Term) -> Equation | None:
    """The conjunct read as what one call has to return, where it says that."""
    sides = (conjunct.arguments, conjunct.arguments[::-1]) if _is(conjunct, "eq") else ()
    found = _comparison_with_zero(conjunct)
    candidates: list[tuple[Term, Term, bool]] = []
    for left, right in sides:
        if left.kind is TermKind.CALL and not (left.arguments == () and right.boolean):
            candidates.append((left, right, False))
        inner = _comparison_with_zero(left)
        if inner is not None and right.boolean | _is_zero(right):
            wanted = right if inner[1] else terms.apply("eq", right, 0)
            candidates.append((inner[0], wanted, True))
    if not candidates and found is not None:
        candidates.append((found[0], terms.constant(found[1]), True))
    for call, value, truth in candidates:
        if call.arguments and _free(value) and all(map(_free, call.arguments)):
            return Equation(str(call.data), call.arguments, value, truth)
    return None


def equations(specification: Specification) -> dict[str, tuple[Equation, ...]] | None:
    """Per ∃ function its equations, where the whole body is a conjunction of equations of one sort each; else None."""
    grouped: dict[str, tuple[Equation, ...]] = {f.name: () for f in specification.exists}
    for conjunct in conjuncts(specification.body):
        found = equation(conjunct)
        if found is None:
            return None
        grouped[found.function] += (found,)
    if any(not group or len({e.truth for e in group}) > 1 for group in grouped.values()):
        return None
    return grouped


def argument(number: int) -> Term:
    """The term that stands for an argument of a function."""
    return terms.symbol(f"argument {number}")


def words_of(specification: Specification, examples: Iterable[Example]) -> dict[str, Words]:
    """The examples as one uint64 array per ∀ word."""
    listed = list(examples)
    return {str(s.data): np.array([e[str(s.data)] for e in listed], dtype=np.uint64) for s in specification.forall}


def values(roots: Iterable[Term], words: dict[str, Words], count: int, width: int) -> NDArray[np.uint64]:
    """Call-free terms on `count` examples: uint64 [terms, count]."""
    domain = Arrays(width)
    rows = [np.broadcast_to(terms.interpret(root, domain, words, terms.no_calls), (count,)) for root in roots]
    return np.array(rows, dtype=np.uint64).reshape(len(rows), count)


def points(specification: Specification, group: tuple[Equation, ...], examples: list[Example],
           width: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Where one function is called on the examples, and what it has to return: uint64 [arguments, points] and [points].

    A point that repeats an earlier one is left out.
    """
    words = words_of(specification, examples)
    arguments = np.hstack([values(e.arguments, words, len(examples), width) for e in group])
    goal = np.hstack([values([e.value], words, len(examples), width)[0] for e in group])
    _, first = np.unique(np.vstack([arguments, goal]), axis=1, return_index=True)
    keep = np.sort(first)
    return arguments[:, keep], goal[keep]


def sites(specification: Specification, function: Function) -> tuple[Term, ...] | None:
    """The distinct calls of a function; None where one's arguments depend on other calls."""
    found = tuple(c for c in terms.calls(specification.body) if c.data == function.name)
    return found if all(_free(a) for c in found for a in c.arguments) else None
