"""The independent parts of a specification. Loads nothing heavy."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass

from synth.booleans import TRUE, disjuncts
from synth.specification import Function, Specification
from synth.terms import Term, TermKind, postorder


@dataclass(frozen=True)
class Part:
    """One of several formulas of which any may hold: it shares neither ∀ words nor ∃ functions with the others."""

    given: Term
    body: Term
    words: tuple[str, ...]
    functions: tuple[Function, ...]

    @property
    def formula(self) -> Term:
        """given → body."""
        return self.body if self.given is TRUE else self.given.implies(self.body)


def parts(specification: Specification) -> list[Part]:
    """The specification as a disjunction of independent parts: (∀x. A(x)) ∨ (∀y. B(y)) where the body is A(x) ∨ B(y).

    One part where there is a precondition, which may relate all words. ∃ functions that the formula does not mention are in none.
    """
    if specification.precondition is not TRUE:
        return [_part(specification, _names([specification.formula]), [specification.body])]
    groups: list[tuple[set[str], list[Term]]] = []
    for disjunct in disjuncts(specification.body):
        names, members = _names([disjunct]), [disjunct]
        for group in [g for g in groups if g[0] & names]:
            groups.remove(group)
            names, members = group[0] | names, group[1] + members
        groups.append((names, members))
    return [_part(specification, names, members) for names, members in groups]


def _names(roots: Iterable[Term]) -> set[str]:
    """The ∀ words and ∃ functions of terms; a specification gives no name twice."""
    return {str(node.data) for node in postorder(*roots) if node.kind in (TermKind.SYMBOL, TermKind.CALL)}


def _part(specification: Specification, names: set[str], members: list[Term]) -> Part:
    words = tuple(str(s.data) for s in specification.forall if s.data in names)
    return Part(specification.precondition, functools.reduce(lambda a, b: a | b, members), words,
                tuple(f for f in specification.exists if f.name in names))
