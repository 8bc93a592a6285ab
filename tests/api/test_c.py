"""C files at the command line: specifications with a function `check`."""

from __future__ import annotations

import pathlib

import pytest

from synth.api.inputs.formats import load_input, load_specification
from synth.errors import InputError
from synth.solver.options import Options

OPEN = "extern word f(word x);\nint check(word x) { return f(x) == (x | (x + 1)); }\n"


def test_words_of_any_width_have_the_one_that_is_asked_for(tmp_path: pathlib.Path) -> None:
    (tmp_path / "open.c").write_text(OPEN)
    given = load_input(str(tmp_path / "open.c"))
    assert (given.specification.name, given.specification.width, given.specification.fixed) == ("open", 32, False)
    given.accept(Options(width=12))


def test_words_of_types_have_theirs(tmp_path: pathlib.Path) -> None:
    (tmp_path / "plain.c").write_text(OPEN.replace("word", "unsigned"))
    given = load_input(str(tmp_path / "plain.c"))
    given.accept(Options())
    given.accept(Options(width=32))
    with pytest.raises(InputError, match="its words have 32 bits, and not 12"):
        given.accept(Options(width=12))


def test_what_is_no_specification(tmp_path: pathlib.Path) -> None:
    (tmp_path / "program.c").write_text("int main(void) { return 0; }")
    with pytest.raises(InputError, match="there is no function check"):
        load_specification(str(tmp_path / "program.c"))
