"""Whole files of SyGuS-IF as problems: commands, widths, grammars of both versions, invariants, examples."""

from __future__ import annotations

import logging

import pytest

from synth import terms
from synth.errors import InputError
from synth.evaluation.integers import evaluate, run_program
from synth.frontends.sygus.load import load, load_text
from synth.frontends.sygus.problem import Problem
from synth.grammar import Grammar, NonTerminal
from synth.macros import Macro
from synth.operators import operator
from synth.program import Instruction, Program, constant_program
from synth.specification import Specification


def problem(text: str) -> Problem:
    return load_text(f"(set-logic BV)\n{text}\n(check-synth)", "some/file.sl")


def spec_of(text: str) -> Specification:
    return problem(text).specification


def grammar_of(text: str) -> Grammar:
    found = spec_of(text).exists[0].grammar
    assert found is not None
    return found


def described(grammar: Grammar) -> dict[str, tuple[list[int], list[int], bool, list[str]]]:
    """Arguments, literals, any constant, and rules as text over the names of the non-terminals."""
    def rule_text(nonterminal: NonTerminal) -> list[str]:
        return [r.operator.text([grammar.nonterminals[o].name for o in r.operands])
                for r in nonterminal.rules if isinstance(r.operator, Macro)]

    return {n.name: (list(n.arguments), list(n.literals), n.any_constant, rule_text(n)) for n in grammar.nonterminals}


BYTE = "(_ BitVec 8)"
ANY = f"(synth-fun f ((x {BYTE})) {BYTE})(declare-var x {BYTE})"


def test_the_parts_of_a_file() -> None:
    spec = spec_of(f"{ANY}(constraint (= (f x) #x01))(constraint (bvult (f x) x))")
    assert (spec.name, spec.file, spec.width, spec.fixed) == ("file", "some/file.sl", 8, False)
    assert [(f.name, f.arity, f.predicate, f.parameters) for f in spec.exists] == [("f", 1, False, ("x",))]
    assert terms.text(spec.body) == "and(eq(f(x), 1), ult(f(x), x))"


def test_a_file_without_constraints_asks_for_nothing() -> None:
    spec = spec_of(ANY)
    assert (evaluate(spec.body, {}, {}, 8), spec.forall) == (1, ())


@pytest.mark.parametrize("text", [
    "(set-option :a b)", "(set-info :source |x y|)", "(set-feature :grammars true)", "(set-options ((a b)))"])
def test_what_is_ignored_is_logged(text: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "synth"):
        spec_of(text + ANY)
    assert [r.message for r in caplog.records] == [f"some/file.sl:2:1: ignored: {text}"]


def test_older_spellings() -> None:
    old = spec_of("(synth-fun f ((x (BitVec 8))) (BitVec 8) ((Start (BitVec 8) (x (bvadd Start Start)))))"
                  "(declare-var x (BitVec 8))(constraint (= (f x) (let ((y (BitVec 8) x)) (bvadd y x))))")
    new = spec_of(f"(synth-fun f ((x {BYTE})) {BYTE} ((Start {BYTE})) ((Start {BYTE} (x (bvadd Start Start)))))"
                  f"(declare-var x {BYTE})(constraint (= (f x) (bvadd x x)))")
    assert old.body is new.body
    assert old.exists == new.exists


def test_names_for_sorts_and_constants() -> None:
    spec = spec_of("(define-sort Byte () (_ BitVec 8))(define-const two Byte #x02)(synth-fun f ((x Byte)) Byte)(declare-var x Byte)"
                   "(declare-fun y () Byte)(constraint (= (f x) (bvadd x two y)))")
    assert terms.text(spec.body) == "eq(f(x), add(add(x, 2), y))"


def test_definitions_may_mention_declared_words_and_be_shadowed() -> None:
    spec = spec_of(f"{ANY}(define-fun half ((y {BYTE})) {BYTE} (bvlshr y #x01))(define-fun p () Bool (bvult x #x10))"
                   f"(define-fun g ((x {BYTE})) {BYTE} (bvadd (half x) #x01))(constraint (=> p (= (f x) (g #x08))))")
    assert terms.text(spec.body) == "implies(ult(x, 16), eq(f(x), 5))"


def test_assumptions_on_words_are_the_precondition() -> None:
    spec = spec_of(f"{ANY}(assume (bvult x #x10))(assume (= (f #x00) #x00))(constraint (= (f x) x))")
    assert terms.text(spec.precondition) == "ult(x, 16)"
    assert terms.text(spec.body) == "implies(eq(f(0), 0), eq(f(x), x))"


