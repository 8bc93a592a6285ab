"""Runs made by hand, for what reads records."""

from __future__ import annotations

from typing import Any

from experiments.harness.records import Limits, Outcome, Run, Session, Size

SESSION = Session(0, "python -m experiments run all", "a machine, 2 cores", "3.11", "z3-solver 4", "abc1234",
                  "2026-11-21", {"cvc5": "1.4"})


def run(task: str, tool: str = "synth", outcome: str = "right", wall: float = 1.0, **rest: Any) -> Run:
    """A run of a suite called "own" that asks for a program, unless `rest` says otherwise."""
    suite = rest.pop("suite", "own")
    limits = Limits(rest.pop("limit", 10.0), None, 4000, "psutil")
    size = Size(rest.pop("specification", None), rest.pop("solution", None))
    plain = {"file": f"specs/{task}.py", "category": suite, "property": None, "expected": None, "options": (), "seed": 0,
             "repeat": 0, "verdict": "solved" if outcome in ("right", "unconfirmed", "wrong") else None,
             "checked": outcome == "right" or None, "checked_by": None, "cpu": wall, "megabytes": 50, "detail": "",
             "started": "2026-11-21T10:00:00Z", "session": 0, "answer": {}}
    told = {**plain, **rest}
    return Run(suite=suite, task=task, tool=tool, limits=limits, outcome=Outcome(outcome), wall=wall, size=size, **told)


def engines(**wins: int) -> dict[str, dict[str, float]]:
    """What engines report that proposed twice as much as they won, and had one proposal refuted."""
    return {name: {"proposals": 2 * count, "refuted": 1, "wins": count, "seconds": 0.5} for name, count in wins.items()}


def program(found_by: str, **wins: int) -> dict[str, Any]:
    """An answer of synth.result/1, as far as reports look at it."""
    return {"schema": "synth.result/1", "found_by": found_by, "proved_by": "z3", "iterations": 3, "engines": engines(**wins),
            "shares": {"synthesise": 3.0, "verify": 1.0, "generalise": 0.25}, "words": {"k": 31},
            "functions": [{"name": "f", "parameters": ["x"], "text": "t0 = not x\nreturn t0"}]}


def termination(name: str, tool: str = "synth", outcome: str = "right", wall: float = 1.0, expected: str = "true",
                **rest: Any) -> Run:
    """A run that asks whether a published program terminates."""
    verdict = {"right": expected, "wrong": "false" if expected == "true" else "true"}.get(outcome)
    plain = {"suite": "termination", "property": "termination", "expected": expected, "verdict": verdict,
             "file": f"experiments/programs/termination/{name}.c"}
    return run(f"termination/{name}", tool, outcome, wall, **{**plain, **rest})


def sygus(task: str, tool: str = "synth", outcome: str = "right", wall: float = 1.0, **rest: Any) -> Run:
    """A run on a SyGuS-IF file, counted in the folder that it lies in."""
    plain = {"suite": "sygus", "category": task.partition("/")[0], "file": f"/data/{task}"}
    return run(task, tool, outcome, wall, **{**plain, **rest})
