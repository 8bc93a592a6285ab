"""How work on a bank of the structural engine scales: shares of it on several machines, and threads on one machine.

A bank is grown whole, and then share by share, as so many engines on a cluster do that are told apart by the hashes of terms
(synth/engines/structural/share.py). They exchange no terms, so that the longest share is how long all take; of the examples and
candidates that they exchange there are few. Threads complete terms of one bank in the memory that they share.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from experiments.banks import CONSTANTS, WIDTH, bank_of
from experiments.circumstances import circumstances
from experiments.reports.table import Kind, Table, markdown
from experiments.scaling import WORKERS
from synth.engines.structural.bank import Bank
from synth.engines.structural.completions import Completions
from synth.engines.structural.deduction import Wanted
from synth.engines.structural.share import Share

CASES = (("p20", 5), ("p23", 5), ("p24", 5))
"""A specification, and the size of the terms of its bank."""

_COMPLETED = 3
"""The size of the bank's terms that are completed."""

_TRIED = 20_000_000
"""How many programs are looked at by threads."""

_LEGEND = """
terms, seconds, memory: of the whole bank, its seconds of work and megabytes; two threads: how much faster two threads complete
terms of size 3 than one; for so many engines: the speed-up, which is the whole bank's seconds to those of the longest share;
largest: the largest share's part of the terms, in per cent.
"""


@dataclass(frozen=True)
class Grown:
    """What a share took: seconds of work, and terms and bytes that it holds."""

    seconds: float
    terms: int
    memory: int


def grown(name: str, size: int, share: Share, repeats: int) -> Grown:
    """Grow a share of a bank, so often; the fastest counts."""
    found = list[Grown]()
    for _ in range(repeats):
        start = time.thread_time()
        bank = bank_of(name, size, share)
        found.append(Grown(time.thread_time() - start, bank.pools[0].count, bank.bytes()))
    return min(found, key=lambda each: each.seconds)


def rate(bank: Bank, threads: int, tried: int) -> float:
    """How many programs a second so many threads look at, where terms of the bank are completed to a word that is none of it."""
    goal = bank.form.unpack(bank.values(0)[-1:])[0]
    wanted = Wanted.exactly(bank.form, (goal * 7 ^ 0x55) % (1 << WIDTH))
    search, start = Completions(bank, wanted, CONSTANTS, 0, threads), time.perf_counter()
    for _ in search.search():
        if search.tried >= tried:
            break
    return search.tried / (time.perf_counter() - start)


def measure(name: str, size: int, repeats: int, tried: int = _TRIED) -> dict[str, Any]:
    """One row: a bank."""
    whole = grown(name, size, Share(), repeats)
    small = bank_of(name, _COMPLETED, Share())
    rates = [max(rate(small, threads, tried) for _ in range(repeats)) for threads in (1, 2)]
    row = {"specification": name, "size": size, "terms": whole.terms, "seconds": whole.seconds, "memory": whole.memory / 1e6,
           "two threads": rates[1] / rates[0]}
    for count in WORKERS:
        shares = [grown(name, size, Share(i, count), repeats) for i in range(count)]
        row[f"{count} engines"] = whole.seconds / max(share.seconds for share in shares)
        row[f"largest of {count}"] = 100 * max(share.terms for share in shares) / whole.terms
    return row


def table(rows: Sequence[Mapping[str, Any]]) -> Table:
    """The rows as a table."""
    kinds = {"specification": Kind.TEXT, "size": Kind.COUNT, "terms": Kind.COUNT}
    return Table("sharing", "Sharing", "", {name: kinds.get(name, Kind.SECONDS) for name in rows[0]}, rows)


@click.command(help=__doc__)
@click.option("--repeats", default=3, show_default=True, help="How often everything is measured.")
def main(repeats: int) -> None:
    """Print the table."""
    click.echo(markdown(table([measure(name, size, repeats) for name, size in CASES])))
    click.echo(_LEGEND)
    click.echo("\n".join(f"- {name}: {value}" for name, value in {**circumstances(), "repeats": repeats}.items()))


if __name__ == "__main__":
    main()
