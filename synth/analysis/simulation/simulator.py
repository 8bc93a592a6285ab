"""Runs of a transition system on many inputs at once, in numpy: reachable states, transitions, failing and lasting runs.

Cheap and sound for what it finds: every state here is reached, every run exists. Runs differ in their manner: some choose any
words, some only tiny ones, some choose again and again among few, and half of them settle: from some step on each input keeps one
value, so that what follows is the run of a deterministic program.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from synth import terms
from synth.analysis.certificates.kinds import Step
from synth.analysis.simulation.followed import Groups
from synth.analysis.simulation.rare import drawn, inputs_of
from synth.checking.validity.translator import Translator
from synth.evaluation.arrays import Arrays, Words
from synth.terms import TermKind
from synth.transition import Edge, Kind, TransitionSystem, Variable, symbols

_ROWS, _WORDS = 32, 100
"""The fewest runs, and steps; with more words than these there are fewer."""

_CONSTANTS = 256
"""The most constants; of more, as there are where arrays are large, the least and the greatest ones."""

_FEW, _UNSETTLED, _RARE = 4, 9, 0.03
"""The most words that a run of the second manner chooses among; the steps before which a run settles; how often a truth value is 1
in the runs in which few are."""

_SOLVING, _HARDLY, _SHARES = 0.5, 8, 6
"""Seconds for inputs by which the program begins rarely, in fewer runs than so many; those that begin so are shared among so many
such ways at least."""

_TINY, _OF, _SOME, _MOST = 3, 8, 2, 6
"""The greatest number that is chosen often: so many rounds of a loop are made soon. Of so many runs, some choose no greater ones;
most, where others come to limits of what is looked at."""

_AGAIN = 6
"""How often a run chooses other inputs, where what is assumed of them does not hold."""

_WAVES, _FEW_STATES, _ONWARD = 3, 24, 40
"""How often runs go on from states that were seen, where fewer than so many of a loop head were; for how many steps."""

_STOPS, _STOPPED = -1, -2
"""Instead of the number of an edge that a run takes, where there is none for it, and where there was none before."""

Numbers = NDArray[np.int64]
State = Mapping[str, int]


@dataclass(frozen=True)
class Move:
    """A transition that was seen: the edge, and the words before it with those of its inputs."""

    edge: int
    words: State


@dataclass
class Runs:
    """What a batch of runs saw.

    states     per loop head, states in which it was reached, by row
    moves      transitions from loop heads
    failing    runs into a failing assertion, the shortest first
    lasting    rows that were still running at the end, those that settled first
    length     how many steps the longest run made
    """

    states: dict[int, list[State]] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)
    failing: list[tuple[Step, ...]] = field(default_factory=list)
    lasting: list[Lasting] = field(default_factory=list)
    length: int = 0


class Lasting:
    """A run that has not ended, the row of a batch.

    settled    after how many steps it settled; None where it did not
    kept       the words that inputs keep from then on, by name; an input that is missing was not chosen yet
    """

    def __init__(self, batch: Simulator, row: int, settled: int | None, kept: Mapping[str, int]) -> None:
        self.settled, self.kept = settled, kept
        self._batch, self._row = batch, row

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Its steps."""
        return self._batch.steps_of(self._row)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The place before each step, and behind the last."""
        return tuple(self._batch.place_of(self._row, i) for i in range(self._batch.length + 1))

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The state before each step, and behind the last."""
        return tuple(self._batch.state_of(self._row, i) for i in range(self._batch.length + 1))

    @property
    def start(self) -> int:
        """The step from which on it has settled, the first at least."""
        return max(1, self.settled or 0)

    @property
    def begin(self) -> tuple[int, State]:
        """The place and state then."""
        return self._batch.place_of(self._row, self.start), self._batch.state_of(self._row, self.start)


