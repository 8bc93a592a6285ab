"""Exported specifications mean what they meant: judged by other tools where those read the language."""

from __future__ import annotations

import ctypes
import importlib
import pathlib
import random
from collections.abc import Callable

import pytest
import z3

from synth import (
    WIDTH,
    Fun,
    InputError,
    Predicate,
    Specification,
    Unknown,
    Word,
    ashr,
    constant,
    fadd,
    ite,
    leading_zeros,
    minimum,
    mulhu,
    parity,
    popcount,
    sdiv,
    sle,
    slt,
    spec,
    srem,
    symbol,
    trailing_zeros,
)
from synth.checking.examples import corner_words
from synth.evaluation.integers import evaluate, run_program
from synth.evaluation.smt import Smt
from synth.frontends.emit import c_function
from synth.frontends.export import FORMATS, export
from synth.frontends.python_spec import load
from synth.operators import operator
from synth.program import Instruction, Program, constant_program
from synth.terms import apply, interpret


@spec(width=8, operators=["and", "neg", "sub"])
def isolate(f: Fun[[Word], Word], x: Word):
    """The lowest set bit."""
    return f(x) == x & -x


@spec(width=16, given=lambda y, x: (y != 0) & (x > 3), constants=[WIDTH - 1, 3])
def everything(f: Fun[[Word, Word], Word], p: Predicate[[Word]], w: Unknown, x: Word, y: Word):
    """Every operator: "quotes" and
    a second line."""
    shared = f(x, y) * 3 + mulhu(x, y) // 5
    bits = popcount(shared) + parity(x) + leading_zeros(y) + trailing_zeros(shared) + WIDTH
    signed = ite(slt(x, y) | sle(w, x), sdiv(x, 7), srem(-x, y)) ^ ashr(shared, 2)
    known = (bits % 3 == (shared >> 1)) | (7 - x < constant(5) + 2)
    return (p(bits).implies(signed >= minimum(w, ~x)) & ~p(f(shared, 3) << 2)) | known