def test_several_widths_are_words_of_the_widest() -> None:
    spec = spec_of("(synth-fun f ((x (_ BitVec 4)) (b Bool)) (_ BitVec 4))(synth-fun p ((y (_ BitVec 12))) Bool)"
                   "(declare-var x (_ BitVec 4))(declare-var y (_ BitVec 12))(declare-var b Bool)"
                   "(define-fun unused () (_ BitVec 64) (_ bv0 64))"
                   "(constraint (= (f x b) (bvnot x)))(constraint (p y))")
    assert (spec.width, spec.fixed) == (12, True)
    assert [f.predicate for f in spec.exists] == [False, True]
    assert terms.text(spec.body) == "and(eq(and(f(and(x, 15), and(b, 1)), 15), xor(and(x, 15), 15)), neq(p(y), 0))"


@pytest.mark.parametrize(("text", "fixed"), [
    (f"{ANY}(constraint (= (f x) x))", False),
    (f"{ANY}(constraint (= (f x) (concat ((_ extract 3 0) x) #x0)))", True),
    (f"{ANY}(declare-var b Bool)(constraint (= (f x) (ite b x (f x))))", True),
    (f"{ANY}(constraint (= (f x) ((_ rotate_left 1) x)))", True),
    (f"(synth-fun f ((x {BYTE})) {BYTE} ((S {BYTE} (x (bvadd S S) (Constant {BYTE})))))(constraint (= (f #x01) (f #x02)))", False),
    (f"(synth-fun f ((x {BYTE})) {BYTE} ((S {BYTE} (x (bvadd S S) #x01))))(constraint (= (f #x01) (f #x02)))", True),
    (f"(synth-fun f ((x {BYTE}) (b Bool)) {BYTE})(declare-var x {BYTE})(constraint (= (f x true) x))", True)])
def test_what_means_something_at_its_own_width_only(text: str, fixed: bool) -> None:
    assert spec_of(text).fixed is fixed


def test_unused_words_are_left_out() -> None:
    spec = spec_of(f"{ANY}(declare-var unused {BYTE})(constraint (= (f x) x))")
    assert [w.data for w in spec.forall] == ["x"]


# -- grammars --


def test_units_are_closed_and_nested_operands_get_places() -> None:
    grammar = grammar_of(f"(synth-fun f ((x {BYTE}) (b Bool)) {BYTE} ((S {BYTE}) (A {BYTE}) (C Bool))"
                         f"((S {BYTE} (A (bvadd A (bvneg #x01)) (ite C S x))) (A {BYTE} (x #xFF (Constant {BYTE})))"
                         f"(C Bool ((Variable Bool) true (not C)))))")
    assert described(grammar) == {
        "S": ([0], [255], True, ["(bvadd A _4)", "(ite C S _5)"]), "A": ([0], [255], True, []),
        "_4": ([], [], False, ["(bvneg _3)"]), "C": ([1], [1], False, ["(not C)"]),
        "_5": ([0], [], False, []), "_3": ([], [1], False, [])}
    assert [n.bits for n in grammar.nonterminals] == [None, None, None, 1, None, None]


def test_operators_of_the_table_are_recognised() -> None:
    grammar = grammar_of(f"(synth-fun f ((x {BYTE})) {BYTE} ((S {BYTE} (x (bvadd S S) (bvnot S) (bvsmod S S)))))")
    assert [op.primitive for op in grammar.operators if isinstance(op, Macro)] == [operator("add"), operator("not"), None]


def test_defined_operators_count_as_one() -> None:
    grammar = grammar_of(f"(define-fun zero () {BYTE} #x00)(define-fun twice ((x {BYTE})) {BYTE} (bvadd x x))"
                         f"(synth-fun f ((x {BYTE})) {BYTE} ((S {BYTE} (x zero (twice S) (twice (twice x))))))")
    assert described(grammar)["S"] == ([0], [0], False, ["(twice S)", "(twice _2)"])
    program = Program(1, (), (Instruction(grammar.operators[0], (0,)),), 1)
    assert run_program(program, (5,), 8) == 10


def test_let_is_one_operator_with_a_hole_for_every_mention() -> None:
    grammar = grammar_of(f"(synth-fun f ((x {BYTE})) {BYTE} ((S {BYTE} (x A (let ((z S) (y A)) (bvsub z (bvadd z (bvmul y S))))))"
                         f"(A {BYTE} (#x03))))")
    rule = grammar.nonterminals[0].rules[0]
    assert isinstance(rule.operator, Macro)
    assert rule.operator.text(["1", "2", "3"]) == "(let ((z 1) (y 2)) (bvsub z (bvadd z (bvmul y 3))))"
    assert [grammar.nonterminals[o].name for o in rule.operands] == ["S", "A", "S"]
    assert run_program(Program(3, (), (Instruction(rule.operator, (0, 1, 2)),), 3), (9, 2, 5), 8) == (9 - (9 + 10)) % 256


