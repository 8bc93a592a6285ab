"""The search: engines propose, verifiers decide, the decision tree says where to look next (thesis, chapter 6).

This process only exchanges messages; everything that takes time happens in children, so that it answers to limits and signals at
once. Phases: *search* for a first answer; *shorter*, where lengths below that of the answer are still open; *minimal*, where the
width at which it is minimal is raised. Every way out ends all children.
"""

from __future__ import annotations

import contextlib
import copy
import itertools
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from multiprocessing.connection import wait

from synth.engines.native.build import absent
from synth.engines.protocol import candidate_length
from synth.engines.registry import engines_for
from synth.errors import InputError
from synth.evaluation.floats import float_format
from synth.solver import lattice
from synth.solver.candidates import CandidateState, canonical
from synth.solver.cluster import Cluster, opened
from synth.solver.decision import Known, Phase, decide, first
from synth.solver.engine_pool import EnginePool, Member
from synth.solver.inline import MOMENT, beginning
from synth.solver.lattice import Lattice
from synth.solver.limits import Cancelled, Limits
from synth.solver.messages import Confirmed, Done, Examples, Found, FromVerifier, Infeasible, Judged, Lemmas, NoSolution, Verdict
from synth.solver.options import Options
from synth.solver.outcome import Outcome, Progress, Reason, Status
from synth.solver.process import end
from synth.solver.verifiers import Verifiers
from synth.specification import Specification
from synth.terms import calls

logger = logging.getLogger(__name__)

Observer = Callable[[Progress], None]

_TICK, _SHOWN = 0.05, 0.1
_RELEASE = 0.3
"""Seconds after which an engine goes on although its proposal is still before the verifier."""

_DOUBT, _LONG_DOUBT = 1.0, 10.0
"""Seconds without an answer after which a proof that there is none is sought; before the second only where no candidate holds."""

_FIRST_DOUBT, _LAST_DOUBT = 2.0, 128.0
VACUOUS = "no value of the ∀ words was found that satisfies the precondition: if there is none, every program is an answer"
_SURVIVORS = 25
"""How many candidates may be right at a width and not at the target before the width is raised."""


def solve(specification: Specification, options: Options, observer: Observer | None = None, spent: float = 0.0,
          cancelled: Cancelled | None = None) -> Outcome:
    """Search for the shortest candidate that satisfies `specification`, proved at its width (or `options.width`).

    Engines that are of no use for it are left out. `observer` is shown the progress about ten times a second. In the main thread
    SIGINT and SIGTERM end the search with what was found so far; SynthError where the specification cannot be searched at all.
    `spent` seconds of the time limit are over, as they were needed to read the specification.
    Where `cancelled` is given, it ends the search as signals otherwise do.
    With `options.cluster` the engines run there, the verifiers here; InputError where nobody answers there.
    """
    if options.width is not None:
        specification = specification.with_width(options.width)
    _require_widths(specification, options)
    options = replace(options, engines=engines_for(specification, options.engines))
    limits = Limits(options.timeout, options.memory_limit, spent, cancelled)
    with contextlib.ExitStack() as stack:
        stack.enter_context(limits.signals())
        cluster = None
        if options.cluster is not None:
            cluster = stack.enter_context(opened(options.cluster, lambda: limits.exceeded() is not None))
        search = _Search(specification, options, limits, observer, cluster)
        try:
            return search.run()
        finally:
            search.end()


def _require_widths(specification: Specification, options: Options) -> None:
    """InputError where the search cannot start at the width that is wanted, or floating-point numbers have no such width."""
    if options.start_width is not None and options.start_width > specification.width:
        raise InputError(f"--start-width must be at most the width of the answer, {specification.width}, not {options.start_width}")
    if specification.uses_floats:
        float_format(specification.width)


