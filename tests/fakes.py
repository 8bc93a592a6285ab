"""Outcomes without a search."""

from __future__ import annotations

from typing import Any

from synth import Fun, Specification, Unknown, Word, spec
from synth.operators import operator
from synth.program import Instruction, Program, constant_program
from synth.solver.outcome import EngineReport, Outcome, Reason, Status


@spec(width=32)
def isolate(f: Fun[[Word], Word], x: Word):
    return f(x) == x & -x


@spec(width=16)
def with_word(f: Fun[[Word, Word], Word], k: Unknown, x: Word, y: Word):
    return (f(x, y) == x + y) & (k == 4660)


ISOLATE = Program(1, (), (Instruction(operator("neg"), (0,)), Instruction(operator("and"), (0, 1))), 2)
WRONG = Program(1, (), (Instruction(operator("neg"), (0,)),), 1)
ADD = Program(2, (), (Instruction(operator("add"), (0, 1)),), 2)
REPORTS = {"explicit": EngineReport(candidates=1200, proposals=4, refuted=3, wins=1, seconds=0.001, state="stopped"),
           "genetic": EngineReport(candidates=50, seconds=0.5, best=0.75, state="stopped")}


def solved(specification: Specification = isolate, **more: Any) -> Outcome:
    candidate = {"f": ISOLATE} if specification is isolate else {"f": ADD, "k": constant_program(4660)}
    width = specification.width
    known: dict[str, Any] = {
        "candidate": candidate, "width": width, "minimal_width": width, "found_by": "explicit", "proved_by": "z3", "seconds": 0.25,
        "iterations": 3, "counterexamples": 5, "engines": REPORTS, "exhausted": {8: (0, 1), 32: (0, 1)},
        "proved_widths": (8, width), "seed": 7}
    return Outcome(specification, Status.SOLVED, **known | more)


def infeasible(**more: Any) -> Outcome:
    known: dict[str, Any] = {"counterexample": {"x": 3}, "conflict": ({"x": 3},), "width": 32, "proved_by": "z3",
                             "checked_by": "bitwuzla"}
    return Outcome(isolate, Status.INFEASIBLE, **known | more)


def unknown(reason: Reason = Reason.TIMEOUT, **more: Any) -> Outcome:
    known: dict[str, Any] = {"limit": "60 s", "seconds": 60.0, "exhausted": {8: (0, 1, 2, 3), 32: ()}, "engines": REPORTS}
    return Outcome(isolate, Status.UNKNOWN, reason, **known | more)
