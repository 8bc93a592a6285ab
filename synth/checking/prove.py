"""Proof of a candidate for all values of the ∀ words at one width, by SMT.

The two solvers fail on disjoint problems, so that the portfolio gives them turns with growing limits. A counterexample is checked
by the reference evaluator before it is believed; whatever is neither a proof nor a checked counterexample is `Undecided`.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import z3

from synth.checking.backends import SOLVERS, Gave, Sat, Unsat, check
from synth.checking.examples import Example, names_of
from synth.checking.infeasible import infeasible
from synth.evaluation import integers
from synth.evaluation.smt import Smt
from synth.program import Program
from synth.specification import Specification
from synth.terms import interpret

__all__ = ["Judgement", "Proved", "Refuted", "Undecided", "infeasible", "prove"]

EVALUATION = "evaluation"
"""What proves a specification by points: trying each."""

_FIRST_SLICE = 0.1
_GROWTH = 4
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Proved:
    """The formula holds for every value of the ∀ words of `width` bits; `solver` showed it."""

    width: int
    solver: str


@dataclass(frozen=True)
class Refuted:
    """The formula fails on `example`, found by `solver` and checked by the reference evaluator."""

    example: Example
    solver: str


@dataclass(frozen=True)
class Undecided:
    """Neither proved nor refuted, and why."""

    reason: str


Judgement = Proved | Refuted | Undecided


def prove(spec: Specification, candidate: Mapping[str, Program], width: int, timeout: float,
          solver: str = "portfolio") -> Judgement:
    """Judge `candidate` at `width` bits within `timeout` seconds, by "z3", "bitwuzla" or both in turns ("portfolio").

    A solver that gives up long before its limit is not asked again.
    """
    if spec.points:
        return _tried(spec, candidate, width)
    deadline = time.monotonic() + timeout
    denied, words = _denied(spec, candidate, Smt(width, z3.Context()))
    floats = _holds_floats(spec, candidate)
    reason, hopeless = "timeout", set[str]()
    for name, seconds in _turns(solver, timeout, floats):
        start = time.monotonic()
        limit = min(seconds, deadline - start)
        if limit <= 0 or hopeless.issuperset(SOLVERS if solver == "portfolio" else (solver,)):
            break
        if name in hopeless:
            continue
        match check(name, denied, words, limit, floats):
            case Unsat():
                return Proved(width, name)
            case Sat(values):
                if not integers.evaluate(spec.formula, values, candidate, width):
                    return Refuted(values, name)
                _log.error("%s: the reference evaluator rejects the counterexample %s of %s", spec.name, values, name)
                reason = f"{name}: a counterexample that the reference evaluator rejects"
                hopeless.add(name)
            case Gave(why):
                reason = why
                if time.monotonic() - start < limit / 2:
                    hopeless.add(name)
    return Undecided(reason)


def _tried(spec: Specification, candidate: Mapping[str, Program], width: int) -> Judgement:
    """The judgement of a specification by points: the reference evaluator on every one of them."""
    if width != spec.width:
        return Undecided(f"the points are words of {spec.width} bits")
    for point in spec.points:
        if not integers.evaluate(spec.formula, point, candidate, width):
            return Refuted(dict(point), EVALUATION)
    return Proved(width, EVALUATION)


def _denied(spec: Specification, candidate: Mapping[str, Program], domain: Smt) -> tuple[Any, dict[str, Any]]:
    """What a counterexample satisfies, and the ∀ words.

    The domain has a context of its own, so that models depend on nothing that came before.
    """
    words = {name: domain.symbol(name) for name in names_of(spec)}
    value = interpret(spec.formula, domain, words, lambda name, arguments: candidate[name].run(domain, arguments))
    return z3.Not(domain.truth(value)), words


def _holds_floats(spec: Specification, candidate: Mapping[str, Program]) -> bool:
    return spec.uses_floats or any(op.smt.startswith("fp.") for p in candidate.values() for op, _ in p.instructions)


def _turns(solver: str, timeout: float, floats: bool) -> Iterator[tuple[str, float]]:
    """Which solver to ask for how many seconds; Bitwuzla first where there is floating point."""
    if solver != "portfolio":
        yield solver, timeout
        return
    order = SOLVERS[::-1] if floats else SOLVERS
    slice_ = _FIRST_SLICE
    while True:
        for name in order:
            yield name, slice_
        slice_ *= _GROWTH
