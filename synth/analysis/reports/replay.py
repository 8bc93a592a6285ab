"""What to answer a program when it asks, so that it runs as a certificate says: to the assertion that fails, or for ever.

Choices are terms over the state. Where they are constants, that says everything; otherwise the transition system is run, and what
its inputs are is written down.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from synth import terms
from synth.analysis.certificates.kinds import Certificate, Choices, DangerInvariant, Predicates, Ranks, RecurrenceSet, Step, Trace
from synth.analysis.certificates.obligations import after, chosen, lower, run_of
from synth.booleans import TRUE, conjunction
from synth.evaluation import floats, integers
from synth.evaluation.pytext import PythonText
from synth.terms import Term, TermKind, replaced
from synth.transition import Edge, Kind, TransitionSystem

MOST_STEPS = 1_000_000
"""How many edges of a run are followed to its failing assertion."""

_ROUNDS = 1_000
"""How many edges of a run that never ends are followed."""

_SECONDS = 10.0
"""How long a run is followed."""


@dataclass(frozen=True)
class Asked:
    """What an input is to the program: where it asks for it, and whether an edge that is taken does (None: nobody knows)."""

    site: Hashable
    when: Term | None


Reads = Sequence[Mapping[str, Asked]]
"""For each edge all that the program asks for, in order, by input; those that the edge does not name are answered 0."""


@dataclass(frozen=True)
class Answers:
    """What to answer.

    told      places of the source with the values that they are answered, in the order in which the program asks
    always    what such a place is answered when no more is told for it
    failing   the places of the system where the run ends, one of them; none where it never ends
    certain   whether it is known that the program asks as told
    begun     how many answers lead to the certificate's closed set, if it has one
    """

    told: tuple[tuple[Hashable, int], ...]
    always: Mapping[Hashable, int]
    failing: tuple[int, ...]
    certain: bool
    begun: int


def answers(system: TransitionSystem, certificate: Certificate, asked: Reads) -> Answers | None:
    """The answers for the run of a certificate; None where it is too long to follow. ValueError where there is no run.

    asked   what the program asks for on each edge
    """
    match certificate:
        case Trace(steps):
            told = tuple(_told(system, steps, asked))
            return Answers(told, {}, (system.edges[steps[-1].edge].target,), _certain(asked), len(told))
        case RecurrenceSet(prefix, sets, choices):
            return _lasting(_Walk(system, sets, choices, None, asked), prefix)
        case DangerInvariant(prefix, sets, choices, ranks):
            return _lasting(_Walk(system, sets, choices, ranks, asked), prefix)
    raise ValueError("a certificate without a run")


def _certain(asked: Reads) -> bool:
    return all(own.when is not None for read in asked for own in read.values())


def _told(system: TransitionSystem, steps: Sequence[Step], asked: Reads) -> Iterator[tuple[Hashable, int]]:
    """What the program asks for in a run, with the answers."""
    for step, (_, state) in zip(steps, run_of(system, tuple(steps)), strict=False):
        words = {**state, **step.inputs}
        for name, own in asked[step.edge].items():
            if own.when is None or integers.evaluate(own.when, words, {}, system.width):
                yield own.site, step.inputs.get(name, 0)


@dataclass(frozen=True)
class _Walk:
    """The way through a closed set; with ranks it leads to a failing assertion."""

    system: TransitionSystem
    sets: Predicates
    choices: Choices
    ranks: Ranks | None
    asked: Reads

    def ways(self, place: int) -> Iterator[tuple[int, Edge]]:
        """The edges that may be taken from a place, with their inputs chosen."""
        for number, edge in enumerate(self.system.edges):
            if edge.source == place and (edge.target in self.sets or self._fails(edge)):
                taken = chosen(self.system, number, self.choices)
                if not taken.inputs:
                    yield number, taken

    def _fails(self, edge: Edge) -> bool:
        return self.ranks is not None and self.system.places[edge.target].kind is Kind.ERROR

    def failing(self) -> tuple[int, ...]:
        """The failing assertions that it may lead to."""
        targets = {edge.target for place in self.sets for _, edge in self.ways(place)}
        return tuple(sorted(t for t in targets if self.system.places[t].kind is Kind.ERROR))

    def constants(self) -> dict[Hashable, int] | None:
        """What each place of the source is always answered, where that is so."""
        found: dict[Hashable, int] = {}
        for number in {number for place in self.sets for number, _ in self.ways(place)}:
            for variable in self.system.edges[number].inputs:
                term = self.choices[number][variable.name]
                if term.kind is not TermKind.CONSTANT or not isinstance(term.data, int):
                    return None
                value = term.data % (1 << self.system.width)
                if found.setdefault(self.asked[number][variable.name].site, value) != value:
                    return None
        return dict.fromkeys((own.site for read in self.asked for own in read.values()), 0) | found

    def step(self, number: int, taken: Edge) -> Callable[..., Any]:
        """A function of the state: whether the edge may be taken, the state behind it, and pairs of whether an input is read and
        its value.
        """
        goes = [taken.guard]
        if taken.target in self.sets:
            goes.append(after(self.system, taken, self.sets[taken.target]))
            if self.ranks is not None:
                behind = tuple(after(self.system, taken, r) for r in self.ranks[taken.target])
                goes.append(lower(self.ranks[taken.source], behind))
        by = self.choices.get(number, {})
        reads = []
        for name, own in self.asked[number].items():
            reads += [replaced(TRUE if own.when is None else own.when, by), by.get(name, terms.constant(0))]
        return _function(self.system, [conjunction(goes), *taken.update, *reads])

    def sites(self, number: int) -> list[Hashable]:
        """Where the inputs of an edge are asked for, in order."""
        return [own.site for own in self.asked[number].values()]


def _function(system: TransitionSystem, roots: Sequence[Term]) -> Callable[..., Any]:
    """The values of terms as a Python function of the variables."""
    domain, lines = PythonText(system.width), list[str]()
    values = {v.name: f"v{i}" for i, v in enumerate(system.variables)}
    parameters = ", ".join(values.values())
    shown: dict[int, str] = {}
    for node in terms.postorder(*roots):
        if node.kind is TermKind.APPLY:
            shown[id(node)] = f"t{len(lines)}"
            inner = {str(i): shown[id(a)] for i, a in enumerate(node.arguments)}
            flat = terms.apply(node.data, *(terms.symbol(i) for i in inner))  # type: ignore[arg-type]
            lines.append(f"    {shown[id(node)]} = {terms.interpret(flat, domain, inner, terms.no_calls)}")
        else:
            shown[id(node)] = terms.interpret(node, domain, values, terms.no_calls)
    result = ", ".join(shown[id(r)] for r in roots)
    namespace: dict[str, Any] = {"floats": floats}
    exec("\n".join([f"def step({parameters}):", *lines, f"    return ({result},)"]), namespace)
    made: Callable[..., Any] = namespace["step"]
    return made


def _lasting(walk: _Walk, prefix: tuple[Step, ...]) -> Answers | None:
    told = tuple(_told(walk.system, prefix, walk.asked))
    certain, always = _certain(walk.asked), walk.constants()
    if always is not None:
        return Answers(told, always, walk.failing(), certain, len(told))
    followed = list(told)
    end = _followed(walk, prefix, followed)
    if walk.ranks is None:
        return Answers(tuple(followed), {}, (), certain, len(told))
    return None if end is None else Answers(tuple(followed), {}, (end,), certain, len(told))


def _followed(walk: _Walk, prefix: tuple[Step, ...], told: list[tuple[Hashable, int]]) -> int | None:
    """The failing assertion that the run comes to, None where that takes too long; what is asked on the way goes to `told`."""
    place, state = run_of(walk.system, prefix)[-1]
    words, count = [state[v.name] for v in walk.system.variables], len(walk.system.variables)
    known: dict[int, list[tuple[int, Callable[..., Any], list[Hashable]]]] = {}
    until = time.monotonic() + _SECONDS
    for step in range(MOST_STEPS if walk.ranks is not None else _ROUNDS):
        if step % 1024 == 0 and time.monotonic() > until:
            return None
        if place not in known:
            known[place] = [(e.target, walk.step(n, e), walk.sites(n)) for n, e in walk.ways(place)]
        for target, function, sites in known[place]:
            goes, *values = function(*words)
            if goes:
                place, words = target, values[:count]
                told += [(s, v) for s, w, v in zip(sites, values[count::2], values[count + 1::2], strict=True) if w]
                break
        else:
            raise ValueError(f"the set of place {place} is not closed")
        if walk.system.places[place].kind is Kind.ERROR:
            return place
    return None
