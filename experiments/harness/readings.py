"""What the output of a run says."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from experiments.answers import FAIL, INFEASIBLE, parse_answer
from experiments.harness.limits import Finished, last_line
from experiments.harness.records import Outcome
from experiments.harness.tools import Tool

_CLAIMS = ("true", "false", "solved", "infeasible")
_UNUSABLE = 2
_LONGEST = 20000
_MEMORY = re.compile(r"MemoryError|bad_alloc|[Oo]ut of memory|Cannot allocate memory|memory exhausted")


@dataclass(frozen=True)
class Reading:
    """What a run says of itself.

    verdict   "true", "false", "solved", "infeasible" or "unknown"; None where it says nothing of the kind
    ended     where there is no verdict, or it is unknown: what that counts as
    answer    the run's own JSON object, or {"text": …}
    sygus     the answer in SyGuS-IF, where it has one
    """

    verdict: str | None
    ended: Outcome = Outcome.UNKNOWN
    answer: Mapping[str, Any] = field(default_factory=dict)
    sygus: str = ""
    detail: str = ""

    @property
    def claims(self) -> bool:
        """Whether there is an answer."""
        return self.verdict in _CLAIMS


def read(tool: Tool, finished: Finished) -> Reading:
    """What a tool's run says."""
    match tool.reads:
        case "synth":
            return read_synth(finished)
        case "sygus":
            return read_sygus(finished)
    return read_patterns(finished, tool.patterns)


def read_synth(finished: Finished) -> Reading:
    """A run of `synth SPEC --json` or `synth prove FILE --json` with one property.

    The answer is an object of schema synth.result/1, or the one verdict as an object of synth.verdict/1, which `synth check` takes.
    """
    try:
        record = json.loads(finished.stdout)
        if "verdicts" in record:
            record = {"schema": "synth.verdict/1", "file": record["file"], **record["verdicts"][0]}
        verdict = str(record["verdict"] if "verdict" in record else record["status"])
    except (ValueError, KeyError, TypeError):
        return _without_answer(finished)
    if verdict in _CLAIMS:
        return Reading(verdict, answer=record, sygus=_sygus(record))
    reason = str(record.get("reason") or "")
    ended = {"timeout": Outcome.TIMEOUT, "memory": Outcome.MEMORY}.get(reason, Outcome.UNKNOWN)
    return Reading("unknown", ended, record, detail=str(record.get("limit") or reason))


def _sygus(record: Mapping[str, Any]) -> str:
    if record.get("status") == INFEASIBLE:
        return f"({INFEASIBLE})"
    return "\n".join(f["sygus"] for f in record.get("functions", ()) if "sygus" in f)


def _without_answer(finished: Finished) -> Reading:
    """Errors in our manner: a task that cannot be read is refused, all else is a crash."""
    said = last_line(finished.stderr)
    if finished.code == _UNUSABLE and "error: " in said and "internal error" not in finished.stderr:
        return Reading("unknown", Outcome.REFUSED, detail=said)
    return _crash(finished, said)


def read_sygus(finished: Finished) -> Reading:
    """A run that prints functions as SyGuS-IF has them, (infeasible) or (fail)."""
    if finished.code or not finished.stdout.strip():
        return _without_answer(finished)
    try:
        answer = parse_answer(finished.stdout)
    except ValueError as error:
        return _crash(finished, str(error))
    if answer == FAIL:
        return Reading("unknown", detail=FAIL)
    verdict = "infeasible" if answer == INFEASIBLE else "solved"
    return Reading(verdict, answer={"text": finished.stdout.strip()}, sygus=finished.stdout)


def read_patterns(finished: Finished, patterns: Mapping[str, str | int]) -> Reading:
    """A run whose lines of output, or exit status, say the verdict; where it says several, none of them counts."""
    output = finished.stdout + "\n" + finished.stderr
    found = [verdict for verdict, pattern in patterns.items()
             if (finished.code == pattern if isinstance(pattern, int) else re.search(pattern, output, re.MULTILINE))]
    answer = {"text": finished.stdout.strip()[-_LONGEST:]}
    match found:
        case [verdict] if verdict in _CLAIMS:
            return Reading(verdict, answer=answer)
        case [reason]:
            return Reading("unknown", Outcome(reason), answer, detail=last_line(finished.stdout))
        case []:
            return _crash(finished, last_line(finished.stderr) or last_line(finished.stdout))
    return Reading("unknown", answer=answer, detail=f"says {' and '.join(found)}")


def _crash(finished: Finished, detail: str) -> Reading:
    """A run without an answer: out of memory where it complains of that."""
    ended = Outcome.MEMORY if _MEMORY.search(finished.stderr) else Outcome.CRASH
    told = f"signal {-finished.code}" if finished.code < 0 else f"exit status {finished.code}"
    return Reading(None, ended, detail=f"{told}: {detail}" if detail else told)
