"""How the time of an answer grows with the size of the question: families of problems, each a program or a specification of a size.

Each problem is answered by a command of its own, start of Python included. The exponent of a family is the slope of the line
through the logarithms of its three largest sizes that were answered: 1 where twice the size takes twice the time.
"""

from __future__ import annotations

import math
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from experiments.circumstances import circumstances
from experiments.reports.figures import Picture, canvas, picture
from experiments.reports.table import Kind, Table, markdown

_HEAD = """extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
"""
_STYLES = ("-", "--", "-.", ":")
_MARKERS = "os^Dvx+P"


def _program(body: str, before: str = "") -> str:
    return f"{_HEAD}{before}int main(void)\n{{\n{body}    return 0;\n}}\n"


def _counted(index: int) -> str:
    """A loop that moves what one variable has to another, and an assertion that it did."""
    i = index
    return (f"    int n{i} = __VERIFIER_nondet_int();\n    __VERIFIER_assume(n{i} >= 0);\n    int x{i} = n{i}, y{i} = 0;\n"
            f"    while (x{i} > 0) {{ x{i}--; y{i}++; }}\n    if (y{i} != n{i}) reach_error();\n")


def in_sequence(size: int) -> str:
    """So many loops one after the other, each with variables and an assertion of its own."""
    return _program("".join(map(_counted, range(size))))


def nested(size: int) -> str:
    """Loops so deep in one another, each with a bound and an assertion of its own."""
    declared = "".join(f"    int n{i} = __VERIFIER_nondet_int(), i{i};\n    __VERIFIER_assume(n{i} >= 0);\n" for i in range(size))
    text = ""
    for i in reversed(range(size)):
        text = f"for (i{i} = 0; i{i} < n{i}; i{i}++) {{ {text} }} if (i{i} != n{i}) reach_error();"
    return _program(f"{declared}    {text}\n")


def with_irrelevant_variables(size: int) -> str:
    """One loop that also changes so many variables that nothing depends on."""
    declared = "".join(f"    unsigned v{i} = {i};\n" for i in range(size))
    changed = " ".join(f"v{i} = v{i} * 5 + v{(i + 1) % size};" for i in range(size))
    return _program(declared + _counted(0).replace("y0++;", f"y0++; {changed}"))


def with_assertions(size: int) -> str:
    """One loop, and so many assertions behind it."""
    return _program(_counted(0) + "".join(f"    if (y0 - {i} != n0 - {i}) reach_error();\n" for i in range(1, size)))


def with_calls(size: int) -> str:
    """One loop with so many calls of a function in each round."""
    calls = " ".join(["y0 = up(y0);"] * size)
    text = _counted(0).replace("y0++;", calls).replace("y0 != n0", f"(unsigned)y0 != {size}u * n0")
    return _program(text, "static int up(int x) { return (int)((unsigned)x + 1u); }\n")


def with_elements(size: int) -> str:
    """An array of so many elements, which are copied one by one, and compared."""
    rounds = f"for (int i = 0; i < {size}; i++)"
    return _program(f"    static int a[{size}], b[{size}];\n    {rounds} a[i] = __VERIFIER_nondet_int();\n"
                    f"    {rounds} b[i] = a[i];\n    {rounds} if (a[i] != b[i]) reach_error();\n")


def reversed_in_place(size: int) -> str:
    """An array of so many elements, each of which changes places with another one."""
    rounds = f"for (int i = 0; i < {size}; i++)"
    return _program(f"    static int a[{size}];\n    {rounds} a[i] = i;\n    int i = 0, j = {size} - 1;\n"
                    "    while (i < j) { int t = a[i]; a[i++] = a[j]; a[j--] = t; }\n"
                    f"    {rounds} if (a[i] != {size} - 1 - i) reach_error();\n")


def of_functions(size: int) -> str:
    """A specification with so many unknown functions, each of two instructions."""
    functions = ", ".join(f"f{i}: Fun[[Word], Word]" for i in range(size))
    equal = " & ".join(f"(f{i}(x) == ((x + {i + 1}) ^ x))" for i in range(size))
    return f"from synth import Fun, Word, spec\n\n\n@spec(width=32)\ndef several({functions}, x: Word):\n    return {equal}\n"


def of_examples(size: int) -> str:
    """A function of three instructions, given by so many examples, in SyGuS-IF."""
    mask = (1 << 32) - 1
    words = [(i * 0x9E3779B9 + 12345) & mask for i in range(size)]
    told = "\n".join(f"(constraint (= (f #x{x:08x}) #x{((x & (x - 1)) ^ (x >> 1)) & mask:08x}))" for x in words)
    return f"(set-logic BV)\n(synth-fun f ((x (_ BitVec 32))) (_ BitVec 32))\n{told}\n(check-synth)\n"


@dataclass(frozen=True)
class Family:
    """Problems of growing sizes: the text of one of a size, the suffix of its file, and what size means."""

    problem: Callable[[int], str]
    suffix: str
    sizes: tuple[int, ...]
    size: str

    def command(self, file: str, timeout: float) -> list[str]:
        """What answers a problem."""
        asked = ["prove", file] if self.suffix == ".c" else [file]
        return [sys.executable, "-m", "synth", *asked, "--timeout", f"{timeout:g}", "--quiet"]


