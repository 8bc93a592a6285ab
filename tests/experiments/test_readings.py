"""What runs say is understood, and never more than they say."""

from __future__ import annotations

import json

import pytest

from experiments.harness.limits import Finished
from experiments.harness.readings import read_patterns, read_sygus, read_synth
from experiments.harness.records import Outcome

FUNCTION = "((define-fun f ((x (_ BitVec 8))) (_ BitVec 8) x))"


def finished(stdout: str = "", stderr: str = "", code: int = 0) -> Finished:
    return Finished(stdout, stderr, code, 1.0, 1.0, 10, None, 0, "psutil")


@pytest.mark.parametrize(("run", "verdict", "ended"), [
    (finished(FUNCTION), "solved", Outcome.UNKNOWN),
    (finished("(infeasible)"), "infeasible", Outcome.UNKNOWN),
    (finished("(fail)"), "unknown", Outcome.UNKNOWN),
    (finished("", "Traceback\nValueError: no\n", 1), None, Outcome.CRASH),
    (finished(FUNCTION, "", -11), None, Outcome.CRASH),
    (finished("", "terminate called after throwing an instance of 'std::bad_alloc'", -6), None, Outcome.MEMORY),
    (finished("(oops"), None, Outcome.CRASH),
    (finished(""), None, Outcome.CRASH)])
def test_answers_in_sygus(run: Finished, verdict: str | None, ended: Outcome) -> None:
    reading = read_sygus(run)
    assert (reading.verdict, reading.ended) == (verdict, ended)
    assert reading.claims is (verdict in ("solved", "infeasible"))
    assert bool(reading.detail) is not reading.claims


@pytest.mark.parametrize(("reason", "ended"), [
    ("timeout", Outcome.TIMEOUT), ("memory", Outcome.MEMORY), ("max-length", Outcome.UNKNOWN)])
def test_reasons_of_ours(reason: str, ended: Outcome) -> None:
    record = {"schema": "synth.result/1", "status": "unknown", "reason": reason, "limit": "time limit of 3 s"}
    reading = read_synth(finished(json.dumps(record), code=3))
    assert (reading.verdict, reading.ended, reading.detail) == ("unknown", ended, "time limit of 3 s")
    assert reading.answer == record


def test_answers_of_ours() -> None:
    solved = read_synth(finished('{"status": "solved", "functions": [{"sygus": "(define-fun …)"}, {"name": "g"}]}'))
    assert (solved.verdict, solved.sygus) == ("solved", "(define-fun …)")
    assert read_synth(finished('{"status": "infeasible"}', code=1)).sygus == "(infeasible)"
    printed = '{"schema": "synth.verdict/2", "file": "x.c", "verdicts": [{"verdict": "false"}]}'
    assert read_synth(finished(printed, code=1)).verdict == "false"


def test_errors_of_ours() -> None:
    unread = read_synth(finished("", "a.sl:1:1: error: not supported: reals", 2))
    assert (unread.verdict, unread.ended, unread.detail) == ("unknown", Outcome.REFUSED, "a.sl:1:1: error: not supported: reals")
    internal = "internal error: MemoryError: \nPlease report it with the output of --debug."
    assert read_synth(finished("", internal, 2)).ended is Outcome.MEMORY
    assert read_synth(finished("", internal.replace("Memory", "Key"), 2)).ended is Outcome.CRASH
    assert read_synth(finished("", "Traceback", 1)).verdict is None
    assert read_synth(finished("[]")).ended is Outcome.CRASH


@pytest.mark.parametrize(("stdout", "code", "verdict", "ended"), [
    ("x\nVERIFICATION SUCCESSFUL\n", 0, "true", Outcome.UNKNOWN), ("no VERIFICATION SUCCESSFUL", 0, None, Outcome.CRASH),
    ("", 10, "false", Outcome.UNKNOWN), ("VERIFICATION SUCCESSFUL", 10, "unknown", Outcome.UNKNOWN),
    ("late", 0, "unknown", Outcome.TIMEOUT), ("don't know", 0, "unknown", Outcome.UNKNOWN)])
def test_patterns(stdout: str, code: int, verdict: str | None, ended: Outcome) -> None:
    patterns: dict[str, str | int] = {"true": "^VERIFICATION SUCCESSFUL$", "false": 10, "timeout": "^late$",
                                      "unknown": "don't know"}
    reading = read_patterns(finished(stdout, code=code), patterns)
    assert (reading.verdict, reading.ended) == (verdict, ended)
