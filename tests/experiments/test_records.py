"""Records survive being written and read, a harness that was killed in the middle of a line, and a second one beside the first."""

from __future__ import annotations

import json
import pathlib
from dataclasses import replace

import pytest

from experiments.harness.records import Journal, Limits, Outcome, Run, Session, Size, load
from synth.errors import InputError

RUN = Run("termination", "own/clock", "experiments/programs/own/clock.c", "own", "termination", "true", "synth",
          ("--x",), 1, 0, Limits(60.0, None, 4000, "psutil"), Outcome.RIGHT, "true", True, "bitwuzla", 1.25, 2.5, 310, "",
          "2026-11-21T10:00:00Z", 0, {"schema": "synth.verdict/1", "text": "∀"}, Size(12, None))
SESSION = Session(0, "python -m experiments run termination", "a machine", "3.11", "z3 4", "abc", "2026-11-21", {"cvc5": "1.4.2"})


def test_what_is_written_is_read(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "new" / "one.jsonl"
    with Journal(path) as journal:
        assert journal.loaded.runs == ()
        journal.append(SESSION)
        journal.append(RUN)
    found = load(path)
    assert (found.sessions, found.runs) == ((SESSION,), (RUN,))
    schemas = [json.loads(line)["schema"] for line in path.read_text(encoding="utf-8").splitlines()]
    assert schemas == ["synth.session/1", "synth.run/1"]


def test_a_half_written_line_is_cut_off(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "one.jsonl"
    with Journal(path) as journal:
        journal.append(RUN)
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:100])
    assert load(path).runs == (RUN,)
    with Journal(path) as journal:
        assert journal.loaded.runs == (RUN,)
        journal.append(replace(RUN, repeat=1))
    assert [run.repeat for run in load(path).runs] == [0, 1]


def test_one_harness_at_a_time(tmp_path: pathlib.Path) -> None:
    with Journal(tmp_path / "one.jsonl"), pytest.raises(InputError, match="another"):
        Journal(tmp_path / "one.jsonl")
    Journal(tmp_path / "one.jsonl").__exit__(None, None, None)


@pytest.mark.parametrize("line", ["{", "[]", "7", '{"schema": "synth.run/1"}', '{"schema": "other"}'])
def test_other_lines_are_errors_with_their_place(line: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps(RUN.to_json()) + f"\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError) as raised:
        load(path)
    assert (raised.value.file, raised.value.line) == (str(path), 2)


def test_a_file_that_cannot_be_read(tmp_path: pathlib.Path) -> None:
    with pytest.raises(InputError):
        load(tmp_path / "none.jsonl")


def test_who_enforces_the_limits_tells_no_runs_apart() -> None:
    assert RUN.key() == replace(RUN, limits=Limits(60.0, None, 4000, "runexec"), wall=9.0, session=3).key()
    others = [replace(RUN, seed=2), replace(RUN, repeat=1), replace(RUN, limits=Limits(61.0, None, 4000)), replace(RUN, options=())]
    assert RUN.key() not in {other.key() for other in others}
