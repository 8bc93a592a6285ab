"""Which specifications the engine is for, and the independent parts that they fall into. Loads nothing heavy."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass

from synth import terms
from synth.operators import Operator
from synth.specification import Function, Specification
from synth.terms import Term, TermKind


@dataclass(frozen=True)
class Part:
    """One of several formulas of which any may hold: it shares neither ∀ words nor ∃ functions with the others."""

    formula: Term
    words: tuple[str, ...]
    functions: tuple[Function, ...]


def applies(specification: Specification) -> bool:
    """Whether the engine is of use: several ∃ functions (or words alone), and no call whose arguments contain a call.

    Programs that are held to a grammar, floating point and specifications by points are for other engines.
    """
    several = len(specification.exists) > 1 or not specification.functions
    free = not specification.points and not specification.uses_floats and all(f.grammar is None for f in specification.exists)
    return several and free and not _nests(specification)


def _nests(specification: Specification) -> bool:
    arguments = [a for call in terms.calls(specification.formula) for a in call.arguments]
    return any(True for _ in _calls(arguments))


def _calls(roots: list[Term]) -> Iterator[Term]:
    return (node for node in terms.postorder(*roots) if node.kind is TermKind.CALL)


def parts(specification: Specification) -> list[Part]:
    """The specification as a disjunction of independent parts: (∀x. A(x)) ∨ (∀y. B(y)) where the body is A(x) ∨ B(y).

    One part where there is a precondition, which may relate all words. ∃ functions that the formula does not mention are in none.
    """
    trivial = specification.precondition.kind is TermKind.CONSTANT and bool(specification.precondition.data)
    disjuncts = _disjuncts(specification.body) if trivial else [specification.formula]
    groups: list[tuple[set[str], list[Term]]] = []
    for disjunct in disjuncts:
        names, members = _names(disjunct), [disjunct]
        for group in [g for g in groups if g[0] & names]:
            groups.remove(group)
            names, members = group[0] | names, group[1] + members
        groups.append((names, members))
    return [_part(specification, names, members) for names, members in groups]


def _disjuncts(body: Term) -> list[Term]:
    """The Boolean terms whose disjunction `body` is."""
    found, stack = [], [body]
    while stack:
        node = stack.pop()
        if isinstance(node.data, Operator) and node.data.name == "or" and node.boolean:
            stack.extend(reversed(node.arguments))
        else:
            found.append(node)
    return found


def _names(term: Term) -> set[str]:
    """The ∀ words and ∃ functions of a term; a specification gives no name twice."""
    return {str(node.data) for node in terms.postorder(term) if node.kind in (TermKind.SYMBOL, TermKind.CALL)}


def _part(specification: Specification, names: set[str], members: list[Term]) -> Part:
    formula = functools.reduce(lambda a, b: a | b, members)
    words = tuple(str(s.data) for s in specification.forall if s.data in names)
    return Part(formula, words, tuple(f for f in specification.exists if f.name in names))
