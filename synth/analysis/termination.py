"""The two sides of the question whether every run ends: searches for ranks, and for recurrence sets, which pause now and then."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial

from synth import terms
from synth.analysis.certificates.kinds import Found, Predicates, Ranking
from synth.analysis.certificates.obligations import before, falling
from synth.analysis.invariants.candidates import likely_whole_sum
from synth.analysis.invariants.facts import (
    invariants_of,
    kept_by_edges,
    linear_equations,
    phase_facts,
    stated_facts,
    whole_sums_with,
)
from synth.analysis.invariants.houdini import all_of
from synth.analysis.invariants.reach import unseen_heads, within_reach
from synth.analysis.progress import at_work, at_work_with
from synth.analysis.ranking.countdown import MOST, countdown
from synth.analysis.ranking.ranking import MOST_COMPONENTS, Rank, Ranker
from synth.analysis.simulation.reached import explored, seems_small
from synth.analysis.simulation.simulator import Runs, Simulator, constants_of, tiny
from synth.analysis.systems.relevance import of_looping, tells_shapes, without_products
from synth.analysis.systems.slices import SLICE_RUNS, SLICES_SHARE, Slice, all_solved, by_all, slices_to_nests, together
from synth.analysis.turns import Search
from synth.analysis.unrolling.unrolled import Unroller
from synth.analysis.violations.endless import endless
from synth.analysis.violations.recurrence import never_left, recurrence_sets
from synth.booleans import TRUE, conjunction
from synth.checking.validity.prover import Valid, valid
from synth.checking.validity.translator import Translator
from synth.pace import soon
from synth.transition import Kind, TransitionSystem

_FEWER, _EACH, _OF_NEST, _LEAST = 0.5, 0.05, 0.3, 0.05
"""The share of the time for ranks of lists by what guards say without products; the seconds for each nest of these at once, all
together, and at most; and for the proof that ranks fall without a guess, at least."""

_ROUND, _AT_ONCE, _SOON, _LISTS, _FIRST, _THIN, _MANY = 3.0, 0.5, 2.0, 5.0, 3.0, 2.0, 6
"""Seconds for one round of a search, for ranks of lists at once, for the facts that ranks begin with, for ranks with what the
program itself compares, and for a nest by its thin slice, which programs of so many variables are tried with."""

_BY = "ranking"


def ranked(system: TransitionSystem, deadline: float, seed: int, most: int = MOST_COMPONENTS) -> Search:
    """Ranks with their invariants, until the deadline; None between two methods.

    most   how many components a rank may have
    """
    if not system.components:
        yield Found(Ranking({}, {}), "no loops")
        return
    system, tried = of_looping(system), dict[int, Found | None]()
    if has_lists := tells_shapes(system):
        fewer = without_products(system)
        tried = _at_once(fewer, deadline, most, {}, {})
        yield _together(tried, system)
    simulator = Simulator(system, seed)
    runs = _first_runs(system, simulator)
    if has_lists:
        open_ = [nest for number, nest in enumerate(system.components) if tried.get(number) is None]
        if any(likely_whole_sum(fewer, head) for nest in open_ for head in nest):  # equations alone say little
            equal = all_of(linear_equations(fewer, runs, soon(_AT_ONCE, deadline)))
            tried = _at_once(fewer, deadline, most, equal, tried)
            yield _together(tried, system)
        tried = {number: None if found is None or found.guessed else found for number, found in tried.items()}
        if fewer is not system:
            yield _in_slices(fewer, time.monotonic() + _FEWER * (deadline - time.monotonic()), seed, most, tried)
            tried = {number: found for number, found in tried.items() if found is not None}  # others may do with all guards
    if (reach := within_reach(system, runs, deadline)) is not None:
        yield from (found and reach.lifted(found) for found in ranked(reach.system, deadline, seed, most))
    found = _in_slices(system, time.monotonic() + SLICES_SHARE * (deadline - time.monotonic()), seed, most, tried)
    if found is not None:
        yield found
    for search in _searches(system, system.components, simulator, runs, deadline, most):
        found = search()
        yield found
        if found is not None:
            return


def _at_once(system: TransitionSystem, deadline: float, most: int, known: Predicates,
             others: Mapping[int, Found | None]) -> dict[int, Found | None]:
    """Ranks of the nests that there was time for, by number, found quickly: with what is `known`, or guessed ones, with a likely
    bound of the sum of lists, too; None for those of which that is not enough. Where there are ranks among `others`, these are
    taken. Where nests have slices, none takes long."""
    tried, each = dict(others), _OF_NEST if slices_to_nests(system) else math.inf
    until, translator = soon(_AT_ONCE + _EACH * len(system.components), deadline), Translator(system.width)
    likely = all_of({head.number: own for head in system.of_kind(Kind.HEAD) if (own := likely_whole_sum(system, head.number))})
    for number, nest in enumerate(system.components):
        if time.monotonic() < until and tried.get(number) is None:
            heads, end = _leading_to(system, nest), soon(each, until)
            shown, sums = ({head: facts[head] for head in heads if head in facts} for facts in (known, likely))
            at_work_with("ranks", system, shown)
            premises = together([shown, sums])
            ranks = Ranker(system, nest, premises, [], end, False, most, True, translator).ranks()
            if ranks is None:
                tried[number] = None
            elif not sums or _fall(system, nest, ranks, shown, end, translator):
                tried[number] = Found(Ranking(shown, ranks), _BY, minimised=not shown)
            else:
                tried[number] = Found(Ranking(premises, ranks), _BY, guessed=True)
    return tried


def _leading_to(system: TransitionSystem, nest: frozenset[int]) -> set[int]:
    """The loop heads from which paths lead to a nest, its own among them."""
    found, waiting = set(nest), list(nest)
    while waiting:
        head = waiting.pop()
        new = {e.source for e in system.edges if e.target == head and e.source} - found
        found |= new
        waiting += new
    return found


def _fall(system: TransitionSystem, nest: frozenset[int], ranks: Mapping[int, Rank], known: Predicates, until: float,
          translator: Translator) -> bool:
    """Whether it is soon shown that ranks of a nest fall on all of its edges with what is known."""
    for edge in system.edges:
        if {edge.source, edge.target} <= nest:
            claim = before(edge, known.get(edge.source, TRUE)).implies(falling(system, edge, ranks))
            left = max(_LEAST, until - time.monotonic())
            if not isinstance(valid(claim, system.width, left, translator=translator), Valid):
                return False
    return True


def _together(found: Mapping[int, Found | None], system: TransitionSystem) -> Found | None:
    """The ranks of all nests, by number, as one certificate; None where some nest is left."""
    each = [own for number in range(len(system.components)) if (own := found.get(number)) is not None]
    certificates = [own.certificate for own in each if isinstance(own.certificate, Ranking)]
    if len(certificates) < len(system.components):
        return None
    ranks = {place: rank for own in certificates for place, rank in own.ranks.items()}
    whole = Ranking(together(own.invariants for own in certificates), ranks)
    return Found(whole, by_all(each), minimised=all(own.minimised for own in each), guessed=any(own.guessed for own in each))


def _in_slices(system: TransitionSystem, until: float, seed: int, most: int, tried: Mapping[int, Found | None]) -> Found | None:
    """Ranks of the slices that nests depend on, together; None where some nest is left. Of nests that were `tried` at once, those
    are not looked at of which that was enough, and the others only with facts, which say more than was known then."""
    many = len(system.variables) >= _MANY
    slices = cache(lambda thin: slices_to_nests(system, thin) if many or not thin else [])  # wider ones where thin ones do not do

    def search(nest: int) -> Search:
        known = tried.get(nest)
        return _of_nest(nest, slices, until, seed, most, nest in tried) if known is None else iter([known])

    found = all_solved(map(search, range(len(system.components))), until)
    return None if found is None else _together(dict(enumerate(found)), system)


def _of_nest(number: int, slices: Callable[[bool], Sequence[Slice]], until: float, seed: int, most: int,
             facts_only: bool) -> Search:
    """Ranks of a nest by its thin slice, then by the wider one, as such of the program; nothing where there are no slices. With
    `facts_only` they are not searched for without facts."""
    for thin in True, False:
        for part in slices(thin)[number:number + 1]:
            yield from _of_slice(part, soon(_THIN, until) if thin else until, seed, most, facts_only)


def _of_slice(part: Slice, until: float, seed: int, most: int, facts_only: bool) -> Search:
    """Ranks of a nest by a slice, as such of the program; `facts_only` as in `_of_nest`."""
    simulator = Simulator(part.system, seed, *SLICE_RUNS)
    runs = _first_runs(part.system, simulator)
    for search in _searches(part.system, [part.own_goals], simulator, runs, until, most, facts_only):
        found = search()
        if found is not None and isinstance(found.certificate, Ranking):
            lifted = Ranking(part.lifted(found.certificate.invariants), part.lifted_ranks(found.certificate.ranks))
            found = replace(found, certificate=lifted)
        yield found
        if time.monotonic() > until:
            return


def _searches(system: TransitionSystem, nests: Sequence[frozenset[int]], simulator: Simulator, runs: Runs, deadline: float,
              most: int, facts_only: bool = False) -> Iterator[Callable[[], Found | None]]:
    """Ranks of some nests: of the first kinds, then with all that is known, which comes late where words are any at first; a
    simulator, and the `runs` that it begins with; `facts_only` as in `_of_nest`."""
    ranked, begun = partial(_ranked, system, nests, runs, most), _is_begun(system)
    has_lists = tells_shapes(system)
    first = soon(_LISTS if has_lists else _SOON, deadline)
    if has_lists and not facts_only:  # most loops pass the nodes of a list one by one, and facts of lists take long
        yield partial(ranked, {}, soon(_AT_ONCE + _EACH * len(nests), deadline))
    if has_lists or begun:
        equal = linear_equations(system, runs, first)
    if has_lists:  # which together are no more than there is memory for
        yield partial(ranked, all_of(whole_sums_with(system, equal, first)), soon(_FIRST, deadline))
        runs = simulator.run()
        ranked = partial(_ranked, system, nests, runs, most)
    if begun:
        stated = stated_facts(system, runs, equal, first)
        yield partial(ranked, stated, soon(_FIRST, deadline))
    known: Predicates = all_of(invariants_of(system, runs, first)) if begun else {}
    yield partial(ranked, known, first)
    yield partial(_listed, system, runs, deadline)
    yield partial(_counted, system, nests, runs, deadline)
    at_work("inductive facts")
    known = all_of(invariants_of(system, runs, deadline, True))
    for ahead in False, True:
        yield partial(ranked, known, soon(_ROUND, deadline), ahead)
    phased = kept_by_edges(system, known, deadline).inductive(phase_facts(system, runs.states, known))
    known = {p: conjunction([k, *phased.get(p, ())]) for p, k in known.items()}
    yield partial(ranked, known, (time.monotonic() + deadline) / 2)
    yield partial(ranked, known, deadline, True)


def _ranked(system: TransitionSystem, nests: Sequence[frozenset[int]], runs: Runs, most: int, known: Predicates, until: float,
            ahead: bool = False) -> Found | None:
    """Ranks that are searched for nest by nest, as `Ranker` has it."""
    at_work_with("ranks", system, known)
    ranks: dict[int, tuple[terms.Term, ...]] = {}
    for nest in nests:
        found = Ranker(system, nest, known, runs.moves, until, ahead, most).ranks()
        if found is None:
            return None
        ranks |= found
    return Found(Ranking(known, ranks), _BY)


def _listed(system: TransitionSystem, runs: Runs, deadline: float) -> Found | None:
    """How long each state still runs, where they are few."""
    at_work("all states")
    found = explored(system, soon(_SOON, deadline)) if seems_small(system, runs.states) else None
    ranks = None if found is None else found.ranks()
    return None if found is None or ranks is None else Found(Ranking(found.predicates(), ranks), "all states")


def _counted(system: TransitionSystem, nests: Sequence[frozenset[int]], runs: Runs, deadline: float) -> Found | None:
    """How many rounds are left, where no run that was seen makes many."""
    if runs.lasting or runs.length > MOST:
        return None
    at_work("rounds left")
    until, known, ranks = soon(_SOON, deadline), dict[int, terms.Term](), dict[int, tuple[terms.Term, ...]]()
    for nest in nests:
        found = countdown(system, nest, known, runs.length, until)
        if found is None:
            return None
        known, ranks = known | dict(found[0]), ranks | dict(found[1])
    return Found(Ranking(known, ranks), "countdown")


def _first_runs(system: TransitionSystem, simulator: Simulator) -> Runs:
    """The runs that a search begins with; where there are lists, and some run comes to each loop head, the first of them: there
    rounds differ by little but their numbers."""
    runs = simulator.once() if tells_shapes(system) else Runs()
    return runs if runs.states and not unseen_heads(system, runs) else simulator.run()


def _is_begun(system: TransitionSystem) -> bool:
    """Whether the program says something of its words before its first loop."""
    return any(e.source == 0 and not (e.guard is TRUE and all(u.kind is terms.TermKind.SYMBOL for u in e.update))
               for e in system.edges)


def recurring(system: TransitionSystem, deadline: float, seed: int) -> Search:
    """Recurrence sets of runs that last, until the deadline; None after each attempt."""
    constants, steps = constants_of(system), 160
    for attempt in range(64):
        if time.monotonic() > deadline:
            return
        at_work("runs generalised", f"of {steps} steps")
        runs = Simulator(system, seed + attempt, steps=steps, small=tiny(system)).once()
        turn = _ROUND * (1 + attempt)
        if not attempt:
            yield from (Found(found, "heads never left") for found in never_left(system, runs.lasting, deadline))
        for found in recurrence_sets(system, runs.lasting, constants, min(deadline, time.monotonic() + turn)):
            yield Found(found, "generalised run")
        at_work("runs followed for long")
        yield from endless(system, runs.lasting, min(deadline, time.monotonic() + turn))
        yield None
        steps = min(2000, steps * 2)


def cycles(system: TransitionSystem, deadline: float) -> Search:
    """Recurrence sets of the few states on a short cycle, until the deadline; None after each length of the way there."""
    at_work("short cycles")
    for lasso in Unroller(system, deadline).lassos():
        yield None if lasso is None else Found(lasso, "unrolling")
