"""Intervals of variables, the rounds of a loop apart: the invariant is a disjunction of boxes.

Idea: interval analysis that joins only the runs of the same length (trace partitioning: Rival, Mauborgne, The trace partitioning
abstract domain, TOPLAS 2007), so that "sum <= 9 after one round, sum <= 18 after two" is told, where what counts the rounds is no
variable, or bounds no other one linearly. Guards narrow boxes forwards and backwards (Benhamou, Goualard, Granvilliers, Puget,
Revising hull and box consistency, ICLP 1999).
Invariant: every state that a run of d edges comes to is in the box of its place and d.
Loses: where loops go round more than `MOST` times, or what matters relates two variables.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from synth.booleans import conjunction, disjunction
from synth.evaluation.intervals import Interval, Intervals
from synth.operators import Operator
from synth.terms import Term, TermKind, name_of, postorder
from synth.transition import Edge, Kind, TransitionSystem

MOST = 72
"""How many edges runs may take."""

_PASSES = 3
"""How often a guard is gone through, forwards and backwards."""

Box = Mapping[str, Interval]
"""Where each variable lies."""


def boxes(system: TransitionSystem, deadline: float) -> dict[int, Term] | None:
    """Per loop head a disjunction of boxes that holds whenever it is reached; None where runs may be longer than MOST, or the
    deadline passes before all runs have ended.
    """
    domain = Intervals(system.width)
    ways = [Way(system, edge, domain) for edge in system.edges if system.places[edge.target].kind is Kind.HEAD]
    found: dict[int, list[Box]] = {p.number: [] for p in system.of_kind(Kind.HEAD)}
    going: dict[int, Box] = {0: {v.name: domain.all for v in system.variables}}
    for _ in range(MOST):
        behind: dict[int, Box] = {}
        for way in (w for w in ways if w.source in going):
            if time.monotonic() > deadline:
                return None
            box = way.behind(going[way.source])
            if box is not None:
                behind[way.target] = joined(domain, box, behind.get(way.target))
        going = {place: box for place, box in behind.items()
                 if not any(all(domain.within(i, known[n]) for n, i in box.items()) for known in found[place])}
        for place, box in going.items():
            found[place].append(box)
        if not going:
            return {place: disjunction([_told(system, place, box) for box in own]) for place, own in found.items()}
    return None


def joined(domain: Intervals, box: Box, other: Box | None) -> Box:
    """The smallest box that holds one, and another where there is one."""
    return box if other is None else {n: domain.join(i, other[n]) for n, i in box.items()}


def _told(system: TransitionSystem, place: int, box: Box) -> Term:
    """A box as a predicate over the variables that decide something behind its place."""
    domain, parts = Intervals(system.width), list[Term]()
    for variable in system.variables:
        own, word = box[variable.name], variable.term
        if variable.name not in system.needed[place] or own.span == domain.mask:
            continue
        if own.span == 0:
            parts.append(word == own.low)
        elif own.low + own.span <= domain.mask:
            parts += [word >= own.low] * (own.low > 0) + [word <= own.low + own.span]
        else:
            parts.append(word - own.low <= own.span)
    return conjunction(parts)


class Way:
    """What an edge makes of boxes."""

    def __init__(self, system: TransitionSystem, edge: Edge, domain: Intervals) -> None:
        self.source, self.target, self._domain = edge.source, edge.target, domain
        self._names = [v.name for v in system.variables]
        self._inputs = {i.name: domain.between(0, (1 << i.bits) - 1) for i in edge.inputs}
        self._nodes = postorder(edge.guard, *edge.update)
        number = {id(node): i for i, node in enumerate(self._nodes)}
        self._below = [[number[id(a)] for a in node.arguments] for node in self._nodes]
        self._guard, self._update = number[id(edge.guard)], [number[id(u)] for u in edge.update]

    def behind(self, box: Box) -> Box | None:
        """A box that holds what the edge leads to from another; None where it leads nowhere."""
        values, words = [self._domain.all] * len(self._nodes), {**box, **self._inputs}
        values[self._guard] = Interval(1, 0)
        for _ in range(_PASSES):
            before = list(values)
            if not (self._forwards(values, words) and self._backwards(values)):
                return None
            if values == before:
                break
        if not self._forwards(values, words):
            return None
        return dict(zip(self._names, (values[i] for i in self._update), strict=True))

    def _forwards(self, values: list[Interval], words: Box) -> bool:
        """Narrow every node to what its arguments allow; whether something is left of each."""
        for i, node in enumerate(self._nodes):
            match node.kind, node.data:
                case TermKind.APPLY, Operator() as op:
                    own = op(self._domain, *(values[a] for a in self._below[i]))
                case TermKind.CONSTANT, int(value):
                    own = self._domain.constant(value)
                case TermKind.SYMBOL, str(name):
                    own = words[name]
                case _:
                    own = self._domain.constant(self._domain.width)
            left = self._domain.meet(own, values[i])
            if left is None:
                return False
            values[i] = left
        return True

    def _backwards(self, values: list[Interval]) -> bool:
        """Narrow the arguments of every node to what its value allows; whether something is left of each."""
        for i in range(len(self._nodes) - 1, -1, -1):
            below = self._below[i]
            for a, own in zip(below, arguments(self._domain, self._nodes[i], values[i], [values[b] for b in below]), strict=False):
                left = self._domain.meet(values[a], own)
                if left is None:
                    return False
                values[a] = left
        return True


_MIRRORED = {"ult": "ule", "ule": "ult", "slt": "sle", "sle": "slt"}
"""Where a < b does not hold, b <= a does."""


def arguments(domain: Intervals, node: Term, value: Interval, given: Sequence[Interval]) -> Sequence[Interval]:
    """Intervals for the arguments of a node that hold all of those given with which its value is in an interval; none where nothing
    is known.
    """
    name, true, false = name_of(node), Interval(1, 0), Interval(0, 0)
    match name, given:
        case "add", (a, b):
            return domain.sub(value, b), domain.sub(value, a)
        case "sub", (a, b):
            return domain.add(value, b), domain.sub(a, value)
        case "neg", _:
            return [domain.sub(false, value)]
        case "not", _:
            return [domain.bitnot(value)]
        case "xor", (a, b):
            return domain.bitxor(value, b), domain.bitxor(value, a)
        case "udiv", (_, Interval(by, 0)) if by:
            return _dividends(domain, value, by)
        case "lshr", (_, Interval(by, 0)) if by < domain.width:
            return _dividends(domain, value, 1 << by)
        case "ite", (condition, a, b):
            if not domain.holds(condition, 0):
                return domain.all, value, domain.all
            if condition.span == 0:
                return domain.all, domain.all, value
            if domain.meet(a, value) is None:
                return false, domain.all, value
            return (domain.between(1, domain.mask), value, domain.all) if domain.meet(b, value) is None else ()
    if value.span:
        return ()
    holds = value.low != 0
    match name, given:
        case ("and" | "or"), (a, b) if node.boolean:
            if holds is (name == "and"):
                return value, value
            decided = false if holds else true  # what the one is, so that the other decides
            return (value if b == decided else domain.all), (value if a == decided else domain.all)
        case "implies", (a, b):
            if not holds:
                return domain.between(1, domain.mask), false
            return (false if b == false else domain.all,
                    domain.between(1, domain.mask) if not domain.holds(a, 0) else domain.all)
        case ("eq" | "neq"), (a, b):
            return (b, a) if holds is (name == "eq") else (_without(domain, a, b), _without(domain, b, a))
        case ("ult" | "ule" | "slt" | "sle"), (a, b):
            if holds:
                return _ordered(domain, name, a, b)
            return _ordered(domain, _MIRRORED[name], b, a)[::-1]
    return ()


def _dividends(domain: Intervals, quotients: Interval, divisor: int) -> list[Interval]:
    """The words whose unsigned quotients are in an interval."""
    low, high = min(domain.unsigned(quotients))[0] * divisor, max(domain.unsigned(quotients))[1] * divisor + divisor - 1
    return [domain.between(low, min(domain.mask, high))] if low <= domain.mask else []


def _without(domain: Intervals, a: Interval, b: Interval) -> Interval:
    """An interval without the only word of another, where that is at its end."""
    if b.span or not a.span:
        return a
    if a.low == b.low:
        return domain.between(a.low + 1, a.low + a.span)
    return Interval(a.low, a.span - 1) if (a.low + a.span - b.low) & domain.mask == 0 else a


def _ordered(domain: Intervals, name: str, a: Interval, b: Interval) -> tuple[Interval, Interval]:
    """What two words may be, the first of which is below the second."""
    signed, strict = name[0] == "s", int(name[2] == "t")
    read = domain.signed if signed else domain.unsigned
    least, most = (-domain.sign, domain.sign - 1) if signed else (0, domain.mask)
    low, high = min(p[0] for p in read(a)), max(p[1] for p in read(b))
    return domain.between(least, max(least, high - strict)), domain.between(min(most, low + strict), most)
