"""Programs of gcc's own test suite that check themselves (gcc/testsuite/gcc.c-torture/execute): abort() is the error.

They are read where they lie; nothing of them is kept.
"""

from __future__ import annotations

import pathlib

from experiments.conformance.cases import Case
from synth.frontends.c.syntax.source import read

_ERROR = "#define abort reach_error\n#line 1\n"


def files(folder: pathlib.Path) -> list[pathlib.Path]:
    """The programs below a folder, in order."""
    return sorted(folder.rglob("*.c"))


def case(folder: pathlib.Path, file: pathlib.Path) -> Case:
    """The program in a file."""
    return Case(str(file.relative_to(folder).with_suffix("")), _ERROR + read(str(file)), "torture")
