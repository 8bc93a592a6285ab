"""Paths of a transition system from its entry: edges one after the other, the states between them terms over their inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from synth import terms
from synth.algebra.folding import filled
from synth.booleans import FALSE, TRUE, conjunction, disjunction
from synth.terms import Term
from synth.transition import Kind, TransitionSystem

DEEPEST, MOST = 1024, 256
"""How many edges a path may have, and how many paths may go on at one depth."""


@dataclass(frozen=True)
class Path:
    """Edges from the entry, what they assume, what the last one does, the state behind each as terms over the inputs, and how
    inputs were renamed."""

    edges: tuple[int, ...]
    condition: tuple[Term, ...]
    last: Term
    states: tuple[dict[str, Term], ...]
    renamed: tuple[dict[str, str], ...]


def empty(system: TransitionSystem) -> Path:
    """The path without edges: the entry, whose state is all 0."""
    return Path((), (), TRUE, ({v.name: terms.constant(0) for v in system.variables},), ())


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
        going = level.going
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


def impossible(paths: list[Path]) -> Term:
    """That no values of the inputs take any of the paths."""
    return terms.apply("eq", disjunction([conjunction(path.condition) for path in paths]), 0)