@spec(width=32)
def floating(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == fadd(x, y)


PROGRAMS = {
    "f": Program(2, (9,), (Instruction(operator("mul"), (0, 2)), Instruction(operator("xor"), (3, 1))), 4),
    "p": Program(1, (4,), (Instruction(operator("and"), (0, 1)),), 2),
    "w": constant_program(100),
}


def random_words(width: int, count: int) -> list[dict[str, int]]:
    rng, corners = random.Random(0), corner_words(width)
    return [{n: rng.choice((rng.getrandbits(width), rng.choice(corners))) for n in "xy"} for _ in range(count)]


def over_functions(case: Specification) -> z3.BoolRef:
    domain, sort = Smt(case.width), z3.BitVecSort(case.width)
    words = {str(s.data): domain.symbol(str(s.data)) for s in case.forall}
    return domain.truth(interpret(case.formula, domain, words, lambda name, arguments: z3.Function(
        name, *[sort] * (len(arguments) + 1))(*arguments)))


@pytest.mark.parametrize("case", [isolate, everything, floating], ids=lambda s: s.name)
def test_python_loads_back_into_an_equivalent_specification(case: Specification, tmp_path: pathlib.Path) -> None:
    (tmp_path / "again.py").write_text(export(case, "python"), encoding="utf-8")
    again = load(str(tmp_path / "again.py"))
    assert (again.name, again.width, again.operator_set) == (case.name, case.width, case.operator_set)
    assert again.exists == case.exists
    assert again.doc.split() == case.doc.split()
    assert [s.data for s in again.forall] == [s.data for s in case.forall]
    assert len(again.constants) == len(case.constants)
    assert all(a is b for a, b in zip(again.constants, case.constants, strict=True))
    solver = z3.Solver()
    solver.add(over_functions(again) != over_functions(case))
    assert solver.check() == z3.unsat


def test_python_is_what_a_person_would_write() -> None:
    assert export(isolate, "python") == (
        'from synth import Fun, Word, spec\n\n\n@spec(width=8, operators=["sub", "neg", "and"])\n'
        'def isolate(f: Fun[[Word], Word], x: Word):\n    """The lowest set bit."""\n    return f(x) == (x & (-x))\n')


def test_names_that_are_no_identifiers_are_changed(tmp_path: pathlib.Path) -> None:
    x1 = symbol("x'")
    case = Specification(isolate.exists, (x1,), isolate.exists[0](x1) == apply("not", x1 < 3), 8, name="a b")
    (tmp_path / "again.py").write_text(export(case, "python"), encoding="utf-8")
    again = load(str(tmp_path / "again.py"))
    assert again.name == "a b"
    identity = {"f": constant_program(254, 1)}
    for x in range(8):
        assert evaluate(again.formula, {"x_": x}, identity, 8) == evaluate(case.formula, {"x'": x}, identity, 8)
    for to in FORMATS:
        assert export(case, to)


def test_the_c_check_agrees(compile_c: Callable[[str], ctypes.CDLL]) -> None:
    text = export(everything, "c")
    library = compile_c(text + "".join(c_function(p, n, 16) for n, p in PROGRAMS.items()))
    results = [bool(library.check(words["x"], words["y"])) for words in random_words(16, 300)]
    assert results == [bool(evaluate(everything.formula, words, PROGRAMS, 16)) for words in random_words(16, 300)]
    assert len(set(results)) == 2
    assert "#include <stdint.h>" in text


def test_z3_solves_the_smtlib() -> None:
    solver = z3.Solver()
    solver.from_string(export(isolate, "smt2"))
    assert solver.check() == z3.sat


def test_the_smtlib_is_infeasible_where_the_specification_is() -> None:
    @spec(width=4)
    def half(f: Fun[[Word], Word], x: Word):
        return f(x) * 2 == x

    solver = z3.Solver()
    solver.from_string(export(half, "smt2"))
    assert solver.check() == z3.unsat


def test_the_smtlib_of_everything_parses() -> None:
    for case in (everything, floating):
        solver = z3.Solver()
        solver.from_string(export(case, "smt2"))
        assert len(solver.assertions()) == 1


def cvc5_answer(text: str, name: str) -> object:
    cvc5 = importlib.import_module("cvc5")
    manager = cvc5.TermManager()
    solver = cvc5.Solver(manager)
    solver.setOption("sygus", "true")
    solver.setOption("incremental", "false")
    solver.setOption("sygus-enum", "fast")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SYGUS_2_1, text, "text.sl")
    manager_of = parser.getSymbolManager()
    output = ""
    while not (command := parser.nextCommand()).isNull():
        output += str(command.invoke(solver, manager_of))
    return output


def test_cvc5_solves_the_sygus() -> None:
    output = str(cvc5_answer(export(isolate, "sygus"), "f"))
    assert "(define-fun f ((x0 (_ BitVec 8))) (_ BitVec 8)" in output
    solver = z3.Solver()
    definition = output.strip()[1:-1]
    solver.from_string(definition + "(declare-const x (_ BitVec 8)) (assert (distinct (f x) (bvand x (bvneg x))))")
    assert solver.check() == z3.unsat


def test_cvc5_reads_the_sygus_of_everything() -> None:
    text = export(everything, "sygus").replace("(check-sat)", "").replace("(check-synth)", "")
    assert "synth-fun p" in text
    assert cvc5_answer(text, "f") == ""


def test_sygus_has_no_floating_point() -> None:
    with pytest.raises(InputError, match="floating point"):
        export(floating, "sygus")


def test_an_unknown_format_is_an_input_error() -> None:
    with pytest.raises(InputError, match="unknown format 'xml'"):
        export(isolate, "xml")


def test_the_size_is_linear_in_shared_terms(tmp_path: pathlib.Path) -> None:
    x = term = symbol("x")
    for _ in range(60):
        term = (term + x) * term
    case = Specification(isolate.exists, (x,), isolate.exists[0](x) == term, 32)
    for to in FORMATS:
        assert len(export(case, to)) < 12000, to
    (tmp_path / "again.py").write_text(export(case, "python"), encoding="utf-8")
    value = run_program(constant_program(5, 1), (3,), 32)
    assert evaluate(load(str(tmp_path / "again.py")).formula, {"x": 3}, {"f": constant_program(value, 1)}, 32) in (0, 1)
