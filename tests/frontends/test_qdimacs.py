"""QDIMACS: the reader with the places of its errors, and what a formula means as a second-order one."""

from __future__ import annotations

import logging
import pathlib
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from synth import InputError
from synth.evaluation import integers
from synth.frontends.qdimacs import Qbf, load, parse, read
from synth.program import Program, constant_program

GOOD = "c a comment\nc\np cnf 4 3\ne 1 2 0\na 3 0\ne 4 0\n1 -2 3 0\n-3\n 4 0 2 -4 0\n"


def test_blocks_clauses_and_comments() -> None:
    formula = parse(GOOD, "folder/name.qdimacs")
    assert formula.prefix == ((1, False), (2, False), (3, True), (4, False))
    assert formula.clauses == ((1, -2, 3), (-3, 4), (2, -4))
    assert (formula.name, formula.doc, formula.file) == ("name", "a comment\n", "folder/name.qdimacs")


def test_free_variables_are_existential_and_come_first() -> None:
    formula = parse("p cnf 5 2\na 3 0\n5 3 0\n-1 -3 0\n")
    assert formula.prefix == ((1, False), (5, False), (3, True))


def test_line_ends_and_blanks_do_not_matter() -> None:
    assert parse(GOOD.replace("\n", "\r\n").replace(" ", "\t")).clauses == parse(GOOD).clauses


