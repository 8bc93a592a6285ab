"""How large things are: the distinct operators of a specification's precondition and body, of a program's guards and updates.

`python -m experiments.harness.sizes < FILES` reads names, a line each, with a tab and "program" after those of C programs, and
prints a line for each that can be read: "size", its number from 0 on, its size. It is a process apart since specifications in
Python are run; what they print goes elsewhere.
"""

from __future__ import annotations

import contextlib
import re
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from experiments.harness.limits import run
from experiments.harness.records import Limits
from experiments.harness.suites import Task
from synth.errors import SynthError
from synth.terms import Term, TermKind, postorder

_EACH = 10
_ALL = Limits(600.0, None, 4000)
_TOLD = re.compile(r"size (\d+) (\d+)")


def specification_sizes(tasks: Iterable[Task]) -> dict[str, int]:
    """The sizes of the tasks' files, by file; without those that cannot be had."""
    files = {task.file: task.property is not None for task in tasks}
    lines = "".join(f"{file}\tprogram\n" if program else f"{file}\n" for file, program in files.items())
    try:
        told = run([sys.executable, "-m", "experiments.harness.sizes"], _ALL, lines).stdout.splitlines()
    except SynthError:
        return {}
    names = list(files)
    return {names[int(found[1])]: int(found[2]) for found in map(_TOLD.fullmatch, told) if found}


def solution_size(answer: Mapping[str, Any]) -> int | None:
    """The size of an answer of synth: instructions of its functions, or of the predicates, ranks and choices of its certificate."""
    if answer.get("functions"):
        return sum(int(f["length"]) for f in answer["functions"])
    certificate = answer.get("certificate")
    if not certificate:
        return None
    return sum(len(text.splitlines()) - 1 for text in _programs(certificate))


def _programs(node: Any) -> Iterator[str]:
    """Every listing of a certificate; its last line returns the result."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            if isinstance(node.get("program"), str):
                yield node["program"]
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node


def operators(roots: Iterable[Term]) -> int:
    """Distinct applications of operators and functions in terms."""
    return sum(node.kind in (TermKind.APPLY, TermKind.CALL) for node in postorder(*roots))


def _size(line: str) -> int:
    file, _, program = line.partition("\t")
    if program:
        from synth.frontends.c.load import load

        edges = load(file).system.edges
        return operators(term for edge in edges for term in (edge.guard, *edge.update))
    from synth.api.inputs.formats import load_specification

    specification = load_specification(file)
    return operators([specification.precondition, specification.body])


def _late(number: int, frame: object) -> None:
    raise SynthError("too late")


def main(lines: Sequence[str]) -> None:
    """Print the sizes."""
    signal.signal(signal.SIGALRM, _late)
    for number, line in enumerate(lines):
        signal.alarm(_EACH)
        with contextlib.suppress(Exception, SystemExit):
            with contextlib.redirect_stdout(sys.stderr):
                size = _size(line)
            print("size", number, size, flush=True)
        signal.alarm(0)


if __name__ == "__main__":
    main(sys.stdin.read().splitlines())