class _Search:
    """One search under way."""

    def __init__(self, specification: Specification, options: Options, limits: Limits, observer: Observer | None,
                 cluster: Cluster | None) -> None:
        self._specification, self._limits = specification, limits
        self._target = specification.width
        self._lattice = Lattice(specification)
        self._options = options
        self._stand = first(options, self._lattice)
        self._answered_after = 0.0
        self._empty: set[int] = set()
        self._verifiers = Verifiers(specification, options.seed)
        self._pool = EnginePool(specification, options.engines, options.seed, options.jobs, cluster)
        self._sampled: dict[int, bool] = {}
        self._doubts = self._doubtful_widths()
        self._outcome = Outcome(specification, Status.UNKNOWN, width=self._target, seed=options.seed,
                                warnings=(*_uncompiled(self._pool), *unused_functions(specification)),
                                engines={m.name: m.report for m in self._pool.members})
        self._over = False
        self._begins = None if cluster is not None else beginning(specification, options.engines)
        self._claim: tuple[str, tuple[dict[str, int], ...]] | None = None
        self._discredited: set[str] = set()
        self._observer, self._observed = observer, 0.0

    def run(self) -> Outcome:
        """Search until there is a reason to stop."""
        if self._begins is not None:
            self._begin_here(self._begins)
        if not self._over:
            self._verifiers.verifier.start()
        while not self._over:
            self._pool.start_due()
            self._step()
        return self._result()

    def _begin_here(self, engine: str) -> None:
        """Search in this process for a moment; where that is not enough, others go on from there."""
        self._verifiers.begin_here()
        self._pool.begin_here(engine)
        until = time.monotonic() + MOMENT
        while not self._over and not self._pool.hurried and time.monotonic() < until:
            self._step()
        self._pool.move_out()
        self._verifiers.move_out()

    def _step(self) -> None:
        self._steer()
        self._verifiers.pump()
        self._listen()
        self._look_around()

    def end(self) -> None:
        """End every child."""
        end([*self._pool.children(), *self._verifiers.children()])

    def _listen(self) -> None:
        """Handle what the children have said, or wait a moment for something."""
        ears = [*self._pool.ears(), *(child.connection for child in self._verifiers.children() if child.connection is not None)]
        if ears:
            wait(ears, self._limits.patience(_TICK))
        self._pool.pump()
        for member in self._pool.members:
            for event in self._pool.receive(member):
                match event:
                    case Found():
                        self._on_found(member, event)
                    case Done():
                        self._on_done(member, event)
                    case NoSolution():
                        self._on_no_solution(member, event)
                    case Lemmas() if self._options.exchange:
                        self._pool.learn_lemma(event)
        for answer, case in self._verifiers.receive():
            self._on_answer(answer, case)

    def _look_around(self) -> None:
        """What is due by the clock."""
        now = time.monotonic()
        exceeded = self._limits.exceeded()
        if exceeded is not None:
            self._stop(*exceeded)
        elif self._verifiers.failed or (all(m.out for m in self._pool.members) and not self._checking):
            self._stop(None, "every engine failed" if not self._verifiers.failed else "the verifiers failed")
        else:
            self._pool.replace_stubborn()
            self._pool.take_turns()
            self._release(now)
            self._doubt()
        self._show(now)

    @property
    def _checking(self) -> bool:
        """Whether a claim that there is no answer is being checked."""
        return self._claim is not None and not self._verifiers.prover.failed

    # What the children say

    def _on_found(self, member: Member, found: Found) -> None:
        member.report.proposals += 1
        self._outcome.iterations += 1
        case = self._verifiers.known(found.candidate, found.width)
        if case is None:
            case = self._verifiers.submit(found.candidate, found.width, member.name)
            self._lattice.survive(case.key, case.point)
        case.waiting.append((member.name, found.serial))
        if not case.pending or not self._verifiers.wanted(case):
            self._answer(case)

    def _on_done(self, member: Member, done: Done) -> None:
        logger.log(logging.INFO if done.complete else logging.DEBUG, "%s %s length %d, %d constants, %d bits", member.name,
                   "searched through" if done.complete else "gave up", done.point.length, done.point.constants, done.point.width)
        if not done.complete:
            member.give_up(done.point)
        elif not done.up_to_equals:
            self._lattice.record(done.point)
        elif member.is_about(done):
            self._lattice.record(done.point, member.way)
        self._lattice.settle(self._pool.learnt)
        member.finished(done.point)

    def _on_no_solution(self, member: Member, told: NoSolution) -> None:
        """A grammar has nothing that satisfies the examples, as an engine says; at a narrower width that says nothing."""
        member.point = member.arrived = None
        member.out, member.report.state = True, "looked at everything"
        if told.width == self._target:
            self._claim_infeasible(member.name, told.examples)

    def _on_answer(self, answer: FromVerifier | None, case: CandidateState | None) -> None:
        if isinstance(answer, Examples):
            self._sampled[answer.width] = True
            self._pool.learn(answer)
            self._on_sample(answer)
        elif isinstance(answer, Infeasible):
            self._on_infeasible(answer)
        elif isinstance(answer, Confirmed):
            self._on_confirmed(answer)
        elif case is not None:
            self._on_verdict(answer or Verdict(None), case)

    def _on_sample(self, sample: Examples) -> None:
        if not sample.examples:
            self._empty.add(sample.width)
            if sample.width == self._target:
                self._outcome.warnings += (VACUOUS,)

    def _on_verdict(self, verdict: Verdict, case: CandidateState) -> None:
        self._outcome.shares.verify += verdict.verify
        self._outcome.shares.generalise += verdict.generalise
        self._outcome.counterexamples += sum(map(self._pool.learn, verdict.examples))
        self._verifiers.close(case, verdict, self._target, self._pool.known(self._target))
        if verdict.holds is False:
            self._lattice.dismiss(case.key)
            self._pool.member(case.found_by).report.refuted += 1
            if self._options.exchange:
                self._pool.pass_on(case.candidate, case.width, case.found_by)
        for candidate in verdict.undecided:
            later = self._verifiers.postpone(candidate, self._target, case.found_by)
            self._lattice.survive(later.key, later.point)
        if verdict.answer is not None:
            self._accept(verdict, case)
        self._answer(case)

    def _on_infeasible(self, shown: Infeasible) -> None:
        self._outcome.shares.verify += shown.verify
        if shown.examples is None or self._outcome.candidate is not None:
            return
        if shown.width < self._target:
            logger.info("nothing satisfies the specification at %d bits", shown.width)
            self._empty.add(shown.width)
            return
        self._claim_infeasible(shown.shown_by, shown.examples)

    def _claim_infeasible(self, by: str, examples: tuple[dict[str, int], ...]) -> None:
        """Somebody says that nothing satisfies these examples: have it checked by others; who was wrong once is not heard again."""
        if self._claim is None and self._outcome.candidate is None and by not in self._discredited:
            logger.info("%s says that nothing satisfies %d examples", by, len(examples))
            self._claim = by, examples
            self._verifiers.confirm(self._target, examples)

    def _on_confirmed(self, shown: Confirmed) -> None:
        self._outcome.shares.verify += shown.verify
        if self._claim is None or self._outcome.candidate is not None:
            return
        by, examples = self._claim
        if shown.refuted:
            logger.error("%s is wrong that nothing satisfies the examples: %s", by, shown.reason)
            self._claim = None
            self._discredited.add(by)
        else:
            self._outcome.limit = shown.reason
            self._claim, self._over = (by, shown.examples if shown.checked_by else examples), True
            self._outcome.checked_by = shown.checked_by

    # What follows

    def _accept(self, verdict: Verdict, case: CandidateState) -> None:
        """Take a proved candidate as the answer where it is the shortest so far."""
        candidate = canonical(verdict.answer or {}, self._target)
        if not self._specification.admits(candidate):
            logger.error("%s proposed a candidate outside the grammar", case.found_by)
            return
        length, now = candidate_length(candidate), time.monotonic()
        if self._verifiers.shortest_answer is not None and length >= self._verifiers.shortest_answer:
            return
        logger.info("%s found an answer of %d instructions, proved by %s", case.found_by, length, verdict.proved_by)
        self._pool.member(case.found_by).report.wins += 1
        outcome = self._outcome
        outcome.status, outcome.candidate = Status.SOLVED, candidate
        outcome.found_by, outcome.proved_by = case.found_by, verdict.proved_by
        outcome.proved_widths = tuple(sorted({self._target if verdict.rewritten else case.width, self._target}))
        for unwanted in self._verifiers.prefer(length):
            self._answer(unwanted)
        self._answered_after = self._limits.elapsed()
        self._decide(now)

    def _answer(self, case: CandidateState) -> None:
        """Let the engines go on that wait for a case; those that go past a candidate that is not refuted are noted."""
        for name, serial in case.waiting:
            member = self._pool.member(name)
            if case.holds is not False:
                member.went_past(case.key)
            self._pool.tell(member, Judged(serial))
        case.waiting.clear()

    def _release(self, now: float) -> None:
        """Let engines go on that have waited long for the verifier."""
        for case in self._verifiers.pending:
            if case.waiting and now - case.submitted > _RELEASE:
                self._answer(case)

    def _steer(self) -> None:
        """Send everybody where there is something to do; where there is nothing, go to the next region, and again."""
        region = None
        while region is not self._stand.region and not self._over:
            region = self._stand.region
            self._sample(region.width)
            self._direct()
            self._decide(time.monotonic())

    def _sample(self, width: int) -> None:
        if width not in self._sampled:
            self._sampled[width] = False
            self._verifiers.sample(width)

    def _direct(self) -> None:
        """Send every member to the first open point of its region, or to rest; nobody moves before there are examples."""
        region, closing = self._stand.region, self._stand.phase is Phase.MINIMAL
        if not self._sampled[region.width]:
            return
        for member in self._pool.members:
            point = self._pool.next_point(member, self._lattice, self._pool.region(member, region, closing))
            if point is None and self._pool.may_begin_again(member, self._stand.phase is Phase.SEARCH):
                member.given_up.clear()
            self._pool.goto(member, point, self._lattice)

    def _decide(self, now: float) -> None:
        """Take the next decision, and end where nothing is left to do."""
        before = self._stand
        self._stand = decide(before, self._known(now), self._options, self._lattice)
        if self._stand.region.width != before.region.width:
            logger.info("going on at %d bits", self._stand.region.width)
        if self._stand.over and not self._over:
            self._stop(None if self._outcome.candidate else Reason.MAX_LENGTH, self._pool.exhausted_text(self._stand.region.last))

    def _known(self, now: float) -> Known:
        """What the next decision depends on."""
        width = self._stand.region.width
        return Known(now, self._verifiers.shortest_answer, self._answered_after, self._is_exhausted(width), width in self._empty,
                     self._only_at(width))

    def _is_exhausted(self, width: int) -> bool:
        """Whether no engine has anything left to search, those that were to start later included."""
        if not self._sampled.get(width, False) or self._verifiers.pending or not self._pool.resting:
            return False
        if self._lattice.next_point(self._stand.region, {}) is not None and self._pool.hurry():
            return False
        return self._verifiers.idle or self._stand.phase is not Phase.SEARCH or not self._at_target()

    def _only_at(self, width: int) -> int | None:
        """The fewest instructions of candidates that are right at this width only, where these are all of their point, or many."""
        settled = self._verifiers.settled(width) if width != self._target else ()
        if not settled:
            return None
        decided = not self._verifiers.undecided(width)
        enough = len(settled) >= _SURVIVORS or (decided and any(self._lattice.searched(c.point) for c in settled))
        return min(c.point.length for c in settled) if enough else None

    def _at_target(self) -> bool:
        return lattice.next_width(self._specification, self._stand.region.width) is None

    def _doubtful_widths(self) -> Iterator[tuple[int, float]]:
        """Where to look for a proof that there is no answer, and for how long."""
        yield self._target, _FIRST_DOUBT
        if not self._at_target():
            yield self._stand.region.width, _FIRST_DOUBT
        seconds = _FIRST_DOUBT
        while seconds < _LAST_DOUBT:
            seconds *= 4
            yield self._target, seconds

    def _doubt(self) -> None:
        elapsed = self._limits.elapsed()
        doubtful = elapsed > _DOUBT and (elapsed > _LONG_DOUBT or not self._verifiers.accepted)
        if doubtful and self._outcome.candidate is None and self._claim is None and self._verifiers.prover.idle:
            for width, seconds in itertools.islice(self._doubts, 1):
                self._verifiers.refute(width, seconds)

    # How it ends

    def _stop(self, reason: Reason | None, limit: str) -> None:
        self._over = True
        self._outcome.reason, self._outcome.limit = (None, "") if self._outcome.candidate and reason is None else (reason, limit)

    def _result(self) -> Outcome:
        outcome = self._outcome
        outcome.seconds = self._limits.elapsed()
        if self._claim is not None and outcome.candidate is None:
            self._conclude_infeasible(*self._claim)
        outcome.shares.synthesise = sum(m.report.seconds for m in self._pool.members)
        outcome.exhausted = {w: lengths for w in self._lattice.widths() if (lengths := self._lattice.closed_lengths(w))}
        if outcome.candidate is not None and all(f.grammar is None for f in self._specification.exists):
            outcome.minimal_width = self._lattice.minimal_width(candidate_length(outcome.candidate))
        return outcome

    def _conclude_infeasible(self, by: str, examples: tuple[dict[str, int], ...]) -> None:
        """The claim stands, checked or not."""
        outcome = self._outcome
        outcome.status, outcome.reason, outcome.proved_by = Status.INFEASIBLE, None, by
        outcome.conflict, outcome.counterexample = examples, examples[0] if len(examples) == 1 else None

    def _show(self, now: float) -> None:
        if self._observer is None or now - self._observed < _SHOWN:
            return
        self._observed = now
        front = self._pool.front() or self._stand.region.start
        self._observer(Progress(front.length, front.constants, front.width, sum(map(len, self._pool.examples.values())),
                                self._limits.elapsed(), {m.name: copy.copy(m.report) for m in self._pool.members},
                                self._outcome.candidate, self._stand.phase.value))


def _uncompiled(pool: EnginePool) -> Iterator[str]:
    """A warning where an engine that is compiled elsewhere is not here, nor can be."""
    missing = absent()
    if missing and not {"explicit", "structural"}.isdisjoint(m.name for m in pool.members):
        yield missing


def unused_functions(specification: Specification) -> tuple[str, ...]:
    """A warning for each ∃ function or word that the body does not mention."""
    used = {str(call.data) for call in calls(specification.formula)}
    return tuple(f"{f.name} is never used: any program will do for it" for f in specification.exists if f.name not in used)