@pytest.mark.parametrize(("text", "place", "message"), [
    ("", (1, 1), "no problem line"),
    ("c only\n", (2, 1), "no problem line"),
    ("e 1 0\n", (1, 1), "before 'e'"),
    ("p dnf 1 1\n", (1, 3), "cnf is wanted"),
    ("p cnf 1\n1 0\n", (1, 7), "number of clauses is wanted"),
    ("p cnf x 1\n", (1, 7), "a number is wanted, not 'x'"),
    ("p cnf -1 1\n", (1, 7), "negative"),
    ("p cnf 1 99999999999\n", (1, 9), "too large"),
    ("p cnf 1 1\np cnf 1 1\n", (2, 1), "second problem line"),
    ("p cnf 1 1\n1 0\na 2 0\n", (3, 1), "quantifier after"),
    ("p cnf 2 1\na 1 -2 0\n", (2, 5), "not the negation -2"),
    ("p cnf 2 1\na 1 0\ne 2 1 0\n", (3, 5), "variable 1 is quantified twice"),
    ("p cnf 2 1\ne 1 1 0\n", (2, 5), "variable 1 is quantified twice"),
    ("p cnf 2 1\n  1 2\n", (2, 5), "0 is wanted"),
    ("p cnf 2 1\na\n", (2, 1), "0 is wanted"),
    ("p cnf 2 1\n1 e 0\n", (2, 3), "a number is wanted, not 'e'"),
    ("p cnf 2 1\n1 2.5 0\n", (2, 3), "a number is wanted"),
    ("p cnf 2 1\n1 \u0663 0\n", (2, 3), "a number is wanted"),
    ("p cnf 2 1\n" + "7" * 5000 + " 0\n", (2, 1), "too large"),
])
def test_errors_have_a_place(text: str, place: tuple[int, int], message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        parse(text, "f.qdimacs")
    assert (error.value.file, error.value.line, error.value.column) == ("f.qdimacs", *place)


def test_functions_of_too_many_arguments_are_refused() -> None:
    blocks = f"a {' '.join(map(str, range(1, 1501)))} 0\ne {' '.join(map(str, range(1501, 3001)))} 0\n"
    with pytest.raises(InputError, match="not supported: its functions have 2250000 arguments"):
        parse(f"p cnf 3000 1\n{blocks}1 2000 0\n")


@pytest.mark.parametrize("path", ["no/such.qdimacs", "/", "null\0byte.qdimacs"])
def test_files_that_cannot_be_read(path: str) -> None:
    with pytest.raises(InputError):
        read(path)


@pytest.mark.parametrize(("text", "message"), [
    ("p cnf 2 5\n1 2 0\n", "1 clauses, not 5"), ("p cnf 1 1\n1 7 0\n", "variable 7 is above the 1"),
    ("p cnf 2 1\ne 1 0\ne 2 0\n1 2 0\n", "neighbouring blocks"), ("p cnf 2 1\n1 -1 0\n", "always holds"),
    ("p cnf 2 1\ne 1 0\n1 2 0\n", "1 free variables")])
def test_what_does_no_harm_is_said_in_the_log(text: str, message: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "synth"):
        parse(text, "f.qdimacs")
    assert message in caplog.text


def test_a_well_formed_text_is_read_in_silence(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "synth"):
        parse(GOOD, "f.qdimacs")
    assert not caplog.records


words = st.sampled_from(["p", "cnf", "a", "e", "c", "0", "1", "-1", "2", "-3", "+4", "%", "--1", "1e3", "\n", " ", "\t", "é", "\0"])


@given(st.lists(words).map(" ".join) | st.text())
@example("p cnf 0 0")
@example("p cnf 1 1\n0\n")
def test_nothing_but_an_input_error_comes_out(text: str) -> None:
    try:
        formula = parse(text, "f")
    except InputError as error:
        assert error.file == "f"
    else:
        assert formula.joint.width == 1


@given(st.lists(words).map(" ".join))
def test_neither_does_behind_a_good_start(text: str) -> None:
    try:
        parse("p cnf 3 2\ne 1 0\na 2 0\n" + text, "f")
    except InputError as error:
        assert error.line is not None and error.line >= 1 and error.column is not None


def some_formula(rng: random.Random) -> Qbf:
    variables = list(range(1, rng.randint(2, 5)))
    rng.shuffle(variables)
    clauses = [tuple(rng.choice((1, -1)) * v for v in rng.sample(variables, rng.randint(1, len(variables))))
               for _ in range(rng.randint(0, 6))]
    return Qbf(tuple((v, rng.random() < 0.5) for v in variables), tuple(clauses))


def some_program(rng: random.Random, inputs: int) -> Program:
    if inputs and rng.random() < 0.7:
        return Program(inputs, (), (), rng.randrange(inputs))
    return constant_program(rng.randint(0, 1), inputs)


def test_the_joint_formula_says_what_the_clauses_say() -> None:
    """A play under Skolem functions satisfies the clauses, or one against Herbrand functions does not."""
    rng = random.Random(3)
    for _ in range(200):
        formula = some_formula(rng)
        programs = {f.name: some_program(rng, f.arity) for f in formula.joint.exists}
        words = {f"x{v}": rng.randint(0, 1) for v, _ in formula.prefix}
        played = [_play(formula, functions, programs, words) for functions in (formula.skolem, formula.herbrand)]
        skolem, herbrand = played[0], not played[1]
        assert integers.evaluate(formula.joint.formula, words, programs, 1) == (skolem or herbrand)
        assert integers.evaluate(formula.side(True).formula, words, programs, 1) == skolem
        assert integers.evaluate(formula.side(False).formula, words, programs, 1) == herbrand


def _play(formula: Qbf, functions: dict[int, object], programs: dict[str, Program], words: dict[str, int]) -> bool:
    """Whether the clauses hold where the variables of `functions` are played by programs of the other variables before them."""
    values: dict[int, int] = {}
    for position, (v, universal) in enumerate(formula.prefix):
        before = [words[f"x{u}"] for u, other in formula.prefix[:position] if other is not universal]
        name = f"{'h' if universal else 's'}{v}"
        values[v] = integers.run_program(programs[name], before, 1) if v in functions else words[f"x{v}"]
    return all(any(values[abs(literal)] == (literal > 0) for literal in clause) for clause in formula.clauses)


def test_functions_take_the_variables_before_them() -> None:
    formula = parse("p cnf 5 1\ne 1 0\na 2 3 0\ne 4 0\na 5 0\n1 2 3 4 5 0\n")
    assert {f.name: f.parameters for f in formula.functions(True)} == {"s1": (), "s4": ("x2", "x3")}
    assert {f.name: f.parameters for f in formula.functions(False)} == {"h2": ("x1",), "h3": ("x1",), "h5": ("x1", "x4")}
    assert [f.name for f in formula.side(False, alone=True).exists] == ["h2", "h3", "h5"]


def test_a_file_is_loaded_as_its_joint_formula(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "game.qdimacs"
    file.write_text(GOOD, encoding="utf-8")
    specification = load(str(file))
    assert (specification.name, specification.width, specification.fixed) == ("game", 1, True)
    assert [f.name for f in specification.exists] == ["s1", "s2", "s4", "h3"]


def test_programs_are_built_from_connectives() -> None:
    operators = {op.name for op in parse(GOOD).joint.operator_set}
    assert operators == {"and", "or", "xor", "not", "eq", "ite"}
