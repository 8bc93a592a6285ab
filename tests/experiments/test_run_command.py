"""`python -m experiments run`: every run is recorded as it ends, and a harness that was killed goes on as if it had not been."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from unittest.mock import Mock

import psutil
import pytest
from harness_fakes import fake_suite, fake_task, fake_tools

from experiments import circumstances
from experiments.__main__ import front, main
from experiments.harness import commands, measure
from experiments.harness.limits import KeeperLostError
from experiments.harness.records import Key, Loaded, Outcome, load
from synth.errors import SynthError

ROOT = pathlib.Path(__file__).parent.parent.parent


@pytest.fixture
def words(tmp_path: pathlib.Path) -> list[str]:
    """The command that runs four tasks of a fake tool, and writes one.jsonl."""
    suite = fake_suite(tmp_path / "suite", 4)
    return ["run", str(suite), "--tool", "fake", "--tools", str(fake_tools(tmp_path)), "--limits-by", "psutil", "--timeout", "20",
            "--out", str(tmp_path / "one.jsonl")]


def results(loaded: Loaded) -> dict[Key, tuple[Outcome, str | None]]:
    return {run.key(): (run.outcome, run.verdict) for run in loaded.runs}


def test_a_suite_is_run_and_recorded(words: list[str], tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--repeat", "2", "--jobs", "2", "--seed", "7"]) == 0
    found = load(tmp_path / "one.jsonl")
    assert len(found.runs) == len(results(found)) == 8
    assert {(run.seed, run.limits.wall, run.limits.megabytes, run.session, run.suite) for run in found.runs} == {
        (7, 20.0, 4000, 0, "suite")}
    assert [run.outcome for run in found.runs].count(Outcome.RIGHT) == 6
    session, = found.sessions
    assert session.tools == {"fake": "1.2"} and session.machine and session.commit
    told = capsys.readouterr().out
    assert "[8/8] " in told and "suite, fake: 8 runs, 6 right, 2 unknown" in told


@pytest.mark.slower
def test_going_on_does_what_is_left(words: list[str], tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--only", "t[0-2].qdimacs"]) == 0
    assert main(words) == 2
    assert "--resume" in capsys.readouterr().err
    assert main([*words, "--resume"]) == 0
    found = load(tmp_path / "one.jsonl")
    assert [run.session for run in found.runs] == [0] * 3 + [1]
    assert len(results(found)) == 4
    assert main([*words, "--resume"]) == 0
    assert load(tmp_path / "one.jsonl").runs == found.runs
    assert main([*words, "--fresh"]) == 0
    assert [run.session for run in load(tmp_path / "one.jsonl").runs] == [0] * 4


def test_runs_of_other_code_are_not_gone_on_with(words: list[str], tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str],
                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    assert main([*words, "--only", "t[0-2].qdimacs"]) == 0
    before = (tmp_path / "one.jsonl").read_bytes()
    monkeypatch.setattr(circumstances, "commit", lambda: "abc1234")
    assert main([*words, "--resume"]) == 2
    assert "here it is abc1234; --mixed" in capsys.readouterr().err
    assert (tmp_path / "one.jsonl").read_bytes() == before
    assert main([*words, "--resume", "--mixed"]) == 0
    found = load(tmp_path / "one.jsonl")
    assert len(found.runs) == 4 and found.sessions[1].commit == "abc1234" != found.sessions[0].commit


def test_a_file_is_replaced_by_the_first_record(words: list[str], tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text("nothing of the kind\n", encoding="utf-8")
    fails = Mock(side_effect=SynthError("the moon is full"))
    with monkeypatch.context() as patch:
        patch.setattr(commands, "here", fails)
        assert main([*words, "--fresh"]) == 2
    assert path.read_text(encoding="utf-8") == "nothing of the kind\n"
    assert main([*words, "--resume"]) == 2
    assert main([*words, "--fresh"]) == 0
    assert len(load(path).runs) == 4


def test_a_lost_run_is_done_again(words: list[str], tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(measure, "run", Mock(side_effect=KeeperLostError("killed")))
        assert main([*words, "--only", "t0.qdimacs"]) == 0
    lost, = load(tmp_path / "one.jsonl").runs
    assert (lost.outcome, lost.detail, lost.cpu) == (Outcome.LOST, "killed", None)
    assert main([*words, "--resume"]) == 0
    found = load(tmp_path / "one.jsonl")
    assert len(found.runs) == 5 and found.runs[-1].outcome is not Outcome.LOST
    assert results(found)[lost.key()] == (Outcome.RIGHT, "solved")


def test_a_wrong_answer_is_an_exit_status(words: list[str], tmp_path: pathlib.Path) -> None:
    fake_task(tmp_path / "suite" / "t1.qdimacs", "no")
    assert main(words) == 1


@contextlib.contextmanager
def started(words: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen([sys.executable, "-m", "experiments", *words], cwd=ROOT, stdout=subprocess.DEVNULL) as harness:
        try:
            yield harness
        finally:
            harness.kill()


def wait_for_runs(path: pathlib.Path, count: int) -> None:
    for _ in range(600):
        if path.exists() and path.read_bytes().count(b"\n") > count:
            return
        time.sleep(0.05)
    raise AssertionError("no runs")


def fakes(folder: pathlib.Path) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        try:
            if str(folder / "fake.py") in process.cmdline() and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except psutil.Error:
            continue
    return found


def test_killed_and_resumed_is_as_if_undisturbed(words: list[str], tmp_path: pathlib.Path) -> None:
    fake_suite(tmp_path / "suite", 6)
    assert main(words) == 0
    undisturbed = results(load(tmp_path / "one.jsonl"))
    fake_suite(tmp_path / "suite", 6, 0.2)
    killed = [*words[:-1], str(tmp_path / "two.jsonl"), "--jobs", "2", "--resume"]
    for count in (2, 4):
        with started(killed) as harness:
            wait_for_runs(tmp_path / "two.jsonl", count)
            os.kill(harness.pid, signal.SIGKILL)
    with (tmp_path / "two.jsonl").open("ab") as file:
        file.write(b'{"schema": "synth.run/1", "sui')
    with started(killed) as harness:
        assert harness.wait(120) == 0
    found = load(tmp_path / "two.jsonl")
    assert len(found.runs) == 6 and len(found.sessions) == 3
    assert results(found) == undisturbed


def test_an_interrupted_harness_leaves_nothing_running(words: list[str], tmp_path: pathlib.Path) -> None:
    fake_suite(tmp_path / "suite", 4, 30)
    fake_task(tmp_path / "suite" / "t0.qdimacs")
    with started([*words, "--jobs", "2"]) as harness:
        wait_for_runs(tmp_path / "one.jsonl", 1)
        while not fakes(tmp_path):
            time.sleep(0.05)
        harness.terminate()
        assert harness.wait(30) == 130
    assert fakes(tmp_path) == []
    assert len(load(tmp_path / "one.jsonl").runs) == 1


def test_only_one_harness_writes_a_file(words: list[str], tmp_path: pathlib.Path) -> None:
    fake_suite(tmp_path / "suite", 4, 30)
    fake_task(tmp_path / "suite" / "t0.qdimacs")
    with started(words):
        wait_for_runs(tmp_path / "one.jsonl", 0)
        assert main([*words, "--resume"]) == 2
        assert main([*words, "--fresh"]) == 2


@pytest.mark.parametrize(("more", "reason"), [
    (["--tool", "none"], "there is no tool 'none'"), (["--only", "x*"], "fits no task"), (["--cluster", "moon"], "moon"),
    (["--resume", "--fresh"], "not both"), (["--jobs", "2", "--cluster", "local:2"], "--jobs is for"), (["--tool", "cvc5"], "")])
def test_what_cannot_be_run(more: list[str], reason: str, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, *more]) == (2 if reason else 0)
    assert reason in capsys.readouterr().err


def test_a_tool_that_is_not_there(words: list[str], tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "fake.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('solve = ["{python}"', 'solve = ["no-such-command"'), encoding="utf-8")
    assert main(words) == 2
    assert "no-such-command" in capsys.readouterr().err
    assert not (tmp_path / "one.jsonl").exists()


def test_what_there_is(capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path) -> None:
    assert main(["list"]) == 0
    told = capsys.readouterr().out
    assert "hackers-delight " in told and "  spacer " in told
    assert main(["list", "deobfuscation"]) == 0
    assert "deobfuscation/opaque_predicate: solved" in capsys.readouterr().out
    (tmp_path / "test.desc").write_text("?", encoding="utf-8")
    fake_task(tmp_path / "x.qdimacs")
    assert main(["list", str(tmp_path)]) == 0
    assert "left out: " in capsys.readouterr().err


def test_help_names_the_commands_and_exit_statuses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    told = capsys.readouterr().out
    assert all(word in told for word in ("list", "run", "report", "compare", "plot", "Exit status"))


def test_the_readme_names_what_there_is() -> None:
    told = re.findall(r"^    python -m experiments (\S+)(.*?)(?:  .*)?$", (ROOT / "README.md").read_text(encoding="utf-8"), re.M)
    assert {name for name, _ in told} >= {"list", "run", "report", "compare"}
    with front.make_context("experiments", [], resilient_parsing=True) as context:
        for name, words in told:
            command = front.get_command(context, name)
            assert command is not None
            known = {option for parameter in command.params for option in parameter.opts}
            assert set(re.findall(r"--[a-z-]+", words)) <= known


def test_records_hold_what_the_schema_says(words: list[str], tmp_path: pathlib.Path) -> None:
    assert main([*words, "--only", "t0.qdimacs"]) == 0
    record = json.loads((tmp_path / "one.jsonl").read_text(encoding="utf-8").splitlines()[-1])
    assert set(record) == {
        "schema", "suite", "task", "file", "category", "property", "expected", "tool", "options", "seed", "repeat", "limits",
        "outcome", "verdict", "checked", "checked_by", "wall", "cpu", "megabytes", "detail", "started", "session", "answer", "size",
        "host"}
    assert record["limits"] == {"wall": 20.0, "cpu": None, "megabytes": 4000, "by": "psutil"}
    assert (record["task"], record["expected"], record["answer"]) == ("t0.qdimacs", "solved", {"text": "yes"})
