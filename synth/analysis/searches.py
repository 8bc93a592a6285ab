"""How each answer is searched for: by a formula of second-order SAT, and by the strategies that stand beside it.

Both sides of a tautology of chapter 7 ([GT], [GS]) are searched for at once, each in a process of its own, by the engine for the
clauses of its shape. Strategies are no second-order search: they unwind loops, and run the program.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from synth.analysis.certificates.kinds import Found, Ranking
from synth.analysis.certificates.obligations import bounded
from synth.analysis.certificates.paths import DEEPEST, indices
from synth.analysis.contracts.search import by_contracts, hopeless
from synth.analysis.encoded import by_clauses
from synth.analysis.property import Property
from synth.analysis.ranking.ranking import MOST_COMPONENTS
from synth.analysis.safety import failing_runs, invariants
from synth.analysis.simulation.simulator import Simulator
from synth.analysis.systems.relevance import of_looping
from synth.analysis.termination import cycles
from synth.analysis.turns import Search, beside, in_turns, resumed
from synth.analysis.unrolling.unwinding import unwindings
from synth.encoding import Program
from synth.frontends.encodings import load_encoding
from synth.transition import Kind, TransitionSystem

Side = Callable[[TransitionSystem, float, int], Search]
"""A search for an answer: side(system, deadline, seed)."""

_LATE, _SHARE = 2.0, 0.6
"""Seconds for the formula before loops are unwound, too, and how much time that then has for each second of its own."""

_FIRST, _OF_ARRAYS = 0.1, 2.0
"""Where variables choose elements of arrays, of which invariants can say little here: the share of all time that unwinding has
before them, and that for each second of theirs."""


_FEW = 64
"""How many runs are tried where they are long ones."""

_CONTRACTS = 1.0, 1.0
"""Seconds before contracts are searched for, too, and how much time that then has for each second of the search without them."""


def ends(system: TransitionSystem, deadline: float, seed: int) -> Search:
    """That every run ends: ranks, and loops unwound."""
    if not system.components:
        yield Found(Ranking({}, {}), "no loops")
        return
    ranks = _by_formula(system, f"termination/lexicographic:{words_of_ranks(system)}", deadline, seed)
    yield from beside(ranks, _unwound(of_looping(system), False, seed), deadline, _LATE, _SHARE)


def runs_for_ever(system: TransitionSystem, deadline: float, seed: int) -> Search:
    """That some run never ends: short cycles, and recurrence sets."""
    yield from in_turns(cycles(system, deadline), _by_formula(system, "nontermination/skolemised", deadline, seed))


def is_safe(system: TransitionSystem, deadline: float, seed: int) -> Search:
    """That no assertion fails: invariants, and loops unwound."""
    if not system.of_kind(Kind.HEAD):
        yield from invariants(system, deadline, seed)
        return
    unwound, share = _unwound(bounded(system), True, seed), _SHARE
    if indices(system):
        share, now = _OF_ARRAYS, time.monotonic()
        yield from resumed(unwound, now + _FIRST * (deadline - now))
    yield from beside(_by_formula(system, "safety/invariant", deadline, seed), unwound, deadline, _LATE, share)


def fails(system: TransitionSystem, deadline: float, seed: int) -> Search:
    """That an assertion fails: failing runs, and danger invariants."""
    sets = _by_formula(system, f"danger/total:{words_of_ranks(system)}", deadline, seed)
    yield from in_turns(*failing_runs(system, deadline, seed), sets)


def with_contracts(side: Side, opened: TransitionSystem, ending: bool) -> Side:
    """A search for what holds of all runs, and beside it one by contracts in the same system with these left open, of whether no
    assertion fails, or, with `ending`, every run ends; alone where an assertion fails unless something is known of calls."""
    def search(system: TransitionSystem, deadline: float, seed: int) -> Search:
        by = by_contracts(opened, is_safe, ends if ending else None, deadline, seed)
        if not ending and hopeless(system, seed):
            yield from by
        else:
            yield from beside(side(system, deadline, seed), by, deadline, *_CONTRACTS)
    return search


SIDES: Mapping[Property, Mapping[str, Side]] = {
    Property.TERMINATION: {"terminates": ends, "may run for ever": runs_for_ever},
    Property.SAFETY: {"safe": is_safe, "unsafe": fails}}
"""The searches for either answer to a question, by what they say."""

HOLDING = ("terminates", "safe")
"""The answers that are about all runs."""


def _by_formula(system: TransitionSystem, name: str, deadline: float, seed: int) -> Search:
    """What an encoding proves, by the engine for its clauses; nothing where there is no loop to speak of."""
    program, encoding = Program(system), load_encoding(name)
    claims = encoding.formula(program).claims if program.heads else ()
    for claim in claims:
        for found in by_clauses(system, claim, deadline, seed):
            yield found and replace(found, by=f"{encoding.title}, {found.by}")


def _unwound(system: TransitionSystem, safe: bool, seed: int) -> Search:
    """How often loops go round at most, where no run that is tried lasts; where loops read no inputs, no longer than paths are."""
    reads = any(e.inputs for e in system.edges if e.source)
    if not (Simulator(system, seed) if reads else Simulator(system, seed, _FEW, DEEPEST)).once().lasting:
        yield from unwindings(system, safe)


def words_of_ranks(system: TransitionSystem) -> int:
    """How many words a rank may need: two for each loop of a nest and one more, and one for each way around."""
    ways = max((sum({e.source, e.target} <= c for e in system.edges) for c in system.components), default=1)
    return min(MOST_COMPONENTS, max(ways, 2 * max(map(len, system.components), default=0) + 1))