FAMILIES: Mapping[str, Family] = {
    "loops in sequence": Family(in_sequence, ".c", (1, 2, 4, 8, 16, 32, 64), "loops"),
    "nested loops": Family(nested, ".c", (1, 2, 3, 4, 5), "depth"),
    "irrelevant variables": Family(with_irrelevant_variables, ".c", (1, 10, 50, 100, 200), "variables"),
    "assertions": Family(with_assertions, ".c", (1, 4, 16, 64), "assertions"),
    "inlined calls": Family(with_calls, ".c", (1, 4, 16, 64), "calls"),
    "elements copied": Family(with_elements, ".c", (10, 100, 1_000, 10_000, 100_000, 1_000_000), "elements"),
    "elements reversed": Family(reversed_in_place, ".c", (10, 100, 1_000, 10_000, 100_000, 1_000_000), "elements"),
    "unknown functions": Family(of_functions, ".py", (1, 2, 3, 4), "functions"),
    "examples": Family(of_examples, ".sl", (10, 100, 1000, 10000), "examples"),
}


def measured(family: Family, size: int, timeout: float, runs: int) -> float | None:
    """The median of the wall seconds of some runs; None where one brings no full answer."""
    times = []
    with tempfile.TemporaryDirectory(prefix="growth-") as folder:
        file = pathlib.Path(folder, f"problem{family.suffix}")
        file.write_text(family.problem(size), encoding="utf-8")
        for _ in range(runs):
            started = time.perf_counter()
            done = subprocess.run(family.command(str(file), timeout), capture_output=True, check=False)
            times.append(time.perf_counter() - started)
            if done.returncode != 0:
                return None
    return statistics.median(times)


def exponent(points: Sequence[tuple[int, float]]) -> float | None:
    """The slope through the logarithms of the last three points; None for fewer."""
    if len(points) < 3:
        return None
    xs, ys = zip(*[(math.log(n), math.log(t)) for n, t in points[-3:]], strict=True)
    return statistics.linear_regression(xs, ys).slope


def grown(family: Family, timeout: float, runs: int, most: int | None) -> list[tuple[int, float | None]]:
    """The seconds of each size; none behind the first that is not answered."""
    found: list[tuple[int, float | None]] = []
    for size in (n for n in family.sizes if most is None or n <= most):
        found.append((size, measured(family, size, timeout, runs)))
        if found[-1][1] is None:
            break
    return found


def table(found: Mapping[str, Sequence[tuple[int, float | None]]], timeout: float) -> Table:
    """A row for each family: its seconds by size, and its exponent."""
    rows: list[dict[str, Any]] = []
    for name, points in found.items():
        told = [f"{size}: {'–' if seconds is None else f'{seconds:.1f} s'}" for size, seconds in points]
        slope = exponent([(n, t) for n, t in points if t is not None])
        rows.append({"family": name, "size": FAMILIES[name].size, "seconds by size": ", ".join(told),
                     "exponent": "–" if slope is None else f"{slope:.2f}"})
    kinds = dict.fromkeys(("family", "size", "seconds by size", "exponent"), Kind.TEXT)
    return Table("growth", "Growth", f"– is no answer within {timeout:g} s", kinds, rows)


def drawn(found: Mapping[str, Sequence[tuple[int, float | None]]]) -> Picture:
    """The seconds over the sizes, both logarithmic."""
    with canvas(6.5, 4.0) as made:
        axes = made.figure.subplots()
        for i, (name, points) in enumerate(found.items()):
            known = [(n, t) for n, t in points if t is not None]
            axes.plot([n for n, _ in known], [t for _, t in known], label=name, color="black" if i % 2 == 0 else "#777777",
                      linestyle=_STYLES[i // 2 % 4], marker=_MARKERS[i % len(_MARKERS)], markersize=4)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel("size")
        axes.set_ylabel("seconds")
        axes.grid(axis="both", which="major")
        axes.legend(fontsize=7, frameon=False)
        return picture(made, "sizes", "Growth", "Wall seconds of an answer by the size of the question, both axes logarithmic.")


@click.command(help=__doc__)
@click.option("--family", "names", multiple=True, type=click.Choice(list(FAMILIES)), help="Only these; may be repeated.")
@click.option("--timeout", default=60.0, show_default=True, help="Seconds for each property of a problem.")
@click.option("--runs", default=1, show_default=True, help="Runs per problem.")
@click.option("--most", type=int, help="The largest size.")
@click.option("--pictures", type=click.Path(exists=True, file_okay=False, path_type=pathlib.Path),
              help="A folder for the picture of it.")
def main(names: tuple[str, ...], timeout: float, runs: int, most: int | None, pictures: pathlib.Path | None) -> None:
    """Print the table."""
    found = {name: grown(FAMILIES[name], timeout, runs, most) for name in names or FAMILIES}
    click.echo(markdown(table(found, timeout)))
    facts = {**circumstances(), "runs": runs, "timeout": f"{timeout:g} s"}
    click.echo("\n" + "\n".join(f"- {name}: {value}" for name, value in facts.items()))
    if pictures is not None:
        drawn(found).save(pictures, "growth")


if __name__ == "__main__":
    main()
