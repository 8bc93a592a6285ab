"""What questions about heaps of lists cost: by the number of pointers, by the number of assignments, and by who is asked.

Each question is read from text, as `synth slh` reads it, and asked of one solver alone, of words or of clauses. The seconds are
those from the formula to its answer, at 32 bits.
"""

from __future__ import annotations

import multiprocessing
import pathlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import click
import z3

from experiments.circumstances import circumstances
from experiments.reports.figures import Picture, canvas, picture
from experiments.reports.table import Kind, Table, markdown
from synth.checking.backends import SOLVERS
from synth.checking.validity.translator import Translator
from synth.frontends.slh.script import Question, load_text
from synth.heap.deciding import satisfiable
from synth.heap.formulas import Formula
from synth.heap.outcome import Model, Undecided, Unsatisfiable
from synth.heap.small import encoded

_CLAUSES = ("cadical195", "glucose42")
BACKENDS = (*SOLVERS, *_CLAUSES)
"""Who is asked: solvers of bit vectors, and of clauses."""

_LINES = {"z3": "-", "bitwuzla": "--", "cadical195": "-.", "glucose42": ":"}


def _script(pointers: Sequence[str], body: str) -> str:
    declared = "".join(f"(declare-const {name} Pointer)" for name in pointers)
    return f"(set-logic SLH)(declare-const h Heap)(declare-const n Length){declared}\n{body}\n(check-sat)\n"


def chain(size: int) -> str:
    """So many pointers, each ahead of the next one and the last one of null, on a list of n nodes: no other pointer is farther from
    null than the first one. It holds."""
    names = [f"p{i}" for i in range(size)]
    paths = " ".join(f"(isPath h {a} {b})" for a, b in zip(names, (*names[1:], "null"), strict=True))
    farther = " ".join(f"(> (pathLength h {name} null) n)" for name in names)
    return _script(names, f"(assert (and {paths} (= (pathLength h p0 null) n) (or {farther})))")


def cycle(size: int) -> str:
    """So many pointers, each two steps or more ahead of the next one, and the last one on a cycle: there are such heaps."""
    names = [f"p{i}" for i in range(size)]
    paths = " ".join(f"(isPath h {a} {b}) (> (pathLength h {a} {b}) 1)" for a, b in pairwise(names))
    return _script(names, f"(assert (and true {paths} (circular h {names[-1]}) (not (isNull h {names[-1]}))))")


def pushed(size: int) -> str:
    """A list of n nodes in front of which so many nodes are put: it has as many more. It holds."""
    steps = "".join(f"(define-const h{i + 1} Heap (update (new (assign {f'h{i}' if i else 'h'} y x) x) x y))\n"
                    for i in range(size))
    said = f"(= (pathLength h x null) n) (< n 1000) (not (= (pathLength h{size} x null) (+ n {size})))"
    return _script(("x", "y"), f"{steps}(assert (and {said}))")


def walked(size: int) -> str:
    """A pointer that walks so many steps and is then on a cycle that it was not on before: there are such heaps."""
    steps = "".join(f"(define-const h{i + 1} Heap (lookup {f'h{i}' if i else 'h'} x x))\n" for i in range(size))
    return _script(("x", "y"), f"{steps}(assert (and (not (circular h x)) (circular h{size} x) (alias h x y)))")


def reversed_steps(size: int) -> str:
    """So many rounds of a loop that reverses a list: the nodes of both lists stay as many. It holds."""
    steps, now = "", "h"
    for i in range(size):
        for j, step in enumerate(("lookup {} t x", "update {} x y", "assign {} y x", "assign {} x t")):
            steps += f"(define-const h{i}{'abcd'[j]} Heap ({step.format(now)}))\n"
            now = f"h{i}{'abcd'[j]}"
    before = f"(= (+ (pathLength h x null) (pathLength h y null)) n) (not (= n infinity)) (> (pathLength h x null) {size - 1})"
    return _script(("x", "y", "t"), f"{steps}(assert (and {before} (not (meet h x y)) (< n 1000)\n"
                   f" (not (= (+ (pathLength {now} x null) (pathLength {now} y null)) n))))")


@dataclass(frozen=True)
class Family:
    """Questions of growing sizes, whose answers are known, and what size means."""

    text: Callable[[int], str]
    answer: str
    sizes: tuple[int, ...]
    size: str

    def formula(self, size: int) -> Formula:
        """The formula of a size."""
        return next(event.formula for event in load_text(self.text(size)).events if isinstance(event, Question))


FAMILIES: Mapping[str, Family] = {
    "a chain of pointers": Family(chain, "unsat", (1, 2, 3, 4, 5, 6), "pointers"),
    "pointers to a cycle": Family(cycle, "sat", (1, 2, 3, 4, 5, 6), "pointers"),
    "nodes put in front": Family(pushed, "unsat", (1, 2, 4, 8), "nodes, 3 assignments each"),
    "steps to a cycle": Family(walked, "sat", (1, 2, 4, 8), "steps"),
    "rounds of a reversal": Family(reversed_steps, "unsat", (1, 2, 3), "rounds, 4 assignments each"),
}


