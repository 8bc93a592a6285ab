"""Which runs are to be done, and doing them on this machine, some at a time."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from experiments.harness import limits
from experiments.harness.measure import Job, measure
from experiments.harness.records import Limits, Run
from experiments.harness.suites import Task
from experiments.harness.tools import Tool
from synth.errors import InputError

_PAUSE = 0.05


def plan(tasks: Sequence[Task], tools: Sequence[Tool], given: Limits, seed: int, repeats: int) -> list[Job]:
    """The runs: task after task, the tools that can do it side by side, the whole again for each repeat.

    InputError where two of them could not be told apart, or where there are none.
    """
    jobs = [Job(task, tool, seed, repeat, given) for repeat in range(repeats) for task in tasks for tool in tools if tool.can(task)]
    keys = {job.key(): job for job in jobs}
    if not jobs:
        raise InputError(f"none of these tasks is one for {' or '.join(tool.name for tool in tools)}")
    if len(keys) < len(jobs):
        double = next(job.task for job in jobs if keys[job.key()] is not job)
        raise InputError(f"{double.suite} has two tasks called {double.name}")
    return jobs


def here(jobs: Sequence[Job], at_a_time: int) -> Generator[Run]:
    """The records of runs on this machine, as they end. However the iterator ends, no run goes on."""
    with ThreadPoolExecutor(at_a_time) as pool:
        futures = [pool.submit(measure, job) for job in jobs]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            while not all(future.done() for future in futures):
                limits.stop_running()
                time.sleep(_PAUSE)
