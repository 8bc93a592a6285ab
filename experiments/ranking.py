"""What the ranking of terms by sub-goals is worth: planted goals, completed with it and with terms in the order of their size.

A goal is xor, add or sub of a term of three operators and two or three instructions on that term, its subterms and the arguments,
at 8 bits. Goals that are in the bank, or such a join of two of its terms, are left out: no completion is needed for them.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from unittest import mock

import click
import numpy as np

from experiments.banks import CONSTANTS, WIDTH, bank_of
from experiments.circumstances import circumstances
from experiments.reports.table import Kind, Table, markdown
from synth.engines.structural import completions, ranking
from synth.engines.structural.bank import Bank
from synth.engines.structural.completions import Completions
from synth.engines.structural.deduction import Wanted
from synth.engines.structural.native import Vectors
from synth.engines.structural.share import Share
from synth.evaluation.arrays import Arrays, Words
from synth.operators import LANGUAGE, operator

SIZE = 3
BANKS = ("p20", "p25")
"""One argument, and two."""

_DIVISIONS = ("udiv", "urem", "sdiv", "srem")
_LEGEND = """
terms: in the bank; goals: planted; ranked, by size: of how many a completion is found in time; rank: the median place of the
planted term among all, by what it tells and by its size.
"""


def planted(bank: Bank, chance: random.Random) -> tuple[int, Vectors] | None:
    """The row of a term, and a goal that it is part of; None where the goal is easier than that."""
    pool, domain = bank.pools[0], Arrays(WIDTH)
    row = chance.randrange(*pool.rows(SIZE))
    known: list[Words] = list(bank.form.unpack(pool.values[[*bank.subterms(row), *range(pool.ends[0])]]))
    operators = [op for op in LANGUAGE if op.arity <= 2 and op.name not in _DIVISIONS]
    last = known[0]
    for _ in range(chance.choice((2, 3))):
        op = chance.choice(operators)
        operands = [last, *(chance.choice(known) for _ in range(op.arity - 1))]
        chance.shuffle(operands)
        last = np.broadcast_to(op(domain, *operands), (bank.form.points,))
        known.append(last)
    goal = operator(chance.choice(("xor", "add", "sub")))(domain, known[0], last)
    vector = bank.form.pack(np.asarray(goal)[None, :])[0]
    return None if is_easy(bank, vector) else (row, vector)


def is_easy(bank: Bank, goal: Vectors) -> bool:
    """Whether the goal is a term of the bank, or xor, add or sub of two."""
    values = bank.values(0)
    lacking = (goal[None, :], goal ^ values, goal - values, values - goal, goal + values)
    return any((bank.find(0, vectors) >= 0).any() for vectors in lacking)


def by_size(bank: Bank, goal: Vectors) -> Iterator[ranking.Scores | None]:
    """No term tells more than another one."""
    yield np.zeros((len(ranking.JOINS), bank.pools[0].count), dtype=np.float32)


def is_completed(bank: Bank, goal: Vectors, seconds: float) -> bool:
    """Whether a completion is found in so many seconds of work."""
    until = time.process_time() + seconds
    for found in Completions(bank, Wanted.exactly(bank.form, bank.form.unpack(goal[None, :])[0]), CONSTANTS, 0).search():
        if found is not None or time.process_time() > until:
            return found is not None
    return False


def place(bank: Bank, goal: Vectors, row: int) -> int:
    """How many terms come before that of `row`, by what they tell of the goal; all smaller ones where it is not looked at."""
    told = next(found for found in ranking.scores(bank, goal) if found is not None).max(axis=0)
    return row if row >= len(told) else int((told > told[row]).sum() + (told[:row] == told[row]).sum())


def measure(name: str, goals: int, seconds: float) -> dict[str, Any]:
    """One row: a bank."""
    bank, chance = bank_of(name, SIZE, Share()), random.Random(name)
    problems = list[tuple[int, Vectors]]()
    while len(problems) < goals:
        problem = planted(bank, chance)
        if problem is not None:
            problems.append(problem)
    ranked = sum(is_completed(bank, goal, seconds) for _, goal in problems)
    with mock.patch.object(completions, "scores", by_size):
        plain = sum(is_completed(bank, goal, seconds) for _, goal in problems)
    places = [place(bank, goal, row) for row, goal in problems]
    return {"bank": name, "terms": bank.pools[0].count, "goals": goals, "ranked": ranked, "by size": plain,
            "rank": int(statistics.median(places)), "rank by size": int(statistics.median(row for row, _ in problems))}


def table(rows: Sequence[Mapping[str, Any]]) -> Table:
    """The rows as a table."""
    return Table("ranking", "Ranking", "", {name: Kind.TEXT if name == "bank" else Kind.COUNT for name in rows[0]}, rows)


@click.command(help=__doc__)
@click.option("--goals", default=40, show_default=True, help="How many goals are planted for each bank.")
@click.option("--seconds", default=5.0, show_default=True, help="Seconds of work for each.")
def main(goals: int, seconds: float) -> None:
    """Print the table."""
    click.echo(markdown(table([measure(name, goals, seconds) for name in BANKS])))
    click.echo(_LEGEND)
    click.echo("\n".join(f"- {name}: {value}" for name, value in {**circumstances(), "seconds": f"{seconds:g}"}.items()))


if __name__ == "__main__":
    main()