def test_what_no_program_can_use_is_left_out() -> None:
    grammar = grammar_of(f"(synth-fun f ((x {BYTE})) {BYTE} ((S {BYTE} (x (bvadd S L) (bvneg S))) (L {BYTE} ((bvnot L)))"
                         f"(U {BYTE} (x))))")
    assert described(grammar) == {"S": ([0], [], False, ["(bvneg S)"])}


def test_units_in_circles() -> None:
    grammar = grammar_of(f"(synth-fun f ((x {BYTE})) {BYTE} ((S {BYTE} (A S)) (A {BYTE} (S x (bvneg A)))))")
    assert described(grammar) == {"S": ([0], [], False, ["(bvneg A)"]), "A": ([0], [], False, ["(bvneg A)"])}


def test_a_grammar_derives_what_it_should() -> None:
    grammar = grammar_of(f"(synth-fun f ((x {BYTE})) Bool ((S Bool) (V {BYTE})) ((S Bool ((bvult V V) (not S)))"
                         f"(V {BYTE} (x #x07 (bvadd V V)))))")
    less, negation, add = grammar.operators
    instructions = (Instruction(add, (0, 0)), Instruction(less, (2, 1)), Instruction(negation, (3,)))
    assert grammar.derives(Program(1, (7,), instructions, 4), 8)
    assert not grammar.derives(Program(1, (7,), (Instruction(add, (0, 0)),), 2), 8)


@pytest.mark.parametrize(("grammar", "message", "column"), [
    ("()", "expected a grammar", 46), ("((S Bool (x)))", "the grammar starts with Bool, expected (_ BitVec 8)", 47),
    (f"((S {BYTE} (true)))", "a production: expected (_ BitVec 8), given Bool", 64),
    (f"((S {BYTE} (T)))", "unknown name T", 64), (f"((S {BYTE}))", "expected (name sort (production", 47),
    (f"((S {BYTE} (x)) (S {BYTE} (x)))", "a non-terminal is declared twice", 46), (f"((x {BYTE} (x)))", "x is a parameter", 47),
    (f"((T {BYTE})) ((S {BYTE} (x)))", "T (_ BitVec 8) is announced", 47),
    (f"((S {BYTE})) ((S {BYTE} (x)) (T Bool (true)))", "announced are S, the groups are S, T", 46),
    (f"((S {BYTE} ((f S))))", "not supported: f in a grammar", 65),
    (f"((S {BYTE} ((Constant Bool))))", "a production: expected", 64),
    (f"((S {BYTE} ((h S))))", "not supported: h in a grammar", 65), (f"((S {BYTE} ((g S))))", "unknown function g", 65)])
def test_errors_in_grammars(grammar: str, message: str, column: int) -> None:
    text = f"(declare-var w {BYTE})(define-fun h ((x {BYTE})) {BYTE} w)\n"
    text += f"(synth-fun f ((x {BYTE})) {BYTE})\n" if "f S" in grammar else "\n"
    with pytest.raises(InputError) as raised:
        load_text(f"{text}(synth-fun k ((x {BYTE})) {BYTE} {grammar})(check-synth)")
    assert message in raised.value.message
    assert raised.value.column == column


# -- invariants --

LOOP = ("(define-fun pre ((x (_ BitVec 8)) (y Bool)) Bool (and (= x #x00) y))"
        "(define-fun post ((x (_ BitVec 8)) (y Bool)) Bool (or y (bvugt x #x02)))"
        "(define-fun trans ((x (_ BitVec 8)) (y Bool) (x! (_ BitVec 8)) (y! Bool)) Bool"
        "  (and (= x! (bvadd x #x01)) (= y! (not y))))")
WANTED = ("and(and(implies(and(eq(x, 0), and(y, 1)), neq(inv(x, and(y, 1)), 0)), "
          "implies(and(neq(inv(x, and(y, 1)), 0), and(eq(x!, add(x, 1)), eq(and(y!, 1), eq(and(y, 1), 0)))), "
          "neq(inv(x!, and(y!, 1)), 0))), "
          "implies(neq(inv(x, and(y, 1)), 0), or(and(y, 1), ult(2, x))))")


