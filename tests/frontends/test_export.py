"""Exported specifications mean what they meant: judged by other tools where those read the language."""

from __future__ import annotations

import ctypes
import dataclasses
import pathlib
import random
from collections.abc import Callable

import cvc5
import pytest
import z3

from experiments.cvc5_runner import solve as cvc5_answer
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
    fpext,
    fptosi,
    fptrunc,
    ite,
    leading_zeros,
    minimum,
    mulhu,
    parity,
    popcount,
    sdiv,
    sitofp,
    sle,
    slt,
    spec,
    srem,
    symbol,
    trailing_zeros,
)
from synth.evaluation.integers import evaluate, run_program
from synth.evaluation.sampling import corner_words
from synth.evaluation.smt import Smt
from synth.frontends.emit import c_function
from synth.frontends.export import FORMATS, export
from synth.frontends.python_spec import load
from synth.grammar import Grammar
from synth.macros import macro
from synth.operators import operator
from synth.program import Instruction, Program, constant_program
from synth.specification import Function
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


SPECS = pathlib.Path(__file__).parents[2] / "specs"
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


def cvc5_says(text: str) -> list[str]:
    """What cvc5 answers to SMT-LIB; an error where it does not take it."""
    solver, answers = cvc5.Solver(), []
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "text")
    while not (command := parser.nextCommand()).isNull():
        answers.append(command.invoke(solver, parser.getSymbolManager()).strip())
    return [answer for answer in answers if answer]


@pytest.mark.parametrize(("name", "right", "wrong"), [
    ("is_nan", "(ite (bvult #x7f800000 (bvand x #x7fffffff)) #x00000001 #x00000000)", "(bvlshr x #x0000001f)"),
    ("negation", "(bvxor x #x80000000)", "(bvneg x)")])
def test_floating_point_is_standard_smtlib(name: str, right: str, wrong: str) -> None:
    """cvc5, which knows no `fp.to_ieee_bv`, proves answers and refutes wrong ones."""
    text = export(load(str(SPECS / "floating_point" / f"{name}.py")), "smt2")
    text = text.replace("(assert (forall", "(assert (not (forall").replace("(check-sat)", "").rstrip() + ")\n(check-sat)\n"
    for body, verdict in ((right, "unsat"), (wrong, "sat")):
        defined = f"(define-fun f ((x (_ BitVec 32))) (_ BitVec 32) {body})"
        assert cvc5_says(text.replace("(declare-fun f ((_ BitVec 32)) (_ BitVec 32))", defined)) == [verdict]


@spec(width=64)
def converting(f: Fun[[Word], Word], x: Word):
    return f(x) == fptosi(fadd(sitofp(x), fpext(fptrunc(fadd(x, x)))))


def test_conversions_are_exported() -> None:
    assert cvc5_says(export(converting, "smt2").replace("(check-sat)", "")) == []
    solver = z3.Solver()
    solver.from_string(export(converting, "smt2"))
    assert len(solver.assertions()) == 1


def test_cvc5_solves_the_sygus() -> None:
    output = cvc5_answer(export(isolate, "sygus"))
    assert "(define-fun f ((x (_ BitVec 8))) (_ BitVec 8)" in output
    solver = z3.Solver()
    definition = output.strip()[1:-1]
    solver.from_string(definition + "(declare-const x (_ BitVec 8)) (assert (distinct (f x) (bvand x (bvneg x))))")
    assert solver.check() == z3.unsat


def test_cvc5_reads_the_sygus_of_everything() -> None:
    text = export(everything, "sygus").replace("(check-synth)", "")
    assert "synth-fun p" in text
    assert cvc5_answer(text) == ""


def test_sygus_has_no_floating_point() -> None:
    for case in (floating, dataclasses.replace(isolate, operators=(operator("fadd"),))):
        with pytest.raises(InputError, match="floating point"):
            export(case, "sygus")


def own(text: str) -> Specification:
    """f is asked for two points, in operators of the specification's own."""
    x, y, f = symbol("x"), symbol("y"), Function("f", 1)
    twice = macro("twice", ("(twice ", ")"), ("a",), symbol("a") + symbol("a"))
    quadruple = macro("quadruple", ("(quadruple ", ")"), ("a",), apply(twice, apply(twice, symbol("a"))))
    points = ({"x": 3, "y": 12}, {"x": 70, "y": 24})
    return Specification((f,), (x, y), apply(quadruple, f(x)) == apply(quadruple, y), 8, x != 9, points=points, doc=text)


def test_points_are_a_precondition_elsewhere(compile_c: Callable[[str], ctypes.CDLL], tmp_path: pathlib.Path) -> None:
    case = own("ends: */ int")
    (tmp_path / "again.py").write_text(export(case, "python"), encoding="utf-8")
    again = load(str(tmp_path / "again.py"))
    answers = {"f": Program(1, (), (Instruction(operator("add"), (0, 0)),), 1)}
    library = compile_c(export(case, "c") + c_function(answers["f"], "f", 8))
    for x in range(256):
        for y in (0, 6, 12, 24, 140):
            wanted = (x, y) != (3, 12) and (x, y) != (70, 24)
            assert bool(library.check(x, y)) == bool(evaluate(again.formula, {"x": x, "y": y}, answers, 8)) == (
                wanted or 8 * x % 256 == 4 * y % 256)


def test_points_are_ground_assertions() -> None:
    text = export(own("two"), "smt2")
    assert "forall" not in text
    solver = z3.Solver()
    solver.from_string(text)
    assert solver.check() == z3.sat
    assert len(solver.assertions()) == 2


def test_python_has_no_grammars() -> None:
    grammar = Grammar.of_operators([operator("add")], 1)
    case = dataclasses.replace(own(""), exists=(Function("f", 1, grammar=grammar),))
    with pytest.raises(InputError, match="no way to say its grammar"):
        export(case, "python")
    for to in ("c", "smt2", "sygus"):
        assert export(case, to)


def test_predicates_are_bool_in_smtlib() -> None:
    @spec(width=8)
    def case(p: Predicate[[Word]], w: Unknown, x: Word):
        return p(x) ^ (x == w)

    text = export(case, "smt2")
    assert "(declare-fun p ((_ BitVec 8)) Bool)\n(declare-fun w () (_ BitVec 8))" in text
    assert "(xor (p x) (= x w))" in text
    solver = z3.Solver()
    solver.from_string(text)
    assert solver.check() == z3.sat


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
