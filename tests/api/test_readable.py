"""What people and programs read of an outcome."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import fakes
import pytest

from synth.api.readable import readable
from synth.api.record import SCHEMA, dump, read_record, to_record
from synth.checking import certify
from synth.errors import InputError
from synth.solver.outcome import Outcome, Reason

FIELDS = {"schema", "status", "reason", "spec", "width", "functions", "words", "minimal_width", "found_by", "proved_by", "seconds",
          "iterations", "counterexamples", "engines", "seed"}
"""Fields that design promises to other tools."""


def test_readable_answer() -> None:
    text = readable(fakes.solved())
    assert text.startswith("isolate: solved and checked, 2 instructions, 32-bit words\n")
    assert "f(x):\n    t0 = neg x\n    t1 = and x, t0\n    return t1\n" in text
    assert "uint32_t f(uint32_t x)" in text
    assert "checked: proved for all inputs at 32 bits by z3, and at 8 bits\n" in text
    assert "minimal: no shorter program exists at 32 bits\n" in text
    assert text.endswith("found:   by explicit in 0.25 s, 3 iterations, 5 counterexamples, seed 7")


@pytest.mark.parametrize(("width", "text"), [
    (8, "no shorter program exists at 8 bits; not shown at 32 bits"), (None, "not shown; a shorter program may exist")])
def test_minimality_is_not_overstated(width: int | None, text: str) -> None:
    assert f"minimal: {text}\n" in readable(fakes.solved(minimal_width=width))


def test_readable_words() -> None:
    text = readable(fakes.solved(fakes.with_word))
    assert "\nk = 4660 (0x1234)\n" in text
    assert "1 instruction," in text


@pytest.mark.parametrize(("outcome", "texts"), [
    (fakes.infeasible(), ["isolate: infeasible and checked; no program of any length", "nothing can satisfy it at x = 3"]),
    (fakes.infeasible(conflict=({"x": 3}, {"x": 2000})), ["at these inputs together:\n    x = 3\n    x = 0x7d0\n"]),
    (fakes.unknown(), ["unknown after 60.0 s, timeout: 60 s\n", "no program of up to 3 instructions at 8 bits",
                       "explicit: stopped, 1,200 candidates (1.2M/s), 3 refuted"]),
    (fakes.infeasible(checked_by=None, limit="time ran out"),
     ["isolate: infeasible but not checked; it is claimed that no program of any length", "not confirmed: time ran out"]),
    (fakes.unknown(Reason.MEMORY, limit="memory", exhausted={8: (0,)}),
     ["unknown after 60.0 s, memory\n", "no program of up to 0 instructions at 8 bits"])])
def test_other_verdicts(outcome: Outcome, texts: list[str]) -> None:
    shown = readable(outcome)
    assert all(text in shown for text in texts)
    assert "solved" not in shown


@pytest.mark.parametrize("outcome", [fakes.solved(), fakes.solved(fakes.with_word), fakes.infeasible(), fakes.unknown()])
def test_record_keeps_its_promises(outcome: Outcome) -> None:
    record = json.loads(dump(to_record(outcome, "p.py")))
    assert record.keys() >= FIELDS
    assert (record["schema"], record["spec"]) == (SCHEMA, "p.py")
    assert all(f.keys() >= {"name", "inputs", "length", "constants", "text", "c"} for f in record["functions"])
    assert all(e.keys() >= {"candidates", "refuted", "wins", "seconds"} for e in record["engines"].values())


@pytest.mark.parametrize("specification", [fakes.isolate, fakes.with_word])
def test_record_is_read_back(specification: Any) -> None:
    outcome = fakes.solved(specification)
    record = read_record(dump(to_record(outcome, "p.py")), "answer.json")
    assert certify.SCHEMA == SCHEMA
    assert certify.candidate_of(record, specification) == outcome.candidate


def test_words_and_reason_in_the_record() -> None:
    assert to_record(fakes.solved(fakes.with_word), "p.py")["words"] == {"k": 4660}
    assert to_record(fakes.unknown(), "p.py")["reason"] == "timeout"
    assert to_record(fakes.infeasible(), "p.py")["counterexample"] == {"x": 3}


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": "synth.verdict/1"}', "[" * 100_000])
def test_what_is_no_record(text: str) -> None:
    with pytest.raises(InputError, match=r"answer\.json"):
        read_record(text, "answer.json")


def test_c_of_the_record_compiles(tmp_path: Any) -> None:
    compiler = shutil.which("cc")
    assert compiler, "a C compiler is needed"
    source = tmp_path / "f.c"
    source.write_text("#include <stdint.h>\n" + to_record(fakes.solved(), "p.py")["functions"][0]["c"])
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-c", "-o", str(tmp_path / "f.o")]
    subprocess.run([compiler, *flags, str(source)], check=True)
