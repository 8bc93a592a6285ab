"""The search on a cluster: the same answers, nothing lost with a worker, nothing left behind."""

from __future__ import annotations

import importlib.util
import json
import logging
import os
import pathlib
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import psutil
import pytest
from busy import SLACK
from sampled import some

from synth import Fun, Specification, Word, spec
from synth.cli.main import main
from synth.engines.protocol import candidate_length
from synth.solver import cluster
from synth.solver.coordinator import solve
from synth.solver.options import Options
from synth.solver.outcome import Outcome, Progress, Reason, Status

pytestmark = pytest.mark.usefixtures("no_process_is_left")
ROOT = pathlib.Path(__file__).parent.parent.parent
SPEC, HARD = (str(ROOT / "specs" / "hackers_delight" / name) for name in ("p03.py", "p20.py"))


def gone(processes: list[psutil.Process], seconds: float = 3.0) -> None:
    left = psutil.wait_procs(processes, seconds)[1]  # what has ended may wait for whoever asks how
    assert [p for p in left if p.is_running() and p.status() != psutil.STATUS_ZOMBIE] == []


@pytest.fixture(name="cluster")
def two_workers(tmp_path: pathlib.Path, no_process_is_left: None) -> Iterator[Cluster]:
    made = Cluster(tmp_path)
    try:
        made.wait()
        yield made
    finally:
        made.end()


@spec(width=32)
def isolate(f: Fun[[Word], Word], x: Word):
    return f(x) == x & -x