def constants_of(system: TransitionSystem, around: tuple[int, ...] = (0, 1, -1)) -> tuple[int, ...]:
    """The constants that a program speaks of, and those at distances `around` them."""
    mask, found = (1 << system.width) - 1, dict.fromkeys((0, 1, 2) if len(around) > 1 else (0, 1))
    for number in numbers_in(system.edges):
        found |= dict.fromkeys((number + d) & mask for d in around)
    return tuple(found) if len(found) <= _CONSTANTS else tuple(sorted(found)[:_CONSTANTS // 2] + sorted(found)[-_CONSTANTS // 2:])


def numbers_in(edges: Iterable[Edge]) -> list[int]:
    """The constants that edges speak of, each once."""
    nodes = terms.postorder(*(t for e in edges for t in (e.guard, *e.update)))
    return list(dict.fromkeys(n.data for n in nodes if n.kind is TermKind.CONSTANT and isinstance(n.data, int)))


def _distinct(states: Sequence[State]) -> set[tuple[int, ...]]:
    """Some states, each once."""
    return {tuple(state.values()) for state in states[:_FEW_STATES * _FEW_STATES]}


def tiny(system: TransitionSystem) -> tuple[int, int]:
    """How many of eight runs choose tiny numbers only, where such are wanted, and up to which: most, where others come to limits of
    what is looked at."""
    return _MOST if system.limited else _SOME, _TINY


class _Leaving:
    """The edges from a place, by number, their inputs, their guards, and the inputs that these are about, and for each edge the
    words that it changes, with their updates."""

    def __init__(self, system: TransitionSystem, place: int) -> None:
        self.edges = [n for n, e in enumerate(system.edges) if e.source == place]
        own = [system.edges[n] for n in self.edges]
        self.inputs = list({i.name: i for e in own for i in e.inputs}.values())
        self.guards = terms.Evaluation([e.guard for e in own])
        decide = symbols(e.guard for e in own)
        self.deciding = [i for i in self.inputs if i.name in decide]
        self.updates = [_Updates(system, e) for e in own]


class _Updates:
    """The words that an edge changes, how, and what that depends on."""

    def __init__(self, system: TransitionSystem, edge: Edge) -> None:
        changed = {v.name: u for v, u in zip(system.variables, edge.update, strict=True) if u is not v.term}
        self.names, self.terms = tuple(changed), terms.Evaluation(list(changed.values()))
        self.read = symbols(changed.values())


class Simulator:
    """Runs `rows` runs of at most `steps` steps each, fewer where there are many words; all randomness from `seed`. Elements of
    arrays are followed at `places` places, where there are such (`followed`). Of eight runs some choose no numbers but small ones:
    how many, and up to which, says `small`, as `tiny` does."""

    def __init__(self, system: TransitionSystem, seed: int, rows: int = 384, steps: int = 160, places: int = 16,
                 small: tuple[int, int] = (0, 0)) -> None:
        words = max(_WORDS, len(system.variables))
        self._system, self._rows, self._steps = system, max(_ROWS, rows * _WORDS // words), max(_ROWS, steps * _WORDS // words)
        rows = self._rows
        self._seed, self._rng = seed, np.random.default_rng(seed)
        self._few_small, self._greatest = small
        self._domain, self._groups = Arrays(system.width), Groups(system, rows, places, self._rng)
        self._spoken_of = np.array(constants_of(system, (0,)), dtype=np.uint64)
        self._interesting = np.array(constants_of(system), dtype=np.uint64)
        self._state = {v.name: np.zeros(rows, dtype=np.uint64) for v in system.variables}
        self._place, self._numbers = np.zeros(rows, dtype=np.int64), np.arange(rows)
        self._alive = np.ones(rows, dtype=np.bool_)
        self._kept: dict[str, Words] = {}
        self._few: dict[str, Words] = {}
        self._settled = self._manners()
        self._fails = np.array([p.kind is Kind.ERROR for p in system.places])
        self._leaving = {p.number: _Leaving(system, p.number) for p in system.places}
        self._seen: Runs | None = None
        self._history: list[tuple[Numbers, dict[str, Words], Numbers, dict[str, Words]]] = []

    def run(self) -> Runs:
        """All runs to their ends, or for the most steps; where few come to some loop heads, more from states that were seen."""
        if self._seen is not None:
            return self._seen
        self._seen = runs = self.once()
        for wave in range(_WAVES):
            few = [h.number for h in self._system.of_kind(Kind.HEAD) if len(_distinct(runs.states.get(h.number, ()))) < _FEW_STATES]
            if not few or not runs.states or self._groups.several:
                break
            more = Simulator(self._system, self._seed + wave + 1, self._rows, _ONWARD)
            more._begin(runs.states)
            found = more.once()
            for head in few:
                runs.states.setdefault(head, []).extend(found.states.get(head, ()))
            runs.moves += [m for m in found.moves if self._system.edges[m.edge].source in few]
            runs.states = {head: states for head, states in runs.states.items() if states}
        return runs

    def once(self) -> Runs:
        """All runs to their ends, or for the most steps: enough for what lasts."""
        while self._goes_on:
            self._step()
        return self._summary()

    def failing(self) -> tuple[Step, ...] | None:
        """A shortest one of all runs that fail within the most steps; None where none does."""
        failed = self._failed()
        while self._goes_on and not len(failed):
            self._step()
            failed = self._failed()
        return self.steps_of(int(failed[0])) if len(failed) else None

    @property
    def _goes_on(self) -> bool:
        """Whether some run may make another step."""
        return bool(self._alive.any()) and len(self._history) < self._steps

    def _begin(self, states: Mapping[int, Sequence[State]]) -> None:
        """Have the runs begin with states of loop heads, of each as often as of others."""
        heads = sorted(states)
        for row in range(self._rows):
            own = states[heads[row % len(heads)]]
            state = own[int(self._rng.integers(len(own)))]
            self._place[row] = heads[row % len(heads)]
            for name, word in state.items():
                self._state[name][row] = word

    def _take_rare(self, inputs: Mapping[str, Words], taken: Numbers, state: dict[str, Words], place: Numbers) -> None:
        """Have some rows take the edges from the entry that hardly any took, where a solver tells how."""
        edges, until = self._system.edges, time.thread_time() + _SOLVING
        rare = [n for n in self._leaving[0].edges if np.count_nonzero(taken == n) < _HARDLY and not edges[n].alike
                and self._system.places[edges[n].target].kind is Kind.HEAD]
        rows = self._rng.permutation(self._rows)[:self._rows // 2]
        if not rare:
            return
        translator = Translator(self._system.width)
        for number, own in zip(rare, np.array_split(rows, max(len(rare), _SHARES)), strict=False):
            if not len(own) or time.thread_time() > until:
                return
            found = list(inputs_of(edges[number], translator, until))
            for words, some in zip(found, np.array_split(own, len(found)) if found else (), strict=True):
                for name, values in drawn(edges[number], words, self._domain, len(some), self._rng).items():
                    inputs[name][some] = values
                taken[some] = _STOPS
                self._take(self._leaving[0], some, inputs, taken, state, place)

    def _manners(self) -> Numbers:
        """By row the step at which it settles. Half of the rows never do; the first quarter chooses any words at every step."""
        early = np.where(self._rng.random(self._rows) < 0.5, 0, self._rng.integers(1, _UNSETTLED, self._rows))
        return np.where(self._numbers < self._rows // 2, self._steps, early)

    def _word(self, variable: Variable, count: int) -> Words:
        if variable.bits == 1:
            return self._flag(count)
        mask = np.uint64((1 << variable.bits) - 1)
        any_word = self._rng.integers(0, 1 << 64, count, dtype=np.uint64, endpoint=False) >> np.uint64(64 - variable.bits)
        small = any_word >> self._rng.integers(0, variable.bits, count, dtype=np.uint64)
        small = np.where(self._rng.random(count) < 0.3, small ^ mask, small)
        top = np.uint64(1 << (variable.bits - 1))
        corners = np.concatenate([self._interesting & mask, np.array([top, top - np.uint64(1), mask], dtype=np.uint64)])
        kind = self._rng.integers(0, 10, count)
        tiny = any_word & np.uint64(_TINY) & mask
        return np.where(kind < 2, tiny, np.where(kind < 5, small, np.where(kind < 8, self._rng.choice(corners, count), any_word)))

    def _flag(self, count: int) -> Words:
        """Truth values, of which every other run has few that are 1, so that what fails by them does not end all runs soon."""
        rare = self._numbers[:count] % 2 == 0
        return (self._rng.random(count) < np.where(rare, _RARE, 0.5)).astype(np.uint64)

    def _input(self, variable: Variable) -> Words:
        """Words for an input, by the manner of each row."""
        if variable.name not in self._kept:
            self._kept[variable.name] = self._made_small(variable, self._word(variable, self._rows))
            self._few[variable.name] = np.stack([self._told(variable) for _ in range(_FEW)])
        which = self._rng.integers(0, 1 + self._numbers % _FEW)
        chosen = self._few[variable.name][which, self._numbers]
        chosen[:self._rows // 4] = self._word(variable, self._rows // 4)
        chosen = self._made_small(variable, chosen)
        return self._groups.agreed(variable.name, np.where(self._settled <= len(self._history), self._kept[variable.name], chosen))

    def _made_small(self, variable: Variable, words: Words) -> Words:
        """Words of all runs, small ones for those that choose such."""
        if not self._few_small or variable.bits == 1:
            return words
        greatest = min(self._greatest, (1 << variable.bits) - 1)
        small = self._rng.integers(0, greatest, self._rows, dtype=np.uint64, endpoint=True)
        return np.where(self._numbers % _OF < self._few_small, small, words)

    def _told(self, variable: Variable) -> Words:
        """Words for the runs that choose among few: mostly those that the program speaks of."""
        if variable.bits == 1:
            return self._word(variable, self._rows)
        spoken = self._rng.choice(self._spoken_of & np.uint64((1 << variable.bits) - 1), self._rows)
        return np.where(self._rng.random(self._rows) < 0.8, spoken, self._word(variable, self._rows))

    def _step(self) -> None:
        taken = np.where(self._alive, _STOPS, _STOPPED)
        inputs: dict[str, Words] = {}
        state = {n: w.copy() for n, w in self._state.items()}
        place = self._place.copy()
        for source, leaving in self._leaving.items():
            rows = np.flatnonzero(self._alive & (self._place == source))
            if len(rows):
                for variable in leaving.inputs:
                    if variable.name not in inputs:
                        inputs[variable.name] = self._input(variable)
                self._take(leaving, rows, inputs, taken, state, place)
                if source == 0 and not self._history:
                    self._take_rare(inputs, taken, state, place)
                self._take_again(leaving, rows, inputs, taken, state, place)
        self._history.append((taken, inputs, self._place, self._state))
        self._state, self._place = state, place
        ended = np.array([p.kind in (Kind.EXIT, Kind.ERROR) for p in self._system.places])
        self._alive = self._alive & (taken >= 0) & ~ended[place]

    def _take_again(self, leaving: _Leaving, rows: Numbers, inputs: Mapping[str, Words], taken: Numbers, state: dict[str, Words],
                    place: Numbers) -> None:
        """Have rows that could take no edge, as what is assumed of their inputs does not hold, choose others. Those that had
        settled settle here instead."""
        for _ in range(_AGAIN if leaving.deciding and not self._groups.several else 0):
            stuck = rows[taken[rows] == _STOPS]
            if not len(stuck):
                return
            settled = stuck[self._settled[stuck] <= len(self._history)]
            self._settled[settled] = len(self._history)
            for variable in leaving.deciding:
                words = self._made_small(variable, self._word(variable, self._rows))
                inputs[variable.name][stuck] = words[stuck]
                self._kept[variable.name][settled] = words[settled]
            self._take(leaving, stuck, inputs, taken, state, place)

    def _take(self, leaving: _Leaving, rows: Numbers, inputs: Mapping[str, Words], taken: Numbers, state: dict[str, Words],
              place: Numbers) -> None:
        """Have each row take an edge whose guard holds, any of them where there are several, as there are in slices."""
        words = {n: w[rows] for n, w in self._state.items()} | {v.name: inputs[v.name][rows] for v in leaving.inputs}
        lost, fetched = self._groups.fetch((self._system.edges[n] for n in leaving.edges), rows, words)
        for name in fetched:
            inputs[name][rows] = words[name]
        guards = leaving.guards.values(self._domain, words, terms.no_calls)
        open_ = [np.broadcast_to(guard != 0, rows.shape) & (taken[rows] < 0) & ~lost for guard in guards]
        count = np.sum(open_, axis=0) if open_ else np.zeros(rows.shape, dtype=np.int64)
        which = self._rng.integers(0, np.maximum(count, 1)) if (count > 1).any() else np.zeros(rows.shape, dtype=np.int64)
        for number, holds, updates in zip(leaving.edges, open_, leaving.updates, strict=True):
            held = holds & (which == 0)
            which = which - holds
            if held.any():
                chosen = rows[held]
                taken[chosen], place[chosen] = number, self._system.edges[number].target
                own = {name: words[name][held] for name in updates.read}
                for name, value in zip(updates.names, updates.terms.values(self._domain, own, terms.no_calls), strict=True):
                    state[name][chosen] = value

    # -- what was seen --

    def _summary(self) -> Runs:
        runs = Runs(length=len(self._history))
        heads = [p.number for p in self._system.of_kind(Kind.HEAD)]
        for taken, inputs, place, state in self._history:
            for head in heads:
                seen = self._groups.mixed(np.flatnonzero((place == head) & (taken > _STOPPED)))
                seen = seen[:max(2, 64 * _WORDS // max(_WORDS, len(state)))]
                if not len(seen):
                    continue
                columns = [w[seen].tolist() for w in state.values()]
                states = [dict(zip(state, words, strict=True)) for words in zip(*columns, strict=True)] or [{} for _ in seen]
                runs.states.setdefault(head, []).extend(states)
                for row, edge, words in zip(seen.tolist(), taken[seen].tolist(), states, strict=True):
                    if edge == _STOPS:
                        continue
                    read = {v.name: int(inputs[v.name][row]) for v in self._system.edges[edge].inputs}
                    runs.moves.append(Move(edge, words | read if read else words))
        self._add_failing(runs)
        self._add_lasting(runs)
        return runs

    @property
    def length(self) -> int:
        """How many steps were made."""
        return len(self._history)

    def steps_of(self, row: int) -> tuple[Step, ...]:
        """The steps of a run."""
        found = []
        for taken, inputs, _, _ in self._history:
            if taken[row] < 0:
                break
            edge = self._system.edges[int(taken[row])]
            found.append(Step(int(taken[row]), {v.name: int(inputs[v.name][row]) for v in edge.inputs}))
        return tuple(found)

    def place_of(self, row: int, step: int) -> int:
        """Where a run is after some steps."""
        return int((self._history[step][2] if step < self.length else self._place)[row])

    def state_of(self, row: int, step: int) -> State:
        """The state of a run after some steps."""
        state = self._history[step][3] if step < self.length else self._state
        return {n: int(w[row]) for n, w in state.items()}

    def _failed(self) -> Numbers:
        """The runs that have come to a failing assertion."""
        return np.flatnonzero(self._fails[self._place])

    def _add_failing(self, runs: Runs) -> None:
        runs.failing = sorted((self.steps_of(int(row)) for row in self._failed()[:32]), key=len)

    def _add_lasting(self, runs: Runs) -> None:
        rows = np.flatnonzero(self._alive)
        late = (rows < self._rows // 2) | (self._settled[rows] >= _UNSETTLED)
        for row in map(int, np.concatenate([rows[~late], rows[late]])):
            settled = int(self._settled[row]) if self._settled[row] < self.length else None
            runs.lasting.append(Lasting(self, row, settled, {n: int(w[row]) for n, w in self._kept.items()}))
