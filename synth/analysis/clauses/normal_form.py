"""The clauses of a formula: what has to hold behind a state, wherever a predicate and a guard hold of it.

A clause reads ∀ words. source ∧ others ∧ guard → way₁ ∨ … ∨ wayₙ: `source` is one application of an unknown predicate, or nothing;
`others` are further applications of the same one; the guard speaks of no unknown; a way holds where its condition and its target,
an application of a predicate, hold and its ranks fall.
With at most one way these are constrained Horn clauses (Bjørner et al., Horn clause solvers for program verification, 2015); with
ranks and several ways they are those of Beyene, Popeea, Rybalchenko, Solving existentially quantified Horn clauses, CAV 2013.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from synth import terms
from synth.booleans import TRUE, conjunction, negation
from synth.terms import Term, TermKind

_MOST, _STEPS = 256, 20_000
"""How many ways a clause may have, and how many clauses a conjunct, where conjunctions are multiplied out; how many steps that may
take."""


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
    denies = False

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
    """source ∧ others ∧ guard → one of `ways`; a way that is a condition alone is part of the guard, negated."""

    source: Term | None
    guard: Term
    ways: tuple[Way, ...] = ()
    others: tuple[Term, ...] = ()


@dataclass(frozen=True, eq=False)
class _All:
    """A conjunction; whether it `denies` something."""

    parts: tuple[_Formula, ...]
    denies: bool


@dataclass(frozen=True, eq=False)
class _Any:
    """A disjunction; whether it `denies` something."""

    parts: tuple[_Formula, ...]
    denies: bool


@dataclass(frozen=True)
class _Denied:
    """An application of a predicate does not hold."""

    call: Term
    denies = True


_Formula = _All | _Any | _Denied | Way


def clauses_of(formula: Term) -> tuple[Clause, ...]:
    """The clauses whose conjunction is `formula`, a Boolean over unknowns; NoClauses where it is none, or there are too many.

    That a rank is above 0 where it falls follows, and is left out.
    """
    return tuple(_Clauses().of(_Negation(formula).of(formula, True)))


def unknowns_in(*roots: Term) -> set[int]:
    """The identities of the terms in `roots` that speak of unknowns."""
    speaking = set[int]()
    for node in terms.postorder(*roots):
        if node.kind is TermKind.CALL or any(id(a) in speaking for a in node.arguments):
            speaking.add(id(node))
    return speaking


class _Negation:
    """Negation normal form of what speaks of unknowns."""

    def __init__(self, root: Term) -> None:
        self._speaking = unknowns_in(root)
        self._known: dict[tuple[int, bool], _Formula] = {}
        self._descents: dict[int, Descent | None] = {}

    def of(self, node: Term, positive: bool) -> _Formula:
        """The formula, or its negation."""
        key = id(node), positive
        if key not in self._known:
            self._known[key] = self._fresh(node, positive)
        return self._known[key]

    def _fresh(self, node: Term, positive: bool) -> _Formula:
        if id(node) not in self._speaking:
            return Way(node if positive else negation(node))
        if positive and (descent := self._descent(node)) is not None:
            return Way(descents=(descent,))
        if positive and _is_positive_rank(node):
            return Way()
        name, arguments = terms.name_of(node), node.arguments
        if name == "neq" and _is_zero(arguments[1]) and arguments[0].kind is TermKind.CALL:
            return Way(target=arguments[0]) if positive else _Denied(arguments[0])
        if name in ("eq", "neq") and _is_zero(arguments[1]) and arguments[0].boolean:
            return self.of(arguments[0], positive == (name == "neq"))
        if not node.boolean or name not in ("and", "or", "implies"):
            raise NoClauses(f"{terms.text(node, 60)} is no clause")
        left = self.of(arguments[0], positive != (name == "implies"))
        both = (left, self.of(arguments[1], positive))
        return (_All if (name == "and") == positive else _Any)(both, any(part.denies for part in both))

    def _descent(self, node: Term) -> Descent | None:
        if id(node) not in self._descents:
            self._descents[id(node)] = self._fresh_descent(node)
        return self._descents[id(node)]

    def _fresh_descent(self, node: Term) -> Descent | None:
        """r' < r, or r' < r ∨ (r' = r ∧ the rest falls)."""
        if terms.name_of(node) == "ult" and all(map(_is_rank, node.arguments)):
            return Descent(node.arguments[1:], node.arguments[:1])
        if terms.name_of(node) != "or":
            return None
        for first, other in (node.arguments, node.arguments[::-1]):
            falls = self._descent(first)
            if falls is not None and len(falls.before) == 1 and terms.name_of(other) == "and":
                for same, rest in (other.arguments, other.arguments[::-1]):
                    pair = {id(falls.before[0]), id(falls.behind[0])}
                    below = self._descent(rest) if terms.name_of(same) == "eq" and set(map(id, same.arguments)) == pair else None
                    if below is not None:
                        return Descent(falls.before + below.before, falls.behind + below.behind)
        return None


def _is_computed(call: Term) -> bool:
    """Whether a function is applied to anything but words."""
    return any(a.kind is not TermKind.SYMBOL for a in call.arguments)


def _is_zero(term: Term) -> bool:
    return term.kind is TermKind.CONSTANT and term.data == 0


def _is_rank(term: Term) -> bool:
    return term.kind is TermKind.CALL and bool(term.arguments)


def _is_positive_rank(node: Term) -> bool:
    return terms.name_of(node) == "ult" and _is_zero(node.arguments[0]) and _is_rank(node.arguments[1])


class _Clauses:
    """Clauses of a formula in negation normal form, within a number of steps: what is small as a graph may be large as a tree."""

    def __init__(self) -> None:
        self._steps = 0

    def of(self, formula: _Formula) -> list[Clause]:
        """All clauses."""
        found = list(itertools.islice(map(self._clause, self._multiplied(formula)), _MOST + 1))
        if len(found) > _MOST:
            raise NoClauses("too many clauses")
        return found

    def _parts(self, formula: _Formula, kind: type[_All] | type[_Any]) -> Iterator[_Formula]:
        """What a formula is the conjunction, or the disjunction, of."""
        stack = [formula]
        while stack:
            self._step()
            node = stack.pop()
            if isinstance(node, kind):
                stack.extend(reversed(node.parts))
            else:
                yield node

    def _step(self) -> None:
        self._steps += 1
        if self._steps > _STEPS:
            raise NoClauses("too large")

    def _multiplied(self, formula: _Formula) -> Iterator[_Formula]:
        """What it is the conjunction of, where a conjunction with a predicate that is denied stands in a disjunction, too."""
        waiting = [formula]
        while waiting:
            for part in self._parts(waiting.pop(), _All):
                cases = list(self._parts(part, _Any))
                inner = next((c for c in cases if isinstance(c, _All) and c.denies), None)
                if inner is None:
                    yield part
                else:
                    others = tuple(c for c in cases if c is not inner)
                    waiting += [_Any((*others, each), any(o.denies for o in (*others, each))) for each in reversed(inner.parts)]

    def _clause(self, formula: _Formula) -> Clause:
        sources, guard, ways = list[Term](), list[Term](), list[Way]()
        for part in self._parts(formula, _Any):
            if isinstance(part, _Denied):
                sources.append(part.call)
                continue
            for way in self._ways(part):
                if way.is_condition:
                    guard.append(negation(way.condition))
                else:
                    ways.append(way)
        premises = sorted(dict.fromkeys(sources), key=_is_computed)
        if len({s.data for s in premises}) > 1:
            raise NoClauses("a clause has several predicates as premises")
        return Clause(next(iter(premises), None), conjunction(guard), tuple(ways), tuple(premises[1:]))

    def _ways(self, formula: _Formula) -> Sequence[Way]:
        """The ways that a part of a clause is the disjunction of."""
        self._step()
        match formula:
            case Way():
                return [formula]
            case _Any(parts):
                found = [way for part in parts for way in self._ways(part)]
            case _All(parts):
                found = [Way()]
                for part in parts:
                    ways = self._ways(part)
                    found = [a & b for a in found for b in ways][:_MOST + 1]
            case _Denied():
                raise NoClauses("a predicate has to fail together with something else")
        if len(found) > _MOST:
            raise NoClauses("too many ways")
        return found
