"""Workers of Dask do what one process does, and a lost one loses and doubles nothing."""

from __future__ import annotations

import pathlib
import subprocess
import sys
import time

import psutil
import pytest
from harness_fakes import fake_suite, fake_tools

from experiments.__main__ import main
from experiments.harness.cluster import elsewhere, slurm_settings
from experiments.harness.measure import Job, lost
from experiments.harness.records import Key, Limits, Outcome, load
from experiments.harness.suites import load_suite
from experiments.harness.tools import load_tools
from synth.errors import InputError

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
ROOT = pathlib.Path(__file__).parent.parent.parent
TASKS = 6


@pytest.fixture(autouse=True)
def scratch(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Dask writes, also where it is killed, is left in the test's own folder."""
    import dask

    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setitem(dask.config.config, "temporary-directory", str(tmp_path))


@pytest.fixture
def words(tmp_path: pathlib.Path) -> list[str]:
    suite = fake_suite(tmp_path / "suite", TASKS, 0.3)
    return ["run", str(suite), "--tool", "fake", "--tools", str(fake_tools(tmp_path)), "--limits-by", "psutil", "--timeout", "20"]


def verdicts(path: pathlib.Path) -> dict[Key, tuple[Outcome, str | None]]:
    runs = load(path).runs
    assert len(runs) == TASKS
    return {run.key(): (run.outcome, run.verdict) for run in runs}


def fake_job(folder: pathlib.Path) -> Job:
    task, = load_suite(str(fake_suite(folder / "suite", 1))).tasks
    return Job(task, load_tools([fake_tools(folder)])["fake"], 0, 0, Limits(60.0, None, 4000))


def elder(folder: pathlib.Path) -> psutil.Process | None:
    """The worker under which a run of the fake tool goes on."""
    for process in psutil.process_iter():
        try:
            if str(folder / "fake.py") in process.cmdline():
                return psutil.Process(process.ppid()).parent()
        except psutil.Error:
            continue
    return None


@pytest.mark.slower
def test_two_workers_give_the_verdicts_of_one_process_though_one_is_killed(words: list[str], tmp_path: pathlib.Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    assert main([*words, "--out", str(here)]) == 0
    command = [sys.executable, "-m", "experiments", *words, "--out", str(there), "--cluster", "local:2"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as harness:
        assert harness.stdout is not None
        harness.stdout.readline()
        worker = None
        while worker is None and harness.poll() is None:
            worker = elder(tmp_path)
            time.sleep(0.01)
        assert worker is not None and worker.pid != harness.pid
        worker.kill()
        rest = harness.stdout.read()
        assert harness.wait(60) == 0
    assert f"[{TASKS}/{TASKS}]" in rest
    assert verdicts(there) == verdicts(here)


@pytest.mark.slower
def test_a_killed_harness_takes_its_workers_along(words: list[str], tmp_path: pathlib.Path) -> None:
    fake_suite(tmp_path / "suite", TASKS, 30)
    command = [sys.executable, "-m", "experiments", *words, "--out", str(tmp_path / "one.jsonl"), "--cluster", "local:1"]
    with subprocess.Popen(command, cwd=ROOT) as harness:
        while elder(tmp_path) is None and harness.poll() is None:
            time.sleep(0.02)
        below = psutil.Process(harness.pid).children(recursive=True)
        harness.kill()
    _, alive = psutil.wait_procs(below, 30)
    assert len(below) >= 3 and alive == []


@pytest.mark.slower
def test_a_scheduler_that_is_there(words: list[str], tmp_path: pathlib.Path) -> None:
    import distributed

    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0") as cluster:
        assert main([*words, "--out", str(tmp_path / "one.jsonl"), "--cluster", cluster.scheduler_address]) == 0
    assert len(verdicts(tmp_path / "one.jsonl")) == TASKS


@pytest.mark.parametrize("where", ["moon", "local:x", "local:0", "slurm:-1", "tcp://here"])
def test_what_is_no_cluster(where: str) -> None:
    with pytest.raises(InputError, match=where):
        next(elsewhere([], where))


def test_a_slurm_job_does_one_run_at_a_time_in_the_repository(tmp_path: pathlib.Path) -> None:
    queue = pytest.importorskip("dask_jobqueue", reason="the extra `cluster` is not installed")
    with queue.SLURMCluster(**slurm_settings(fake_job(tmp_path))) as cluster:
        script = cluster.job_script()
    assert f"cd '{ROOT}'" in script and "--nthreads 1" in script and "--mem=5G" in script


def test_a_run_that_nobody_saw_end_is_lost(tmp_path: pathlib.Path) -> None:
    job = fake_job(tmp_path)
    run = lost(job, "its worker was lost 4 times")
    assert (run.outcome, run.key(), run.detail) == (Outcome.LOST, job.key(), "its worker was lost 4 times")