def answer(formula: Formula, backend: str, seconds: float) -> str:
    """What a solver says: "sat", "unsat" or "unknown"."""
    if backend in _CLAUSES:
        return _by_clauses(formula, backend)
    match satisfiable(formula, seconds, (backend,)):
        case Model():
            return "sat"
        case Unsatisfiable():
            return "unsat"
        case Undecided():
            return "unknown"


def _by_clauses(formula: Formula, backend: str) -> str:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    translator = Translator(formula.width)
    goal = z3.Goal(ctx=translator.domain.context)
    goal.add(translator.truth(encoded(formula).term))
    made = z3.Then(*(z3.Tactic(name, ctx=translator.domain.context) for name in ("simplify", "propagate-values", "solve-eqs",
                                                                                 "bit-blast", "tseitin-cnf"))).apply(goal)[0]
    with Solver(name=backend, bootstrap_with=CNF(from_string=made.dimacs(include_names=False)).clauses) as solver:
        return "sat" if solver.solve() else "unsat"


def _asked(sender: Any, formula: Formula, backend: str, seconds: float) -> None:
    started = time.perf_counter()
    found = answer(formula, backend, seconds)
    sender.send((found, time.perf_counter() - started))


def measured(family: Family, size: int, backend: str, seconds: float) -> float | None:
    """The seconds that a solver takes, in a process that is ended where they are over; None where it does not answer in time.
    AssertionError for a wrong answer."""
    receiver, sender = multiprocessing.Pipe(False)
    child = multiprocessing.Process(target=_asked, args=(sender, family.formula(size), backend, seconds), daemon=True)
    child.start()
    found, taken = receiver.recv() if receiver.poll(seconds + 1) else ("unknown", seconds)
    child.kill()
    child.join()
    assert found in ("unknown", family.answer), (family.size, size, backend, found)
    return None if found == "unknown" else taken


def grown(family: Family, backend: str, seconds: float, most: int | None) -> Iterator[tuple[int, float | None]]:
    """The seconds by size; none behind the first size that is not answered."""
    for size in (n for n in family.sizes if most is None or n <= most):
        yield size, (taken := measured(family, size, backend, seconds))
        if taken is None:
            return


Found = Mapping[tuple[str, str], Sequence[tuple[int, float | None]]]


def table(found: Found, seconds: float) -> Table:
    """A row for each family and solver."""
    rows: list[dict[str, Any]] = []
    for (name, backend), points in found.items():
        told = ", ".join(f"{size}: {'–' if taken is None else f'{taken:.2f} s'}" for size, taken in points)
        rows.append({"family": name, "answer": FAMILIES[name].answer, "size": FAMILIES[name].size, "solver": backend,
                     "seconds by size": told})
    kinds = dict.fromkeys(("family", "answer", "size", "solver", "seconds by size"), Kind.TEXT)
    return Table("lists", "Lists", f"– is no answer within {seconds:g} s", kinds, rows)


def drawn(found: Found) -> Picture:
    """The seconds over the sizes, a panel for each family."""
    names = list(dict.fromkeys(name for name, _ in found))
    with canvas(2.6 * len(names), 2.8) as made:
        panels = made.figure.subplots(1, len(names), sharey=True, squeeze=False)[0]
        for axes, name in zip(panels, names, strict=True):
            for backend in BACKENDS:
                known = [(n, t) for n, t in found.get((name, backend), ()) if t is not None]
                axes.plot([n for n, _ in known], [t for _, t in known], label=backend, color="black", linestyle=_LINES[backend],
                          marker="o", markersize=3)
            axes.set_yscale("log")
            axes.set_title(name, fontsize=8)
            axes.set_xlabel(FAMILIES[name].size.partition(",")[0])
            axes.grid(axis="both", which="major")
        panels[0].set_ylabel("seconds")
        panels[0].legend(fontsize=7, frameon=False)
        return picture(made, "sizes", "Lists", "Seconds of an answer by the size of the question and by who is asked.")


@click.command(help=__doc__)
@click.option("--family", "names", multiple=True, type=click.Choice(list(FAMILIES)), help="Only these; may be repeated.")
@click.option("--solver", "backends", multiple=True, type=click.Choice(BACKENDS), help="Only these; may be repeated.")
@click.option("--timeout", default=30.0, show_default=True, help="Seconds for each question.")
@click.option("--most", type=int, help="The largest size.")
@click.option("--pictures", type=click.Path(exists=True, file_okay=False, path_type=pathlib.Path),
              help="A folder for the picture of it.")
def main(names: tuple[str, ...], backends: tuple[str, ...], timeout: float, most: int | None,
         pictures: pathlib.Path | None) -> None:
    """Print the table."""
    found = {(name, backend): list(grown(FAMILIES[name], backend, timeout, most))
             for name in names or FAMILIES for backend in backends or BACKENDS}
    click.echo(markdown(table(found, timeout)))
    click.echo("\n" + "\n".join(f"- {name}: {value}" for name, value in {**circumstances(), "timeout": f"{timeout:g} s"}.items()))
    if pictures is not None:
        drawn(found).save(pictures, "lists")


if __name__ == "__main__":
    main()
