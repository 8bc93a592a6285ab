"""Paths of a transition system from its entry: edges one after the other, the states between them terms over their inputs.

Where there are many, those that come by the same places are one, as in a model checker that unwinds loops (Clarke, Kroening, Lerda,
A tool for checking ANSI-C programs, TACAS 2004): what differs in their states is chosen by a word that says which of them it is.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from synth import terms
from synth.algebra.folding import filled
from synth.analysis.certificates.kinds import Step
from synth.booleans import FALSE, TRUE, conjunction, disjunction
from synth.evaluation import integers
from synth.terms import Term, TermKind
from synth.transition import Edge, Kind, TransitionSystem, symbols

DEEPEST, MOST = 1024, 256
"""How many edges a path may have, and how many paths may go on at one depth."""
_DIVIDED, _CHOICES = 64, 3
"""How many paths of one length may come of dividing them, and how many constants an index is compared with at least."""
_APART = 32
"""How many paths of one length are followed each by itself."""


@dataclass(frozen=True)
class Path:
    """Edges from the entry, what they assume, what the last one does, the state behind each as terms over the inputs, and how
    inputs were renamed. Of several paths that are one, the edges and the states before the last are those of the first."""

    edges: tuple[int, ...]
    condition: tuple[Term, ...]
    last: Term
    states: tuple[dict[str, Term], ...]
    renamed: tuple[dict[str, str], ...]


def empty(system: TransitionSystem) -> Path:
    """The path without edges: the entry, whose state is all 0."""
    return Path((), (), TRUE, ({v.name: terms.constant(0) for v in system.variables},), ())


def state_behind(system: TransitionSystem, edge: Edge, words: Mapping[str, int]) -> dict[str, int]:
    """The state behind an edge, by what its inputs and the variables before it are."""
    return {v.name: integers.evaluate(u, words, {}, system.width) for v, u in zip(system.variables, edge.update, strict=True)}


def end_of(system: TransitionSystem, path: Path) -> int:
    """Where a path ends."""
    return system.edges[path.edges[-1]].target if path.edges else 0


def extended(system: TransitionSystem, path: Path) -> Iterator[Path]:
    """The paths with one edge more, without those that no values of the inputs allow, as far as folding constants shows."""
    here = end_of(system, path)
    for number, edge in enumerate(system.edges):
        if edge.source == here:
            renamed = {i.name: f"{i.name}@{len(path.edges)}" for i in edge.inputs}
            inputs = {old: terms.symbol(new) for old, new in renamed.items()}
            by = {**path.states[-1], **inputs}
            bounds = [inputs[i.name] <= (1 << i.bits) - 1 for i in edge.inputs if i.bits < system.width]
            guard, *update = filled((edge.guard, *edge.update), by, system.width)
            state = {v.name: u for v, u in zip(system.variables, update, strict=True)}
            if guard is not FALSE:
                yield Path((*path.edges, number), (*path.condition, guard, *bounds), guard,
                           (*path.states, state), (*path.renamed, renamed))


def divided(system: TransitionSystem, path: Path, most: int) -> list[Path]:
    """The path as at most `most` paths, which go the same way and together hold the same runs: where what chooses an element of an
    array is one of some constants by a condition, it holds on one and not on the other, and elements need not be chosen.
    """
    found, waiting = list[Path](), [path]
    while waiting:
        own = waiting.pop()
        condition = next((c for v in system.variables if v.name in indices(system)
                          and (c := _of_constants(own.states[-1][v.name])) is not None), None)
        if condition is None or len(found) + len(waiting) + 2 > most:
            found.append(own)
            continue
        for holds in (terms.constant(False), TRUE):
            state = filled(list(own.states[-1].values()), {}, system.width, (condition, holds))
            claim = condition if holds is TRUE else terms.apply("eq", condition, 0)
            waiting.append(replace(own, condition=(*own.condition, claim),
                                   states=(*own.states[:-1], dict(zip(own.states[-1], state, strict=True)))))
    return found


def _of_constants(word: Term) -> Term | None:
    """The first condition of a choice among constants only."""
    if terms.name_of(word) != "ite":
        return None
    waiting = list(word.arguments[1:])
    while waiting:
        side = waiting.pop()
        if terms.name_of(side) == "ite":
            waiting += side.arguments[1:]
        elif side.kind is not TermKind.CONSTANT:
            return None
    return word.arguments[0]


@functools.cache
def indices(system: TransitionSystem) -> frozenset[str]:
    """The variables that choose elements of arrays: what is computed from them is compared with many constants to choose a word."""
    compared: dict[int, tuple[Term, set[int]]] = {}
    for node in terms.postorder(*(t for e in system.edges for t in (e.guard, *e.update))):
        if terms.name_of(node) == "ite" and terms.name_of(node.arguments[0]) == "eq":
            word, constant = node.arguments[0].arguments
            if constant.kind is TermKind.CONSTANT:
                compared.setdefault(id(word), (word, set()))[1].add(id(constant))
    return symbols([word for word, constants in compared.values() if len(constants) >= _CHOICES])


def merged(system: TransitionSystem, paths: Sequence[Path]) -> list[Path]:
    """The paths of one length, those that come by the same places as one."""
    groups: dict[tuple[int, ...], list[Path]] = {}
    for path in paths:
        groups.setdefault(tuple(system.edges[n].target for n in path.edges), []).append(path)
    return [_one_of(own) if len(own) > 1 else own[0] for own in groups.values()]


def _one_of(paths: Sequence[Path]) -> Path:
    """Several paths as one: in each of its runs a word says which of them it is."""
    first, which = paths[0], terms.symbol(f"path@{len(paths[0].edges)}")
    shared = len(list(takewhile(lambda own: all(c is own[0] for c in own), zip(*(p.condition for p in paths), strict=False))))
    either = disjunction([conjunction([which == i, *p.condition[shared:]]) for i, p in enumerate(paths)])
    state = dict(paths[-1].states[-1])
    for i, path in reversed(list(enumerate(paths[:-1]))):
        state = {name: own if own is (word := path.states[-1][name]) else terms.ite(which == i, word, own)
                 for name, own in state.items()}
    steps = zip(*(p.renamed for p in paths), strict=True)
    renamed = tuple({old: new for own in step for old, new in own.items()} for step in steps)
    return Path(first.edges, (*first.condition[:shared], either), either, (*first.states[:-1], state), renamed)


class Unbounded(ValueError):
    """There are more paths than are followed."""


@dataclass
class Unwound:
    """The paths of one length: those into failing assertions, those that come to a loop head once too often, those that go on."""

    failing: list[Path]
    beyond: list[Path]
    going: list[Path]


def unwound(system: TransitionSystem, ends: Callable[[Path, int, bool], bool]) -> Iterator[Unwound]:
    """The paths of each length from 1 on, until none goes on; `ends` says whether one is not followed beyond the loop head that it
    comes to for the n-th time, and is told whether there is no other way to go on. Unbounded for too many paths or too long ones.
    """
    going = [empty(system)]
    for _ in range(DEEPEST):
        level = Unwound([], [], [])
        for before in going:
            longer = list(extended(system, before))
            kinds = [system.places[end_of(system, path)].kind for path in longer]
            alone = sum(kind is not Kind.ERROR for kind in kinds) == 1
            for path, kind in zip(longer, kinds, strict=True):
                if kind is Kind.ERROR:
                    level.failing.append(path)
                elif kind is Kind.HEAD:
                    (level.beyond if ends(path, visits(system, path), alone) else level.going).append(path)
        going = [part for path in level.going for part in divided(system, path, max(1, _DIVIDED // len(level.going)))]
        going = merged(system, going) if len(going) > _APART else going
        if len(going) > MOST:
            raise Unbounded(f"more than {MOST} paths of one length")
        yield level
        if not going:
            return
    raise Unbounded(f"paths of more than {DEEPEST} edges")


def visits(system: TransitionSystem, path: Path) -> int:
    """How often a path comes to the place where it ends."""
    last = end_of(system, path)
    return sum(system.edges[number].target == last for number in path.edges)


def rounds(system: TransitionSystem, path: Path) -> int:
    """How often a path has gone round the loop of the place where it ends, since it last came into that loop."""
    last, count = end_of(system, path), -1
    inside = system.loops.get(last, frozenset((last,)))
    for number in reversed(path.edges):
        place = system.edges[number].target
        if place not in inside:
            break
        count += place == last
    return count


def steps_along(path: Path, values: Mapping[str, int]) -> tuple[Step, ...]:
    """The run along a path with the values of its inputs; those that are not given are 0."""
    return tuple(Step(edge, {old: values.get(new, 0) for old, new in names.items()})
                 for edge, names in zip(path.edges, path.renamed, strict=True))


def run_along(system: TransitionSystem, path: Path, values: Mapping[str, int]) -> tuple[Step, ...] | None:
    """A run by the places of a path, which may be several that are one, with the values of its inputs; None where there is none."""
    places = [0, *(system.edges[n].target for n in path.edges)]
    waiting: list[tuple[tuple[Step, ...], Mapping[str, int]]] = [((), {v.name: 0 for v in system.variables})]
    while waiting:
        steps, state = waiting.pop()
        depth = len(steps)
        if depth == len(path.edges):
            return steps
        for number, edge in enumerate(system.edges):
            if (edge.source, edge.target) == tuple(places[depth:depth + 2]):
                inputs = {i.name: values.get(f"{i.name}@{depth}", 0) for i in edge.inputs}
                words, fits = {**state, **inputs}, all(inputs[i.name] >> i.bits == 0 for i in edge.inputs)
                if fits and integers.evaluate(edge.guard, words, {}, system.width):
                    waiting.append(((*steps, Step(number, inputs)), state_behind(system, edge, words)))
    return None


def impossible(paths: list[Path]) -> Term:
    """That no values of the inputs take any of the paths."""
    return terms.apply("eq", disjunction([conjunction(path.condition) for path in paths]), 0)
