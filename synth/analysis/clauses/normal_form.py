"""The clauses of a formula: what has to hold behind a state, wherever a predicate and a guard hold of it.

A clause reads ∀ words. source ∧ guard → way₁ ∨ … ∨ wayₙ: `source` is one application of an unknown predicate, or nothing; the
guard speaks of no unknown; a way holds where its condition and its target, an application of a predicate, hold and its ranks fall.
With at most one way these are constrained Horn clauses (Bjørner et al., Horn clause solvers for program verification, 2015); with
ranks and several ways they are those of Beyene, Popeea, Rybalchenko, Solving existentially quantified Horn clauses, CAV 2013.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from synth import terms
from synth.booleans import TRUE, conjunction, negation
from synth.terms import Term, TermKind

_MOST = 256
"""How many ways a clause may have, and how many clauses a formula, where conjunctions are multiplied out."""


class NoClauses(ValueError):
    """The formula is none of clauses; says why."""


@dataclass(frozen=True)
class Descent:
    """The rank of the applications `before` is above that of those `behind`: lexicographically, unsigned."""

    before: tuple[Term, ...]
    behind: tuple[Term, ...]


@dataclass(frozen=True)
class Way:
    """A way to satisfy a clause."""

    condition: Term = TRUE
    target: Term | None = None
    descents: tuple[Descent, ...] = ()

    @property
    def is_condition(self) -> bool:
        """Whether it speaks of no unknown."""
        return self.target is None and not self.descents

    def __and__(self, other: Way) -> Way:
        if self.target is not None and other.target is not None and self.target is not other.target:
            raise NoClauses("two predicates have to hold together")
        target = other.target if self.target is None else self.target
        return Way(conjunction([self.condition, other.condition]), target, (*self.descents, *other.descents))


@dataclass(frozen=True)
class Clause:
    """source ∧ guard → one of `ways`; a way that is a condition alone is part of the guard, negated."""

    source: Term | None
    guard: Term
    ways: tuple[Way, ...] = ()


@dataclass(frozen=True)
class _All:
    """A conjunction."""

    parts: tuple[_Formula, ...]


@dataclass(frozen=True)
class _Any:
    """A disjunction."""

    parts: tuple[_Formula, ...]


@dataclass(frozen=True)
class _Denied:
    """An application of a predicate does not hold."""

    call: Term


_Formula = _All | _Any | _Denied | Way


def clauses_of(formula: Term) -> tuple[Clause, ...]:
    """The clauses whose conjunction is `formula`, a Boolean over unknowns; NoClauses where it is none.

    That a rank is above 0 where it falls follows, and is left out.
    """
    found = list(itertools.islice(map(_clause, _multiplied(_Negation(formula).of(formula, True))), _MOST + 1))
    if len(found) > _MOST:
        raise NoClauses("too many clauses")
    return tuple(found)


def unknowns_in(root: Term) -> set[int]:
    """The identities of the terms in `root` that speak of unknowns."""
    speaking = set[int]()
    for node in terms.postorder(root):
        if node.kind is TermKind.CALL or any(id(a) in speaking for a in node.arguments):
            speaking.add(id(node))
    return speaking


class _Negation:
    """Negation normal form of what speaks of unknowns."""

    def __init__(self, root: Term) -> None:
        self._speaking = unknowns_in(root)

    def of(self, node: Term, positive: bool) -> _Formula:
        """The formula, or its negation."""
        if id(node) not in self._speaking:
            return Way(node if positive else negation(node))
        if positive and (descent := _descent(node)) is not None:
            return Way(descents=(descent,))
        if positive and _is_positive_rank(node):
            return Way()
        name, arguments = terms.name_of(node), node.arguments
        if name == "neq" and _is_zero(arguments[1]) and arguments[0].kind is TermKind.CALL:
            return Way(target=arguments[0]) if positive else _Denied(arguments[0])
        if name in ("eq", "neq") and _is_zero(arguments[1]) and arguments[0].boolean:
            return self.of(arguments[0], positive == (name == "neq"))
        if not node.boolean or name not in ("and", "or", "implies", "ite"):
            raise NoClauses(f"{terms.text(node, 60)} is no clause")
        if name == "ite":
            test, then, otherwise = arguments
            return _All((_Any((self.of(test, False), self.of(then, positive))),
                         _Any((self.of(test, True), self.of(otherwise, positive)))))
        left = self.of(arguments[0], positive != (name == "implies"))
        both = (left, self.of(arguments[1], positive))
        return _All(both) if (name == "and") == positive else _Any(both)


def _is_zero(term: Term) -> bool:
    return term.kind is TermKind.CONSTANT and term.data == 0


def _is_rank(term: Term) -> bool:
    return term.kind is TermKind.CALL and bool(term.arguments)


def _is_positive_rank(node: Term) -> bool:
    return terms.name_of(node) == "ult" and _is_zero(node.arguments[0]) and _is_rank(node.arguments[1])


def _descent(node: Term) -> Descent | None:
    """r' < r, or r' < r ∨ (r' = r ∧ the rest falls)."""
    if terms.name_of(node) == "ult" and all(map(_is_rank, node.arguments)):
        return Descent(node.arguments[1:], node.arguments[:1])
    if terms.name_of(node) != "or":
        return None
    for first, other in (node.arguments, node.arguments[::-1]):
        falls = _descent(first)
        if falls is not None and len(falls.before) == 1 and terms.name_of(other) == "and":
            for same, rest in (other.arguments, other.arguments[::-1]):
                pair = {id(falls.before[0]), id(falls.behind[0])}
                below = _descent(rest) if terms.name_of(same) == "eq" and set(map(id, same.arguments)) == pair else None
                if below is not None:
                    return Descent(falls.before + below.before, falls.behind + below.behind)
    return None


def _flat(kind: type[_All] | type[_Any]) -> Callable[[_Formula], Iterator[_Formula]]:
    def parts(formula: _Formula) -> Iterator[_Formula]:
        stack = [formula]
        while stack:
            node = stack.pop()
            if isinstance(node, kind):
                stack.extend(reversed(node.parts))
            else:
                yield node
    return parts


_conjuncts, _disjuncts = _flat(_All), _flat(_Any)


def _multiplied(formula: _Formula) -> Iterator[_Formula]:
    """What the formula is the conjunction of, where a conjunction with a predicate that is denied stands in a disjunction, too."""
    for part in _conjuncts(formula):
        cases = list(_disjuncts(part))
        inner = next((c for c in cases if isinstance(c, _All) and _denies(c)), None)
        if inner is None:
            yield part
        else:
            others = tuple(c for c in cases if c is not inner)
            for each in inner.parts:
                yield from _multiplied(_Any((*others, each)))


def _denies(formula: _Formula) -> bool:
    return isinstance(formula, _Denied) or (isinstance(formula, (_All, _Any)) and any(map(_denies, formula.parts)))


def _clause(formula: _Formula) -> Clause:
    sources, guard, ways = list[Term](), list[Term](), list[Way]()
    for part in _disjuncts(formula):
        if isinstance(part, _Denied):
            sources.append(part.call)
            continue
        for way in _ways(part):
            if way.is_condition:
                guard.append(negation(way.condition))
            else:
                ways.append(way)
    if len({id(s) for s in sources}) > 1:
        raise NoClauses("a clause has several predicates as premises")
    return Clause(next(iter(sources), None), conjunction(g for g in guard if g is not TRUE), tuple(ways))


def _ways(formula: _Formula) -> Sequence[Way]:
    """The ways that a part of a clause is the disjunction of."""
    match formula:
        case Way():
            return [formula]
        case _Any(parts):
            found = [way for part in parts for way in _ways(part)]
        case _All(parts):
            found = [Way()]
            for part in parts:
                found = [a & b for a in found for b in _ways(part)]
                if len(found) > _MOST:
                    raise NoClauses("too many ways")
        case _Denied():
            raise NoClauses("a predicate has to fail together with something else")
    return found
