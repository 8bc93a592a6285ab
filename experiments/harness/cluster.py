"""The same runs on a cluster, through Dask: one at a time on each worker.

When a worker is lost, Dask gives the run that it was at to another one; a record comes once. The workers must see the same files as
the harness, and be started in the repository's root with one thread each; for workers of our own that is seen to.
"""

from __future__ import annotations

import contextlib
import importlib.util
import logging
import platform
import re
import tempfile
import time
import uuid
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from typing import Any

import click

from experiments.circumstances import ROOT, circumstances, cores
from experiments.harness.measure import Job, lost, measure
from experiments.harness.records import Run
from synth.errors import InputError, SynthError

_KINDS = "local[:N], slurm[:N] or the address of a scheduler, as tcp://HOST:8786"
_PATIENCE = 20
"""Seconds to find a scheduler, and that a worker may be awaited in silence."""

_LOOK = 0.2
_SPARE = 1024
"""Megabytes of a SLURM job beside those of its run: for the worker."""


def understood(where: str) -> tuple[str, int | None]:
    """A place taken apart: "local", "slurm", "tcp" or "tls", how many workers are wanted. InputError where it cannot be had."""
    found = re.fullmatch(r"(local|slurm)(?::([1-9]\d{0,3}))?|(tcp|tls)://.+:\d+", where)
    if found is None:
        raise InputError(f"--cluster {where!r} is not understood: {_KINDS}")
    kind = found[1] or found[3]
    for module in ("distributed", *(("dask_jobqueue",) if kind == "slurm" else ())):
        if importlib.util.find_spec(module) is None:
            raise InputError("--cluster needs Dask: pip install 'synth[cluster]'")
    return kind, int(found[2]) if found[2] else None


def elsewhere(jobs: Sequence[Job], where: str) -> Generator[Run]:
    """The records of runs on a cluster, as they end.

    where   "local:N" for N workers on this machine, "slurm:N" for N jobs of SLURM, or a scheduler's address

    InputError where that is none of these, or Dask is not installed; SynthError where the workers cannot do anything.
    """
    kind, count = understood(where)
    import distributed

    with contextlib.ExitStack() as stack:
        if kind == "local":
            target = stack.enter_context(_local(count or max(1, cores() // 2)))
        elif kind == "slurm":
            target = stack.enter_context(_slurm(count or 1, jobs[0]))
        else:
            target = where
        client = stack.enter_context(distributed.Client(target, set_as_default=False, timeout=_PATIENCE))
        _await_workers(client, kind)
        yield from _results(client, jobs, measure if kind == "local" else _measured_there)


_ANYWHERE = "127.0.0.1:0"
"""Dask's own page is served at a free port: several harnesses may run on a machine."""


def _await_workers(client: Any, kind: str) -> None:
    """Wait for a worker, long for one of SLURM. SynthError where there is none, or where one would do several runs at a time."""
    started, is_told = time.monotonic(), False
    while not client.nthreads():
        if time.monotonic() - started > _PATIENCE and not is_told:
            if kind != "slurm":
                raise SynthError(f"the cluster has had no worker for {_PATIENCE} s")
            click.echo("waiting for SLURM to start a worker", err=True)
            is_told = True
        time.sleep(_LOOK)
    crowded = [worker for worker, threads in client.nthreads().items() if threads != 1]
    if crowded:
        raise SynthError(f"the worker {crowded[0]} would do several runs at a time, start it with --nthreads 1")


def _measured_there(job: Job) -> Run:
    """On a worker: a run, and where it was done."""
    told = circumstances()
    return replace(measure(job), host=f"{platform.node()}: {told['machine']}, commit {told['commit']}")


def _results(client: Any, jobs: Sequence[Job], do: Callable[[Job], Run]) -> Generator[Run]:
    import distributed

    token = uuid.uuid4().hex
    futures = {client.submit(do, job, key=f"run-{token}-{i}", pure=False): job for i, job in enumerate(jobs)}
    try:
        for future in distributed.as_completed(list(futures), loop=client.loop):
            error = future.exception()
            if isinstance(error, distributed.KilledWorker):
                yield lost(futures[future], f"its worker was lost {error.allowed_failures + 1} times")
            elif isinstance(error, SynthError) or error is None:
                yield future.result()
            else:
                raise SynthError(f"the workers cannot do it, are they started in {ROOT}? {type(error).__name__}: {error}")
            future.release()
    finally:
        with contextlib.suppress(Exception):
            client.cancel(list(futures), force=True)


@contextlib.contextmanager
def _local(workers: int) -> Iterator[Any]:
    """A cluster of this machine. Runs wait at the scheduler, not at a worker that may be lost; their environment is this one."""
    import dask
    import distributed

    settings = {"n_workers": workers, "threads_per_worker": 1, "processes": True, "memory_limit": None,
                "dashboard_address": _ANYWHERE, "silence_logs": logging.CRITICAL}
    with tempfile.TemporaryDirectory(prefix="dask_") as folder:
        config = {"distributed.scheduler.worker-saturation": 1.0, "distributed.nanny.pre-spawn-environ": {},
                  "temporary-directory": folder}
        with dask.config.set(config), distributed.LocalCluster(**settings) as cluster:
            yield cluster


@contextlib.contextmanager
def _slurm(workers: int, job: Job) -> Iterator[Any]:
    """SLURM jobs, one worker each, started anew when they end; queue, account and so on as ~/.config/dask/jobqueue.yaml says."""
    from dask_jobqueue import SLURMCluster

    with SLURMCluster(**slurm_settings(job)) as cluster:
        cluster.adapt(minimum_jobs=workers, maximum_jobs=workers)
        yield cluster


def slurm_settings(job: Job) -> dict[str, Any]:
    """What a SLURM job is asked for: a worker that does one run at a time, in the repository's root.

    It has the `cores` that jobqueue.yaml says, all of them for that run, or as many as there are here.
    """
    import dask

    return {"cores": 1, "processes": 1, "job_cpu": dask.config.get("jobqueue.slurm.cores", None) or cores(),
            "memory": f"{(job.limits.megabytes or 0) + _SPARE}MiB", "job_script_prologue": [f"cd '{ROOT}'"],
            "scheduler_options": {"dashboard_address": _ANYWHERE}}
