"""How many candidates per second the explicit engine evaluates, and how many individuals the genetic one; how many terms per second
the structural engine's bank makes, and how many bytes each takes that is kept.

Each engine is driven in this process, as a worker drives it, on a specification that no short program satisfies; the rate is what
its statistics count over the seconds that passed. Rates of different engines are not comparable: the explicit one prunes.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from experiments.circumstances import circumstances
from experiments.reports.table import Kind, Table, markdown
from synth import Fun, Specification, Word, ite, parity, popcount, spec
from synth.checking.examples import initial_examples
from synth.engines.constants import few
from synth.engines.protocol import Engine, Exhausted, Point, most_constants
from synth.engines.registry import create
from synth.engines.structural.bank import Bank
from synth.engines.structural.goal import Goal
from synth.engines.structural.language import grammar_of
from synth.engines.structural.native import Format


@spec(width=32)
def count_bits(f: Fun[[Word], Word], x: Word):  # type: ignore[no-untyped-def]
    return f(x) == popcount(x)


@spec(width=32)
def two_arguments(f: Fun[[Word, Word], Word], x: Word, y: Word):  # type: ignore[no-untyped-def]
    return f(x, y) == ite(parity(x ^ y) == 1, popcount(x), popcount(y) * 3)


_BANK = """
The bank of the structural engine: millions of combinations per second; bytes per term that is kept, hash table, origin and room to
grow included, and those of its words alone.
"""


@dataclass(frozen=True)
class Case:
    """One row of the benchmark: an engine on a specification at a width; `free` allows constants."""

    engine: str
    specification: Specification
    width: int
    free: bool


CASES = [Case(engine, specification, width, free)
         for engine, free in (("explicit", False), ("explicit", True), ("genetic", True))
         for specification, width in ((count_bits, 8), (count_bits, 32), (two_arguments, 32))]


def points(case: Case) -> Iterator[Point]:
    """Longer and longer programs."""
    for length in range(1, 64):
        yield Point(length, most_constants(case.specification, length) if case.free else 0, case.width)


def drive(case: Case, seconds: float, seed: int) -> tuple[Engine, float]:
    """Run an engine for about `seconds`; the engine, and the seconds that it took."""
    engine = create(case.engine, case.specification, seed)
    engine.add_examples(case.width, [dict(e) for e in initial_examples(case.specification, case.width, seed)])
    started, ahead = time.perf_counter(), points(case)
    engine.goto(next(ahead))
    while (left := started + seconds - time.perf_counter()) > 0:
        if any(isinstance(event, Exhausted) for event in engine.step(min(left, 0.2))):
            engine.goto(next(ahead))
    return engine, time.perf_counter() - started


def measure(case: Case, seconds: float, repeats: int, seed: int) -> dict[str, Any]:
    """The rate of a case: median, lowest and highest of `repeats` runs, in millions per second."""
    rates = []
    for i in range(repeats):
        engine, spent = drive(case, seconds, seed + i)
        rates.append(engine.statistics.candidates / spent / 1e6)
    return {"engine": case.engine, "specification": case.specification.name, "width": case.width,
            "constants": "free" if case.free else "none", "million/s": statistics.median(rates), "lowest": min(rates),
            "highest": max(rates)}


def measure_bank(specification: Specification, width: int, seed: int, most: int = 1 << 20) -> dict[str, Any]:
    """One row: a bank of the structural engine, grown on the first examples until it holds about `most` terms."""
    function = specification.exists[0]
    goal = Goal(specification, initial_examples(specification, width, seed), width)
    bank = Bank(grammar_of(specification, function), goal.inputs, Format(width, goal.points), few(specification, width), 1 << 30)
    started = time.perf_counter()
    while not bank.full and sum(pool.count for pool in bank.pools) < most:
        for _ in bank.grow():
            if sum(pool.count for pool in bank.pools) >= most:
                break
    spent, kept = time.perf_counter() - started, sum(pool.count for pool in bank.pools)
    return {"specification": specification.name, "width": width, "points": goal.points, "terms": kept,
            "million/s": bank.tried / spent / 1e6, "bytes": bank.bytes() / kept,
            "words": bank.pools[0].values.itemsize * bank.form.words}


def bank_table(rows: Sequence[Mapping[str, Any]]) -> Table:
    """The banks as a table."""
    words = {"specification": Kind.TEXT, "width": Kind.COUNT, "points": Kind.COUNT, "terms": Kind.COUNT}
    return Table("bank", "Bank", "", words | dict.fromkeys(("million/s", "bytes", "words"), Kind.SECONDS), rows)


def table(rows: Sequence[Mapping[str, Any]]) -> Table:
    """The rates as a table."""
    words = {"engine": Kind.TEXT, "specification": Kind.TEXT, "width": Kind.COUNT, "constants": Kind.TEXT}
    return Table("throughput", "Throughput", "", words | dict.fromkeys(("million/s", "lowest", "highest"), Kind.SECONDS), rows)


@click.command(help=__doc__)
@click.option("--seconds", default=3.0, show_default=True, help="Length of a run.")
@click.option("--repeats", default=3, show_default=True, help="Runs per case.")
@click.option("--seed", default=0, show_default=True, help="Seed of the first run.")
def main(seconds: float, repeats: int, seed: int) -> None:
    """Print the table."""
    rows = [measure(case, seconds, repeats, seed) for case in CASES]
    click.echo(markdown(table(rows)))
    click.echo(_BANK)
    banks = [measure_bank(each, width, seed) for each, width in ((count_bits, 8), (count_bits, 32), (two_arguments, 32))]
    click.echo(markdown(bank_table(banks)))
    facts = {**circumstances(), "seed": seed, "repeats": repeats, "seconds per run": seconds}
    click.echo("\n" + "\n".join(f"- {name}: {value}" for name, value in facts.items()))


if __name__ == "__main__":
    main()
