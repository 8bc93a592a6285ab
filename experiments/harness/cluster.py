"""The same runs on a cluster, through Dask: one at a time on each worker.

When a worker is lost, Dask gives the run that it was at to another one; a record comes once. The workers must see the same files as
the harness, and be started in the repository's root; for workers of our own that is seen to.
"""

from __future__ import annotations

import contextlib
import importlib.util
import logging
import tempfile
import uuid
from collections.abc import Generator, Iterator, Sequence
from typing import Any

from experiments.circumstances import ROOT, cores
from experiments.harness.measure import Job, lost, measure
from experiments.harness.records import Run
from synth.errors import InputError, SynthError

_KINDS = "local[:N], slurm[:N] or the address of a scheduler, as tcp://HOST:8786"
_PATIENCE = 20
"""Seconds to find a scheduler."""

_SPARE = 1024
"""Megabytes of a SLURM job beside those of its run: for the worker."""


def understood(where: str) -> tuple[str, int | None]:
    """A place taken apart: "local", "slurm", "tcp" or "tls", how many workers are wanted. InputError where it cannot be had."""
    kind, _, count = where.partition(":")
    if kind not in ("local", "slurm", "tcp", "tls") or (kind in ("local", "slurm") and count and not count.isdigit()):
        raise InputError(f"--cluster {where!r} is not understood: {_KINDS}")
    for module in ("distributed", *(("dask_jobqueue",) if kind == "slurm" else ())):
        if importlib.util.find_spec(module) is None:
            raise InputError("--cluster needs Dask: pip install 'synth[cluster]'")
    return kind, int(count) if kind in ("local", "slurm") and count else None


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
        yield from _results(client, jobs)


_ANYWHERE = "127.0.0.1:0"
"""Dask's own page is served at a free port: several harnesses may run on a machine."""


def _results(client: Any, jobs: Sequence[Job]) -> Generator[Run]:
    import distributed

    token = uuid.uuid4().hex
    futures = {client.submit(measure, job, key=f"run-{token}-{i}", pure=False): job for i, job in enumerate(jobs)}
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
    """A cluster of this machine; worker-saturation: a run waits at the scheduler, not at a worker that may be lost."""
    import dask
    import distributed

    settings = {"n_workers": workers, "threads_per_worker": 1, "processes": True, "memory_limit": None,
                "dashboard_address": _ANYWHERE, "silence_logs": logging.CRITICAL}
    with tempfile.TemporaryDirectory(prefix="dask_") as folder:
        config = {"distributed.scheduler.worker-saturation": 1.0, "temporary-directory": folder}
        with dask.config.set(config), distributed.LocalCluster(**settings) as cluster:
            yield cluster


@contextlib.contextmanager
def _slurm(workers: int, job: Job) -> Iterator[Any]:
    """SLURM jobs, one worker each; queue, account, cores and so on as ~/.config/dask/jobqueue.yaml says."""
    from dask_jobqueue import SLURMCluster

    with SLURMCluster(**slurm_settings(job)) as cluster:
        cluster.scale(jobs=workers)
        yield cluster


def slurm_settings(job: Job) -> dict[str, Any]:
    """What a SLURM job is asked for: a worker that does one run at a time, in the repository's root."""
    return {"cores": 1, "processes": 1, "memory": f"{(job.limits.megabytes or 0) + _SPARE}MiB",
            "job_script_prologue": [f"cd '{ROOT}'"], "scheduler_options": {"dashboard_address": _ANYWHERE}}
