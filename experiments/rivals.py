"""SyGuS solvers as commands: ours and cvc5, how they are called and how to read what they print."""

from __future__ import annotations

import json
import pathlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from experiments.answers import FAIL, INFEASIBLE, parse_answer
from experiments.processes import Finished


@dataclass(frozen=True)
class Reading:
    """What a run says of itself: a status, the answer in SyGuS-IF where there is one, and a word on what went wrong."""

    status: str
    answer: str = ""
    detail: str = ""


@dataclass(frozen=True)
class Tool:
    """A solver; `command` takes the file and the seconds that it has."""

    name: str
    command: Callable[[pathlib.Path, float], Sequence[str]]
    read: Callable[[Finished], Reading]


def read_printed(finished: Finished) -> Reading:
    """A run that prints its answer in SyGuS-IF."""
    if finished.code or not finished.stdout.strip():
        return Reading("crash", detail=last_line(finished.stderr))
    try:
        answer = parse_answer(finished.stdout)
    except ValueError as error:
        return Reading("crash", detail=str(error))
    if answer == FAIL:
        return Reading("fail")
    return Reading(INFEASIBLE if answer == INFEASIBLE else "solved", finished.stdout)


def last_line(text: str) -> str:
    """The last line that says anything, cut."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:300] if lines else ""


def _python(module: str, *words: str) -> list[str]:
    return [sys.executable, "-m", module, *words]


def read_ours(finished: Finished) -> Reading:
    """A run of `synth FILE --json`."""
    try:
        record = json.loads(finished.stdout)
    except ValueError:
        return Reading("crash" if finished.code != UNUSABLE else "fail", detail=last_line(finished.stderr))
    match record["status"]:
        case "solved":
            return Reading("solved", "\n".join(f["sygus"] for f in record["functions"]))
        case "infeasible":
            return Reading(INFEASIBLE, f"({INFEASIBLE})")
    return Reading("timeout" if record["reason"] == "timeout" else "fail", detail=str(record["limit"] or record["reason"]))


UNUSABLE = 2
"""Our exit status for files that are not understood."""

OURS = Tool("synth", lambda file, limit: _python("synth", str(file), "--json", "--timeout", f"{limit:g}"), read_ours)
CVC5 = Tool("cvc5", lambda file, limit: _python("experiments.cvc5_runner", str(file), "--timeout", f"{limit:g}"), read_printed)
RIVALS = {"cvc5": CVC5}
"""What we are measured beside, by name."""
