"""Bounds of what a loop adds up: after c rounds that each add at least a and at most b to a word, it lies between c·a and c·b.

How much a round adds is told by intervals, narrowed by the guards of the loop's edges; what counts the rounds is a word that each
of them moves by one. The bounds are candidates: whether sums wrap around is left to those who show them inductive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from synth import terms
from synth.algebra.folding import collected
from synth.analysis.invariants.candidates import below, held
from synth.analysis.invariants.rounds import Box, Way, joined
from synth.analysis.systems.relevance import principal_variables
from synth.booleans import TRUE, conjunction, negation
from synth.evaluation.intervals import Interval, Intervals
from synth.terms import Term, TermKind
from synth.transition import Edge, TransitionSystem, Variable

_MOST, _CASES = 24, 16
"""So many bounds of one loop; so many cases in which its rounds add something."""


def totals(system: TransitionSystem, head: int, states: Sequence[Mapping[str, int]]) -> list[Term]:
    """The bounds of what the rounds of a loop add up that hold of all `states` of its head."""
    rounds = [e for e in system.leaving(head) if e.target == head]
    return held(system, states, _bounds(system, head, rounds), _MOST) if rounds else []


def _bounds(system: TransitionSystem, head: int, rounds: Sequence[Edge]) -> Iterator[Term]:
    added = _added(system, rounds)
    entering = [e for e in system.edges if e.target == head and e.source != head]
    begun_with = [{e.update[i] for e in entering} for i in range(len(system.variables))]
    first = {v.name: next(iter(begun)) for v, begun in zip(system.variables, begun_with, strict=True) if len(begun) == 1}
    counts = list(_counts(system, added, first, _within(system, entering)))
    for v in principal_variables(system):
        own, begun = added.get(v.name), first.get(v.name)
        if own is not None and not v.floating and 0 < own.span < 1 << v.bits - 1 and begun is not None and _is_constant(begun):
            for count in counts:
                yield from _between(v, begun, count, own, system.width)


def _is_constant(term: Term) -> bool:
    return term.kind is TermKind.CONSTANT


def _between(v: Variable, begun: Term, count: Term, added: Interval, width: int) -> Iterator[Term]:
    """That a word is at least, and at most, what it was and so many rounds add, by the signs of these."""
    word, ones = v.wide(width), (1 << width) - 1
    if added.low != 0 or v.signed:
        yield ~below(word, collected(begun + count * added.low, width), v.signed)
    yield ~below(collected(begun + count * (added.low + added.span & ones), width), word, v.signed)


def _counts(system: TransitionSystem, added: Mapping[str, Interval], first: Mapping[str, Term],
            within: Mapping[str, Interval]) -> Iterator[Term]:
    """How many rounds there have been, or may have been at most: what is added to a word by one, or is left of one that another
    keeps, or of the most that it was."""
    one, less = Interval(1, 0), Interval((1 << system.width) - 1, 0)
    kept = [v for v in system.variables if added.get(v.name) == Interval(0, 0)]
    for v in principal_variables(system):
        own, begun, known = added.get(v.name), first.get(v.name), within.get(v.name)
        if own not in (one, less) or v.floating or known is None:
            continue
        if own == one:
            yield v.term - known.low if known.low else v.term
        elif known.span < (1 << v.bits) - 1:
            yield known.low + known.span - v.term
        if own == less and begun is not None and not _is_constant(begun):
            yield from (other.term - v.term for other in kept if first.get(other.name) is begun)


def _within(system: TransitionSystem, entering: Sequence[Edge]) -> Box:
    """What each word may be where a loop begins."""
    return _behind(system, entering, Intervals(system.width))


def _added(system: TransitionSystem, rounds: Sequence[Edge]) -> dict[str, Interval]:
    """What a round adds to each word, at least and at most, where that is told."""
    domain, found, same = Intervals(system.width), dict[str, Interval](), tuple(v.term for v in system.variables)
    for i, v in enumerate(system.variables):
        steps = [(e, _steps(e.update[i], v)) for e in rounds]
        cases = [replace(e, guard=conjunction((e.guard, where)), update=(*same[:i], step, *same[i + 1:]))
                 for e, own in steps for where, step in own]
        if all(e.update[i] is v.term for e in rounds):
            found[v.name] = domain.constant(0)
        elif len(cases) <= _CASES and all(own for _, own in steps) and (stepped := _behind(system, cases, domain)):
            found[v.name] = stepped[v.name]
    return found


def _behind(system: TransitionSystem, edges: Iterable[Edge], domain: Intervals) -> Box:
    """The smallest box that holds what some edges lead to from anywhere; an empty one where they lead nowhere."""
    anywhere = {v.name: domain.between(0, (1 << v.bits) - 1) for v in system.variables}
    found: Box | None = None
    for edge in edges:
        box = Way(system, edge, domain).behind(anywhere)
        found = found if box is None else joined(domain, box, found)
    return found or {}


def _steps(update: Term, v: Variable) -> list[tuple[Term, Term]]:
    """What an update adds to a variable, case by case, each with its condition; nothing where it does something else."""
    if update is v.term:
        return [(TRUE, terms.constant(0))]
    name, arguments = terms.name_of(update), update.arguments
    if name == "ite":
        ways = zip((arguments[0], negation(arguments[0])), (_steps(own, v) for own in arguments[1:]), strict=True)
        found = [[(conjunction((taken, c)), step) for c, step in own] for taken, own in ways]
        return [case for own in found for case in own] if all(found) else []
    if name == "and" and _is_constant(arguments[1]) and arguments[1].data == (1 << v.bits) - 1:
        return _steps(arguments[0], v)
    if name in ("add", "sub") and (before := _steps(arguments[0], v)):
        return [(c, terms.apply(name, step, arguments[1])) for c, step in before]
    return [(c, arguments[0] + step) for c, step in _steps(arguments[1], v)] if name == "add" else []