def test_invariants() -> None:
    inv = "(synth-inv inv ((x (_ BitVec 8)) (y Bool)))"
    assert terms.text(spec_of(f"{inv}{LOOP}(inv-constraint inv pre trans post)").body) == WANTED
    by_hand = spec_of("(synth-fun inv ((x (_ BitVec 8)) (y Bool)) Bool)(declare-primed-var x (_ BitVec 8))"
                      f"(declare-primed-var y Bool){LOOP}"
                      "(constraint (=> (pre x y) (inv x y)))(constraint (=> (and (inv x y) (trans x y x! y!)) (inv x! y!)))"
                      "(constraint (=> (inv x y) (post x y)))")
    assert terms.text(by_hand.body) == WANTED
    clauses = spec_of(f"{inv}{LOOP}(chc-constraint ((x (_ BitVec 8)) (y Bool)) (pre x y) (inv x y))"
                      "(chc-constraint ((x (_ BitVec 8)) (y Bool) (x! (_ BitVec 8)) (y! Bool))"
                      "  (and (inv x y) (trans x y x! y!)) (inv x! y!))"
                      "(chc-constraint ((x (_ BitVec 8)) (y Bool)) (inv x y) (post x y))")
    assert len(clauses.forall) == 8
    for x, value in ((0, 0), (0, 1), (2, 1)):
        words = {str(w.data): x for w in clauses.forall}
        small = {str(w.data): x for w in by_hand.forall}
        programs = {"inv": constant_program(value, 2)}
        assert evaluate(clauses.body, words, programs, 8) == evaluate(by_hand.body, small, programs, 8)


@pytest.mark.parametrize(("command", "message"), [
    ("(inv-constraint inv pre trans)", "expected (inv-constraint"),
    ("(inv-constraint inv pre nothing post)", "expected the name of a function"),
    ("(inv-constraint inv pre post post)", "post: expected ((_ BitVec 8) Bool (_ BitVec 8) Bool) and Bool, given ((_ BitVec 8)"),
    ("(inv-constraint inv (pre) trans post)", "expected the name of a function, given (pre)")])
def test_errors_in_invariants(command: str, message: str) -> None:
    with pytest.raises(InputError) as raised:
        spec_of(f"(synth-inv inv ((x (_ BitVec 8)) (y Bool))){LOOP}{command}")
    assert message in raised.value.message


# -- examples --


def test_examples_are_points() -> None:
    spec = spec_of(f"(synth-fun f ((x {BYTE}) (y {BYTE})) {BYTE})(define-fun two () {BYTE} #x02)"
                   "(constraint (= (f #x01 two) #x03))(constraint (= (bvadd #x03 #x04) (f (bvneg #x01) #x00)))"
                   "(constraint (and (= (f #x01 #x02) #x03) (= (f #x05 #x05) (_ bv9 8))))")
    assert [w.data for w in spec.forall] == ["x", "y", "result"]
    assert terms.text(spec.body) == "eq(f(x, y), result)"
    assert spec.fixed
    assert spec.points == ({"x": 1, "y": 2, "result": 3}, {"x": 255, "y": 0, "result": 7}, {"x": 5, "y": 5, "result": 9})


def test_examples_of_predicates_and_of_narrow_functions() -> None:
    spec = spec_of(f"(synth-fun f ((f {BYTE}) (result Bool)) Bool)(constraint (f #x01 true))(constraint (not (f #x02 false)))")
    assert terms.text(spec.body) == "eq(neq(f(f!, result), 0), result!)"
    assert spec.points == ({"f!": 1, "result": 1, "result!": 1}, {"f!": 2, "result": 0, "result!": 0})
    narrow = spec_of("(synth-fun f ((x (_ BitVec 8))) (_ BitVec 4))(constraint (= (f #x01) #x2))")
    assert terms.text(narrow.body) == "eq(and(f(x), 15), result)"


@pytest.mark.parametrize("text", [
    "(constraint (= (f #x01) #x02))(constraint (= (f x) x))", "(constraint (= (f (f #x01)) #x02))",
    "(constraint (= (f #x01) (f #x02)))",
    "(constraint (bvult (f #x01) #x02))", "(constraint (= (f #x01) #x02))(assume (= (f #x01) #x02))", "(constraint (= (f #x01) x))",
    "(constraint (= (f #x01) #x02))(synth-fun g () Bool)", "(constraint (or (= (f #x01) #x02) true))"])
def test_what_is_no_set_of_examples(text: str) -> None:
    assert spec_of(ANY + text).points == ()


def test_many_examples() -> None:
    text = "".join(f"(constraint (= (f #x{i:04x}) #x{i * 3 % 65536:04x}))" for i in range(1000))
    assert len(spec_of(f"(synth-fun f ((x (_ BitVec 16))) (_ BitVec 16)){text}").points) == 1000


def test_files_are_read_from_disk(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "p.sl"
    path.write_text(f"{ANY}(constraint (= (f x) x))(check-synth)(exit)\n", encoding="utf-8")
    assert load(str(path)).specification.name == "p"
    with pytest.raises(InputError, match=r"missing\.sl"):
        load(str(tmp_path / "missing.sl"))
