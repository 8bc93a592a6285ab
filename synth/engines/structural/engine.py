"""The structural engine: grows a bank of terms within the grammar, and puts answers together from what is in it.

Idea: small terms are enumerated by behaviour (bank.py); a larger answer is a decision tree over them (divide.py), or is found by
taking the goal apart through the grammar's operators (deduction.py), or has one term in the middle that the last few instructions
use (stages.py), or is a term and some instructions on its subterms (completions.py). Looks at whole domains where they are small.
Lengths of programs do not matter to it: it works at the width of the point it is sent to, and goes on from where it was. Slices
of points do: engines that are sent to different ones share large banks (share.py).
Invariant: never closes a point; says that nothing satisfies the specification only where its bank is exact and can grow no more, up
to the 64 bits by which the bank tells vectors apart: a claim for others to check.
Loses where a large answer is neither a tree of small terms nor one that its operators let be taken apart, nor passes through one.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from typing import ClassVar, Protocol, TypeVar

import numpy as np

from synth import terms
from synth.engines.constants import few, notable
from synth.engines.protocol import Candidate, Event, Example, Point, Proposal, Statistics, Unrealizable, next_event
from synth.engines.shape import argument
from synth.engines.structural.bank import Bank, Builder, Sought
from synth.engines.structural.chain import Chain
from synth.engines.structural.completions import Completions
from synth.engines.structural.conditional import conditionals
from synth.engines.structural.deduction import Apart, Wanted, build
from synth.engines.structural.divide import Divider
from synth.engines.structural.goal import Goal
from synth.engines.structural.harvest import harvested, operators_of, place_of
from synth.engines.structural.language import grammar_of
from synth.engines.structural.native import Format
from synth.engines.structural.share import Share
from synth.engines.structural.stages import Stages
from synth.engines.structural.trial import Trial, all_points, some_points
from synth.evaluation.arrays import run_program
from synth.program import Program, applied
from synth.specification import Specification
from synth.terms import Term

F = TypeVar("F")

_ROOM = 1 << 30
"""Bytes that the bank's vectors may take."""

_BYTES = 512
"""The longest vector over a whole domain."""

_ROUNDS = 6
"""How often trees are learned in vain before chains of cases come first."""

_PATIENCE = 0.3
"""Seconds that taking a goal apart may take, or as long as the bank took to grow."""

_ROWS = 1 << 15

_STAGES = 5.0
"""Seconds of work that terms may be tried in the middle, or as long as the bank took to grow."""

_STAGED = 3
"""The size from which on terms of the bank are completed, and tried in the middle: smaller ones take less time than the rest."""

_COMPLETIONS = 0.5
"""Seconds of work for completing terms of the bank by instructions on their subterms, or as long as the bank took to grow."""

_CHEAP, _MISLED = 1.0, 20.0
"""Seconds of work that are done again rather than keeping a bank that a new example makes inexact; and where it has misled."""

_LEARNED = 48
"""The most leaves, those that the specification suggests included, up to which near misses of other engines become leaves."""

_MADE = 16
"""How many examples the engine makes up besides those it is told."""


class Structural:
    """The engine `structural`; see the module. `statistics.candidates` counts the combinations that were evaluated."""

    name: ClassVar[str] = "structural"
    complete: ClassVar[bool] = False

    def __init__(self, specification: Specification, seed: int) -> None:
        self.statistics = Statistics()
        self.specification, self.function = specification, specification.exists[0]
        self.grammar = grammar_of(specification, self.function)
        self.harvested = harvested(specification, self.grammar)
        self.seed = seed
        self._examples: dict[int, list[Example]] = {}
        self._point: Point | None = None
        self._search: _Search | None = None
        self._work: Iterator[Event | None] = iter(())

    def invented(self, width: int) -> list[dict[str, int]]:
        """Examples besides those that are told: some of the points, or random words that satisfy the precondition."""
        return some_points(self.specification, width, np.random.default_rng((self.seed, width)), _MADE)

    def add_examples(self, width: int, examples: list[Example]) -> None:
        """Learn examples; a search at their width goes on with them."""
        self._examples.setdefault(width, []).extend(examples)
        if self._search is not None and self._search.width == width:
            self._search.learn(self._examples[width])

    def add_near_miss(self, width: int, candidate: Candidate) -> None:
        """Have the candidate among the leaves of further banks, where its function has no grammar: a case of it may be right."""
        term = applied(candidate[self.function.name], [argument(i) for i in range(self.function.arity)])
        if self.function.grammar is None and len(self.harvested) < _LEARNED:
            place = place_of(self.grammar, term)
            if operators_of(term) <= set(self.grammar.operators) and not any(known is term for _, known in self.harvested):
                self.harvested = (*self.harvested, (place, term))

    def goto(self, point: Point) -> None:
        """Work at the point's width from the next step on."""
        alone = point.slice == 0 and not self.grammar.any_constant  # one has to say where a grammar has nothing
        share = Share() if alone else Share(point.slice, point.slices)
        self._point = point
        if self._search is None or (self._search.width, self._search.share) != (point.width, share):
            known = self._examples.get(point.width, [])
            self._search = _Search(self, point.width, known, share)
            self._work = self._search.run()

    def interrupt(self) -> None:
        """Steps are short."""

    def step(self, seconds: float) -> list[Event]:
        """Search for about `seconds`."""
        if self._point is None:
            return []
        return next_event(self._work, self._point, seconds)


