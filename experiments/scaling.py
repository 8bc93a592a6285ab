"""How a search for programs of one length scales: one worker, two, and by a model and a simulation many more.

The explicit engine shares a length out among workers by its first instructions, at most two (`Task.share`), among threads by at
most three. A length is exhausted by one thread and by two side by side, in turns, of which the fastest count, and share by share.
What all shares take together beyond the whole is work that each of them does again; with that and the longest share, Graham's
bound for workers that take a share whenever they are idle says how long p workers take at most: W/p + (1 - 1/p) longest. The
simulation hands the shares, as long as they were measured, to p workers in their order. Each share also costs a message there and
back.
"""

from __future__ import annotations

import heapq
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import Pipe, get_context
from typing import Any

import click

from experiments.circumstances import circumstances
from experiments.reports.table import Kind, Table, markdown
from synth.api.inputs.formats import load_specification
from synth.checking.examples import initial_examples
from synth.engines.explicit.constants import all_constants
from synth.engines.explicit.goal import Goal
from synth.engines.explicit.kernel import KernelSearch, Task
from synth.engines.explicit.threads import Threads
from synth.engines.protocol import Example
from synth.engines.shape import equations

WORKERS = (2, 8, 64, 512)

_SEEDS = 4
"""Of how many seeds examples are taken: so many that no program has to be refuted meanwhile."""

_LEGEND = """
seconds: of work of one worker; two: the speed-up of two threads, measured; machine: how much faster two processes that have nothing
in common make two such searches than one process does, which is all that two of its processors can give; again: milliseconds that
each share does again; longest: milliseconds of the longest share; memory: megabytes that a worker holds; simulated, bound: the
speed-up of so many workers.
"""

_SLICE = 20_000_000
"""Evaluations of one call: all work of a share is done in some of them."""


@dataclass(frozen=True)
class Case:
    """A length of a specification's programs at 8 bits; `free` allows constants."""

    specification: str
    length: int
    free: bool


CASES = (Case("p19", 4, False), Case("p20", 6, False), Case("p23", 6, False), Case("p24", 3, True))


def task_of(case: Case) -> Task:
    """The search for all programs of a case."""
    specification, width = load_specification(f"hackers_delight/{case.specification}"), 8
    examples: list[Example] = [example for seed in range(_SEEDS) for example in initial_examples(specification, width, seed)]
    group = (equations(specification) or {})[specification.exists[0].name]
    goal = Goal.of(specification, group, examples, width)
    constants = all_constants(specification, width) if case.free else ()
    return Task(width, case.length, specification.operator_set, goal.inputs, goal.goal, constants=constants, holes=case.free)


@dataclass(frozen=True)
class Done:
    """What a search took: seconds that passed, seconds of work, and the bytes that it holds."""

    wall: float
    work: float
    memory: int


def exhausted(task: Task) -> Done:
    """Search to the end."""
    search, wall, work = KernelSearch(task), time.perf_counter(), time.thread_time()
    while not search.finished:
        search.advance(_SLICE)
    return Done(time.perf_counter() - wall, time.thread_time() - work, search.memory)


def timed(work: Callable[[], object]) -> float:
    """The wall seconds of some work."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def side_by_side(task: Task, workers: int) -> None:
    """Exhaust a length by threads."""
    search = Threads(task, workers)
    while not search.finished:
        search.advance(1.0)


def apart(task: Task) -> None:
    """Exhaust a length twice, at the same time, by processes that share nothing."""
    processes = [get_context("fork").Process(target=exhausted, args=(task,)) for _ in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()


def message() -> float:
    """The seconds that a message of the size of a task takes there and back, without what a change of processes takes."""
    here, there = Pipe()

    def both_ways() -> None:
        here.send_bytes(b"0" * 1024)
        there.send_bytes(there.recv_bytes())
        here.recv_bytes()

    return statistics.median(timed(both_ways) for _ in range(200))


def simulated(shares: Sequence[float], workers: int, cost: float) -> float:
    """When the last of these shares is done, where each worker takes the next one whenever it is idle."""
    idle = [0.0] * workers
    for share in shares:
        heapq.heappush(idle, heapq.heappop(idle) + share + cost)
    return max(idle)


def modelled(shares: Sequence[float], workers: int, cost: float) -> float:
    """Graham's bound (Bounds on multiprocessing timing anomalies, SIAM J. Appl. Math. 17, 1969) on the same."""
    work = sum(shares) + cost * len(shares)
    return work / workers + (1 - 1 / workers) * (max(shares) + cost)


def measure(case: Case, shares: int, repeats: int) -> dict[str, Any]:
    """One row: seconds, and speed-ups over one worker that does not share."""
    task, cost = task_of(case), message()
    alone, together, twice = list[Done](), list[float](), list[float]()
    for _ in range(repeats):
        alone.append(exhausted(task))
        together.append(timed(partial(side_by_side, task, 2)))
        twice.append(timed(partial(apart, task)))
    wall, one, two = min(done.wall for done in alone), min(done.work for done in alone), min(together)
    measured = [exhausted(replace(task, share=i, shares=shares)) for i in range(shares)]
    times = [done.work for done in measured]
    row = {"specification": case.specification, "length": case.length, "constants": "free" if case.free else "none",
           "seconds": one, "two": wall / two, "machine": 2 * wall / min(twice), "again": (sum(times) - one) / shares * 1e3,
           "longest": max(times) * 1e3, "memory": measured[0].memory / 1e6}
    for workers in WORKERS:
        row[f"simulated {workers}"] = one / simulated(times, workers, cost)
        row[f"bound {workers}"] = one / modelled(times, workers, cost)
    return row


def table(rows: Sequence[Mapping[str, Any]]) -> Table:
    """The rows as a table."""
    words = {"specification": Kind.TEXT, "length": Kind.COUNT, "constants": Kind.TEXT}
    numbers = ("seconds", "two", "machine", "again", "longest", "memory",
               *(f"{kind} {n}" for n in WORKERS for kind in ("simulated", "bound")))
    return Table("scaling", "Scaling", "", words | dict.fromkeys(numbers, Kind.SECONDS), rows)


@click.command(help=__doc__)
@click.option("--shares", default=1024, show_default=True, help="How many shares a length is divided into.")
@click.option("--repeats", default=3, show_default=True, help="How often one and two workers are measured.")
def main(shares: int, repeats: int) -> None:
    """Print the table."""
    rows = [measure(case, shares, repeats) for case in CASES]
    click.echo(markdown(table(rows)))
    click.echo(_LEGEND)
    facts = {**circumstances(), "shares": shares, "repeats": repeats, "message": f"{message() * 1e6:.0f} microseconds"}
    click.echo("\n".join(f"- {name}: {value}" for name, value in facts.items()))


if __name__ == "__main__":
    main()