@spec(width=32)
def below(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == (x & ~y) - (y & ~x)


@spec(width=8, operators=["add", "xor", "and", "lshr", "shl"])
def pair(f: Fun[[Word], Word], g: Fun[[Word], Word], x: Word):
    return (f(x) == (x ^ 3) + 1) & (g(x) == x << 1)


@spec(width=4, operators=["add", "sub", "xor", "mul", "shl", "lshr"])
def long(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == ((((x * y) ^ (x >> 3)) + 77) * (y ^ 29) - (x << 2)) ^ (y * y * 5)


@pytest.mark.parametrize("where", ["", "local:", "local:0", "local:x", "tcp:8786", "tcp://here", "slurm", "127.0.0.1:8786"])
def test_an_address_that_is_none_is_told(where: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([SPEC, "--cluster", where]) == 2
    assert "tcp://HOST:PORT" in capsys.readouterr().err


def test_nobody_at_the_address_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    assert main([SPEC, "--cluster", "tcp://127.0.0.1:9"]) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith("error: --cluster tcp://127.0.0.1:9: there is no scheduler")
    assert "0.5 s" in printed.err and printed.err.count("\n") == 1
    assert printed.out == ""


def test_without_dask_it_is_said_what_to_install(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    there = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name == "distributed" else there(name, *more))
    assert main([SPEC, "--cluster", "local:2"]) == 2
    assert "pip install 'synth[cluster]'" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("specification", [isolate, *(pytest.param(s, marks=pytest.mark.slower) for s in (below, pair))],
                         ids=lambda s: str(s.name))
def test_two_workers_find_what_one_machine_finds(specification: Specification) -> None:
    options = {"engines": ("explicit", "bounded"), "timeout": 90.0, "minimal": 5.0}
    here = solve(specification, Options(**options))
    there = solve(specification, Options(cluster="local:2", jobs=3, **options))
    assert list(there.engines) == ["explicit", "bounded", "explicit-2"]
    assert summary(there) == summary(here)
    assert there.status is Status.SOLVED and there.minimal_width == specification.width


@pytest.mark.slow
def test_who_calls_may_have_used_dask_before(tmp_path: pathlib.Path) -> None:
    """Nothing of it is left to a fork."""
    import distributed

    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address="127.0.0.1:0", local_directory=str(tmp_path),
                                  silence_logs=logging.CRITICAL) as own, distributed.Client(own) as client:
        assert client.submit(abs, -1).result() == 1
        assert solve(isolate, Options(cluster="local:1", timeout=60.0, minimal=1.0)).status is Status.SOLVED


def summary(outcome: Outcome) -> tuple[Any, ...]:
    assert outcome.candidate is not None
    return outcome.status, candidate_length(outcome.candidate), outcome.minimal_width


@pytest.mark.slow
def test_the_time_limit_holds_while_a_cluster_is_opened() -> None:
    start = time.monotonic()
    outcome = solve(isolate, Options(cluster="local:2", timeout=0.2))
    assert (outcome.status, outcome.reason) == (Status.UNKNOWN, Reason.TIMEOUT)
    assert time.monotonic() - start < 0.2 + SLACK


class Cluster:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self, folder: pathlib.Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.file = file = folder / "scheduler.json"
        scheduler = ["dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        worker = ["dask_worker", "--no-nanny", "--nthreads", "1", "--no-dashboard", "--local-directory", str(folder)]
        self.processes = [
            subprocess.Popen([sys.executable, "-m", f"distributed.cli.{words[0]}", *words[1:], "--scheduler-file", str(file)],
                             env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for words in (scheduler, worker, worker)]
        self.workers = [psutil.Process(p.pid) for p in self.processes[1:]]

    def wait(self) -> None:
        """Until it is there; it tells so in its file."""
        until = time.monotonic() + 30
        while not self.file.exists() or not self.file.read_text():
            assert time.monotonic() < until
            assert self.processes[0].poll() is None
            time.sleep(0.1)
        self.address = str(json.loads(self.file.read_text())["address"])

    def hosts(self) -> list[psutil.Process]:
        """What the workers run for us."""
        living = [w for w in self.workers if w.is_running() and w.status() != psutil.STATUS_ZOMBIE]
        return [child for worker in living for child in worker.children(recursive=True)]

    def end(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


class Once:
    """An observer that does something once, when all engines are where it is said."""

    def __init__(self, action: Callable[[], object], where: str = "length 4") -> None:
        self.action, self.where, self.done = action, where, False

    def __call__(self, progress: Progress) -> None:
        if not self.done and all(report.state.startswith(self.where) for report in progress.engines.values()):
            self.done = True
            self.action()


@pytest.mark.slower
def test_a_lost_worker_loses_nothing(cluster: Cluster, caplog: pytest.LogCaptureFixture) -> None:
    """What was closed stays closed, what was under way is done by the other worker."""
    kill = Once(cluster.workers[0].kill)
    outcome = solve(long, Options(cluster=cluster.address, engines=("explicit",), jobs=2, max_length=4, timeout=120.0), kill)
    assert kill.done
    assert any("was lost with its worker" in r.getMessage() for r in caplog.records)
    assert (outcome.status, outcome.reason, outcome.exhausted) == (Status.UNKNOWN, Reason.MAX_LENGTH, {4: (0, 1, 2, 3, 4)})
    assert [report.restarts for report in outcome.engines.values()] == [0, 0]
    gone(cluster.hosts())
    assert cluster.workers[1].is_running()


@pytest.mark.slow
def test_without_any_worker_the_search_ends(cluster: Cluster) -> None:
    kill = Once(lambda: [worker.kill() for worker in cluster.workers])
    outcome = solve(long, Options(cluster=cluster.address, engines=("explicit",), jobs=2, timeout=60.0), kill)
    assert kill.done
    assert (outcome.status, outcome.limit) == (Status.UNKNOWN, "every engine failed")


@pytest.mark.slow
@pytest.mark.parametrize("number", some([signal.SIGKILL, signal.SIGTERM, signal.SIGINT], 1))
def test_nothing_is_left_on_the_workers_of_a_coordinator_that_is_ended(cluster: Cluster, number: signal.Signals,
                                                                       tmp_path: pathlib.Path) -> None:
    words = [sys.executable, "-m", "synth", HARD, "--cluster", cluster.address]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment) as process:
        until = time.monotonic() + 60
        while len(cluster.hosts()) < 4 and time.monotonic() < until:
            time.sleep(0.1)
        own, hosts = psutil.Process(process.pid).children(recursive=True), cluster.hosts()
        assert len(hosts) >= 4
        process.send_signal(number)
    gone([*own, *hosts], 5.0)
    assert process.returncode == (-signal.SIGKILL if number is signal.SIGKILL else 130)
    assert all(worker.is_running() for worker in cluster.workers)
    assert number is signal.SIGKILL or not list(tmp_path.glob("synth_*"))


@pytest.mark.slow
def test_a_local_cluster_dies_with_its_coordinator(tmp_path: pathlib.Path) -> None:
    words = [sys.executable, "-m", "synth", HARD, "--cluster", "local:2", "--jobs", "1"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment) as process:
        until = time.monotonic() + 60
        while len(own := psutil.Process(process.pid).children(recursive=True)) < 12 and time.monotonic() < until:
            time.sleep(0.1)
        assert sum("synth.solver.remote" in child.cmdline() for child in own) >= 4, "hosts, and what they run"
        process.kill()
    gone(own, 5.0)