class _Search:
    """The search at one width, or this engine's share of it."""

    def __init__(self, engine: Structural, width: int, examples: list[Example], share: Share) -> None:
        self.width, self.share = width, share
        self._engine, self._specification = engine, engine.specification
        self._constants = few(self._specification, width)
        self._told: set[Program] = set()
        self._whole = _few(all_points(self._specification, width), width)
        self._stale, self._misled, self._rounds, self._learnt = False, False, 0, 0.0
        self._trial = Trial(self._specification, width, engine.seed)
        self._examples: list[Example] = [*self._whole] if self._whole is not None else [*engine.invented(width), *examples]
        self._begin()

    # -- the bank --

    def _begin(self) -> None:
        """An empty bank."""
        self._goal = Goal(self._specification, self._examples, self.width)
        self._bank = Bank(self._engine.grammar, self._goal.inputs, Format(self.width, self._goal.points), self._constants, _ROOM,
                          self._engine.harvested, self._sought(), self.share)
        self._engine.statistics.candidates += len(self._bank.leaves)
        self._spent = 0.0
        self._look_anew()

    def _look_anew(self) -> None:
        self._seen = self._staged = self._completed = 0
        self._stale = self._misled = False
        found = conditionals(self._engine.grammar, 0) if len(self._goal.sites) == 1 else ()
        self._dividers = [Divider(self._goal, 0, c) for c in found]

    def _sought(self) -> Sought | None:
        """What the function must return, as far as it can be said point by point; also taken down as `_wanted`."""
        form = Format(self.width, self._goal.points)
        self._wanted: Wanted | None = None
        if self._goal.target is not None:
            self._wanted = Wanted.exactly(form, self._goal.target)
            return Sought(self._wanted.target, self._wanted.care)
        bits = self._engine.grammar.nonterminals[0].bits
        allowed = self._goal.allowed(self.width if bits is None else bits)
        if allowed is None or not allowed.any(axis=0).all():
            return None
        if len(allowed) == 2 or (allowed.sum(axis=0) == 1).all():
            free = np.where(allowed.all(axis=0), np.uint64(0), np.uint64((1 << self.width) - 1))
            target = allowed.argmax(axis=0).astype(np.uint64)
            self._wanted = Wanted(form, form.pack(target[None, :])[0], form.pack(free[None, :])[0])
            return Sought(self._wanted.target, self._wanted.care)
        masks = (allowed.astype(np.uint64) << np.arange(len(allowed), dtype=np.uint64)[:, None]).sum(axis=0, dtype=np.uint64)
        return Sought(None, None, np.ascontiguousarray(np.resize(masks, form.words)) if form.bits != 1 else None)

    def learn(self, examples: Sequence[Example]) -> None:
        """Take in examples; the work goes on with them."""
        if self._whole is None:
            new = [e for e in examples if e not in self._examples]
            self._examples += new
            self._stale = self._stale or bool(new)

    def _refresh(self) -> None:
        """A bank for the examples of now: made again where that is cheap, or the old one misled, else that on more points."""
        if self._spent < (_MISLED if self._misled else _CHEAP):
            self._begin()
            return
        self._goal = Goal(self._specification, self._examples, self.width)
        self._bank = self._bank.extend(self._goal.inputs, self._sought())
        self._look_anew()

    # -- the work --

    def run(self) -> Iterator[Event | None]:
        """Grow, look, put together; for as long as there is room, and then for as long as examples come."""
        yield from self._fresh()
        yield from self._put_together()
        while True:
            while not self._bank.full and not self._bank.saturated():
                yield from self._grown()
                yield from self._fresh()
                yield from self._put_together()
            if self._is_hopeless():
                yield Unrealizable(self.width, tuple(self._examples))
                return
            bank = self._bank
            yield from in_turns(self._slices(bank.beyond()), self._longer())
            if self._stale:
                self._refresh()
                yield from self._fresh()
                yield from self._put_together()
            elif bank is self._bank:
                return

    def _longer(self) -> Iterator[Event | None]:
        """Completions of the terms that there are, for as long as it takes, or until examples come."""
        if self._wanted is not None and Completions.applies(self._bank):
            self._completed = 0
            yield from self._in_completions(self._wanted, math.inf)

    def _is_hopeless(self) -> bool:
        """Whether everything that the grammar has was looked at, and nothing of it is right on the examples, proposed or not."""
        bank = self._bank
        searched = not self._stale and bank.exact and bank.whole and bank.saturated() and not self._engine.grammar.any_constant
        return searched and not any(self._is_right(program) for program in self._told)

    def _is_right(self, program: Program) -> bool:
        results = np.broadcast_to(run_program(program, list(self._goal.inputs), self.width), (self._goal.points,))
        return bool(self._goal.check(results[None, :]).all())

    def _grown(self) -> Iterator[Event | None]:
        """One size more, started again where examples come."""
        yield from self._slices(self._bank.grow())

    def _slices(self, work: Iterator[None]) -> Iterator[Event | None]:
        """Work on the bank, and a look at what is new after each slice; left where examples come."""
        bank = self._bank
        start = time.monotonic()
        for _ in work:
            self._engine.statistics.candidates += bank.tried
            bank.tried = 0
            self._spent += time.monotonic() - start
            yield None
            yield from self._fresh()
            if self._stale:
                self._refresh()
                yield from self._fresh()
                yield from self._put_together()
                return
            start = time.monotonic()
        self._spent += time.monotonic() - start

    def _fresh(self) -> Iterator[Event | None]:
        """What is right on all examples among the rows that are new."""
        bank, pool = self._bank, self._bank.pools[0]
        while bank.hits and not self._stale:
            rule, rows = bank.hits.pop(0)
            builder = self._builder()
            operands = tuple(bank.build(n, row, builder) for n, row in zip(rule.operands, rows, strict=True))
            yield from self._propose(builder, builder.apply(rule.operator, operands))
        if self._wanted is not None and self._wanted.whole:
            row = int(bank.find(0, self._wanted.target[None, :])[0])
            self._seen = pool.count
            if row >= 0:
                yield from self._propose_row(row)
        while self._seen < pool.count and not self._stale:
            first, self._seen = self._seen, min(pool.count, self._seen + _ROWS)
            right = self._goal.check(bank.form.unpack(pool.values[first: self._seen])).all(axis=1)
            for hit in np.flatnonzero(right):
                yield from self._propose_row(first + int(hit))
                if self._stale:
                    return
            yield None

    def _propose_row(self, row: int) -> Iterator[Event | None]:
        builder = self._builder()
        yield from self._propose(builder, self._bank.build(0, row, builder))

    def _builder(self) -> Builder:
        return Builder(self._engine.function.arity, self.width)

    def _propose(self, builder: Builder, result: int) -> Iterator[Event | None]:
        program = builder.program(result)
        if program in self._told:
            return
        self._told.add(program)
        candidate = {self._engine.function.name: program}
        failing = self._trial.failing(candidate) if self._whole is None else []
        if failing:
            self.learn(failing)
            yield None
        else:
            yield Proposal(candidate, self.width)

    def _put_together(self) -> Iterator[Event | None]:
        """Answers that are made of several terms of the bank; again at once where one is refuted."""
        again = True
        while again:
            again = False
            for event in self._larger():
                yield event
                if self._stale:
                    self._refresh()
                    yield from self._fresh()
                    again = True
                    break

    def _larger(self) -> Iterator[Event | None]:
        if self._wanted is not None:
            staged = self._wanted.whole and Stages.applies(self._bank)
            if staged and self._bank.size >= _STAGED:
                yield from self._in_stages(self._wanted)
            if self._bank.size >= _STAGED and Completions.applies(self._bank):
                yield from self._in_completions(self._wanted, max(_COMPLETIONS, self._spent))
            yield from self._taken_apart(self._wanted)
            if staged and self._bank.size < _STAGED and self._learnt > max(self._spent, _CHEAP):
                return  # trees, and chains behind them, take longer than a larger bank
        self._rounds += 1
        first, then = self._trees, self._chains
        if self._rounds > _ROUNDS:
            first, then = then, first
        yield from first()
        yield from then()

    def _in_stages(self, wanted: Wanted) -> Iterator[Event | None]:
        """Answers in which one term of the bank is used by the last few instructions."""
        bank = self._bank
        if self._staged < bank.pools[0].count:
            yield from self._proposed(Stages(bank, wanted.target, self._staged), max(_STAGES, self._spent))
            self._staged = bank.pools[0].count

    def _in_completions(self, wanted: Wanted, seconds: float) -> Iterator[Event | None]:
        """Answers that a term of the bank and some instructions on its subterms make; refuted as those in stages are."""
        bank = self._bank
        if self._completed < bank.pools[0].count:
            completions = Completions(bank, wanted, notable(self._specification, self.width), self._completed)
            yield from self._proposed(completions, seconds)
            self._completed = bank.pools[0].count

    def _proposed(self, search: _Finder[F], seconds: float) -> Iterator[Event | None]:
        """What a search finds on the bank that there is now.

        Where one is refuted, the right term may have been equal to the wrong one before, and so not be in the bank.
        """
        bank, until, known = self._bank, time.process_time() + seconds, 0
        for found in search.search():
            self._engine.statistics.candidates += search.tried - known
            known = search.tried
            yield None
            if bank is not self._bank or self._stale:
                return
            if found is not None:
                builder = self._builder()
                for event in self._propose(builder, search.build(found, builder)):
                    self._misled = True  # until it is known not to be refuted: then nobody comes back here
                    yield event
                self._misled = self._stale
            if time.process_time() > until:
                return

    def _trees(self) -> Iterator[Event | None]:
        for divider in self._dividers:
            start = time.monotonic()
            tree = divider.learn(self._bank)
            self._learnt += time.monotonic() - start
            yield None
            if tree is not None:
                builder = self._builder()
                yield from self._propose(builder, divider.build(self._bank, tree, builder))

    def _chains(self) -> Iterator[Event | None]:
        if self._specification.harvest and Chain.applies(self._goal):
            builder = self._builder()
            result = Chain(self._goal, self._chain_leaves()).build(builder)
            if result is not None:
                yield from self._propose(builder, result)

    def _chain_leaves(self) -> list[Term]:
        """What a chain chooses between: arguments, constants, terms of the specification; Booleans for a predicate."""
        function = self._engine.function
        given = [t for _, t in self._engine.harvested if t.boolean is function.predicate]
        constants = [terms.constant(c) for c in ((0, 1) if function.predicate else self._constants)]
        return [*map(argument, range(0 if function.predicate else function.arity)), *constants, *given]

    def _taken_apart(self, wanted: Wanted) -> Iterator[Event | None]:
        until = time.monotonic() + max(_PATIENCE, self._spent)
        for part in Apart(self._bank).search(0, wanted, 1 if self._bank.size < 2 else 3):
            if part is None:
                yield None
                if time.monotonic() > until:
                    return
                continue
            builder = self._builder()
            yield from self._propose(builder, build(self._bank, part, builder))
            return


class _Finder(Protocol[F]):
    """A search for larger answers that terms of a bank are part of."""

    @property
    def tried(self) -> int:
        """How much was looked at so far."""

    def search(self) -> Iterator[F | None]:
        """What is found; None now and then, to look at the clock."""

    def build(self, found: F, builder: Builder) -> int:
        """Add what was found to a program; its operand there."""


def in_turns(*work: Iterator[Event | None]) -> Iterator[Event | None]:
    """What several searches yield, until all have ended; it is the turn of the one that has worked for the shortest time."""
    spent = dict.fromkeys(range(len(work)), 0.0)
    while spent:
        turn = min(spent, key=lambda i: spent[i])
        start = time.process_time()
        try:
            event = next(work[turn])
        except StopIteration:
            del spent[turn]
            continue
        spent[turn] += time.process_time() - start
        yield event


def _few(domain: list[dict[str, int]] | None, width: int) -> list[dict[str, int]] | None:
    """The whole domain, where vectors over it are short enough."""
    if domain is None or not domain:
        return None
    form = Format(width, len(domain))
    return domain if form.words * form.dtype().itemsize <= _BYTES else None
