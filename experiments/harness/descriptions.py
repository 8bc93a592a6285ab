"""Expectations in the manner of CBMC's and 2LS's regression tests: a file like test.desc beside the program.

    CORE                              how much the test matters to them; nothing to us
    main.c                            the program
    --termination                     options, which may be about what is asked
    ^EXIT=0$                          what is expected of the output, as regular expressions
    ^VERIFICATION SUCCESSFUL$
    --
    ^warning: ignoring                what must not be in it

A file whose options ask for something that is no property of ours is refused, by an InputError that names them.
"""

from __future__ import annotations

import pathlib
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from synth.errors import InputError


@dataclass(frozen=True)
class Asked:
    """A question about a file: as in `Task`, but for names."""

    file: pathlib.Path
    property: str | None
    expected: str | None
    data_model: str = "LP64"
    overflow: str = "wrap"
    allocation: str | None = None


_MODELS = {"--32": "ILP32", "--i386-linux": "ILP32", "--64": "LP64"}
_TERMINATION, _OVERFLOW = {"--termination", "--nontermination"}, "--signed-overflow-check"
_BOUND, _BOUND_CHECKED = "--unwind", "--unwinding-assertions"
_HOW = {"--beautify", "--boolector", "--competition-mode", "--context-sensitive", "--cvc4", "--cvc5", "--equalities", "--havoc",
        "--heap", "--incremental-bmc", "--inline", "--intervals", "--k-induction", "--no-built-in-assertions", "--no-propagation",
        "--no-simplify", "--no-standard-checks", "--octagons", "--refine", "--sat-preprocessor", "--slice-formula", "--smt2",
        "--stop-on-fail", "--trace", "--values-refine", "--z3", "--zones"}
"""Options about how the question is answered, which leave open what the answer is."""

_EXITS = {"0": "true", "10": "false"}
_SAID = {"SUCCESSFUL": "true", "FAILED": "false"}


def read_description(path: pathlib.Path) -> list[Asked]:
    """What a description asks. InputError, with the line, where it is malformed or not understood."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    if len(lines) < 3 or not re.match(r"[A-Z]+\b", lines[0]):
        raise InputError("no description: a level, a program and options are wanted, each on its line", str(path), 1)
    program = path.parent / lines[1].strip()
    if not program.is_file():
        raise InputError(f"there is no file {program}", str(path), 2)
    options = _options(lines[2], path)
    expected = _expected(lines[3:])
    if _BOUND in options and expected != ("false" if _BOUND_CHECKED not in options else "true"):
        expected = None
    return [Asked(program, "termination" if _TERMINATION & set(options) else "safety", expected,
                  next((_MODELS[o] for o in options if o in _MODELS), "LP64"), "error" if _OVERFLOW in options else "wrap")]


def _options(line: str, path: pathlib.Path) -> Sequence[str]:
    """The options, without the number of rounds; InputError for one that is not known."""
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise InputError(str(error), str(path), 3) from None
    found = [word for i, word in enumerate(words) if i == 0 or words[i - 1] != _BOUND]
    unknown = [o for o in found if o not in {*_MODELS, *_TERMINATION, _OVERFLOW, _BOUND, _BOUND_CHECKED, *_HOW}]
    if unknown:
        raise InputError(f"not understood: {' '.join(unknown)}", str(path), 3)
    return found


def _expected(lines: Sequence[str]) -> str | None:
    """The verdict that the patterns before the line "--" stand for: what is printed, or else the exit status."""
    wanted = "\n".join(lines[:lines.index("--")] if "--" in lines else lines)
    said = re.search(r"^\^?VERIFICATION (SUCCESSFUL|FAILED)\$?$", wanted, re.MULTILINE)
    if said:
        return _SAID[said[1]]
    status = re.search(r"^\^?EXIT=(\d+)\$?$", wanted, re.MULTILINE)
    return _EXITS.get(status[1]) if status else None
