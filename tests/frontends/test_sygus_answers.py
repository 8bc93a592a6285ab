"""Answers to SyGuS-IF files: written, read again, checked against the grammar of the file, proved by what was read."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from synth.checking.prove import Proved, prove
from synth.errors import InputError, SynthError
from synth.evaluation.integers import run_program
from synth.frontends.sygus import derivation
from synth.frontends.sygus.answer import define_funs
from synth.frontends.sygus.load import load_text
from synth.frontends.sygus.problem import Problem
from synth.frontends.sygus.recheck import NotDerivable, recheck
from synth.grammar import Grammar
from synth.program import Instruction, Program, constant_program, parse_listing
from synth.specification import Function

BYTE = "(_ BitVec 8)"
GRAMMARS = {
    "flat": f"(synth-fun f ((x {BYTE})) {BYTE} ((S {BYTE}) ) ((S {BYTE} (x #x0F #b00000001 (bvadd S S) (bvnot S) (bvsdiv S S)))))",
    "layers": f"(synth-fun f ((x {BYTE}) (b Bool)) {BYTE} ((S {BYTE}) (V {BYTE}) (C Bool)) ((S {BYTE} (V (ite C S S)))"
              f"(V {BYTE} ((Variable {BYTE}) (Constant {BYTE}))) (C Bool (b (bvult V V) (and C C) (not C)))))",
    "nested": f"(define-fun one () {BYTE} (bvnot (bvneg #x02)))(define-fun inc ((x {BYTE})) {BYTE} (bvadd x one))"
              f"(synth-fun f ((x {BYTE})) {BYTE} ((S {BYTE} (x one (inc S) (bvsub (bvnot S) (inc (inc #xff)))))))",
    "let": f"(synth-fun f ((x {BYTE})) {BYTE} ((S {BYTE} (x #x03 (let ((z S)) (bvmul z (bvadd z S)))))))",
    "widths": "(synth-fun f ((a (_ BitVec 4)) (b (_ BitVec 4))) Bool ((S Bool) (N (_ BitVec 4)) (W (_ BitVec 8)))"
              "((S Bool (false (= W W) (bvslt N N))) (N (_ BitVec 4) (a b (bvadd N N) #xA ((_ extract 5 2) W)))"
              "(W (_ BitVec 8) ((concat N N) ((_ sign_extend 4) N) (Constant (_ BitVec 8))))))",
    "Booleans": "(synth-fun f ((p Bool) (|q r| Bool)) Bool ((S Bool (A (xor A S))) (A Bool (p |q r| true (and A A) (not A)))))",
}
"""Grammars of many kinds; each is one synth-fun called f."""

FREE = {
    "word": "(synth-fun f ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8))",
    "predicate": "(synth-fun f ((x (_ BitVec 8)) (y (_ BitVec 8))) Bool)",
    "mixed": "(synth-fun f ((x (_ BitVec 8)) (b Bool) (v1 (_ BitVec 3))) (_ BitVec 5))",
    "Booleans": "(synth-fun f ((p Bool) (q Bool)) Bool)",
    "bits": "(synth-fun f ((p Bool) (q (_ BitVec 1))) (_ BitVec 1))",
    "constant": "(synth-fun f () (_ BitVec 8))",
}
"""Functions without a grammar, whose programs are of L."""


def problem(text: str) -> Problem:
    return load_text(f"(set-logic BV){text}(check-synth)")


def random_program(grammar: Grammar, arity: int, width: int, rng: random.Random) -> Program:
    """A program that a grammar derives; constants and results are shared where they are equal."""
    constants: list[int] = []

    def grown(place: int, depth: int) -> tuple[object, ...]:
        n = grammar.nonterminals[place]
        leaves: list[tuple[object, ...]] = [("argument", a) for a in n.arguments] + [("constant", c) for c in n.literals]
        if n.any_constant:
            leaves.append(("constant", rng.getrandbits(n.bits or width)))
        if leaves and (depth <= 0 or not n.rules or rng.random() < 0.3):
            found = rng.choice(leaves)
            if found[0] == "constant" and found[1] not in constants:
                constants.append(int(str(found[1])))
            return found
        rule = rng.choice(n.rules)
        return (rule.operator, *(grown(o, depth - 1) for o in rule.operands))

    tree = grown(0, 4)
    instructions: list[Instruction] = []

    def emitted(item: tuple[object, ...]) -> int:
        if item[0] == "argument":
            return int(str(item[1]))
        if item[0] == "constant":
            return arity + constants.index(int(str(item[1])))
        operands = tuple(emitted(part) for part in item[1:] if isinstance(part, tuple))
        instruction = Instruction(item[0], operands)  # type: ignore[arg-type]
        if instruction not in instructions:
            instructions.append(instruction)
        return arity + len(constants) + instructions.index(instruction)

    result = emitted(tree)
    return Program(arity, tuple(constants), tuple(instructions), result)


def in_language(function: Function, found: Problem, rng: random.Random) -> Program:
    """A program of L for a function without a grammar."""
    width, known = found.specification.width, function.arity + 2
    instructions = []
    for _ in range(rng.randrange(7)):
        op = rng.choice(found.specification.operator_set)
        instructions.append(Instruction(op, tuple(rng.randrange(known) for _ in range(op.arity))))
        known += 1
    return Program(function.arity, (rng.choice((0, 1)), rng.getrandbits(width)), tuple(instructions), known - 1)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.sampled_from(sorted(GRAMMARS)), st.integers(0, 2**32))
def test_programs_in_grammars_survive_printing(name: str, seed: int) -> None:
    """`define_funs` reads its own text again, checks it against the file's grammar, and compares the values."""
    found, rng = problem(GRAMMARS[name]), random.Random(seed)
    function = found.specification.exists[0]
    assert function.grammar is not None
    program = random_program(function.grammar, function.arity, found.specification.width, rng)
    assert function.grammar.derives(program, found.specification.width)
    assert list(define_funs(found, {"f": program})) == ["f"]


@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.sampled_from(sorted(FREE)), st.integers(0, 2**32))
def test_programs_of_the_language_survive_printing(name: str, seed: int) -> None:
    found = problem(FREE[name])
    define_funs(found, {"f": in_language(found.specification.exists[0], found, random.Random(seed))})


def written(text: str, program: str, names: tuple[str, ...]) -> str:
    """The define-fun of a program given as a listing over operators of the table."""
    found = problem(text)
    return define_funs(found, {"f": parse_listing(program, len(names), names)})["f"]


@pytest.mark.parametrize(("program", "text"), [
    ("t0 = add x, y\nreturn t0", "(bvadd x y)"), ("return x", "x"), ("return 7", "#x07"),
    ("t0 = ult x, y\nt1 = ite t0, x, 1\nreturn t1", "(ite (bvult x y) x #x01)"),
    ("t0 = eq x, y\nreturn t0", "(ite (= x y) #x01 #x00)"),
    ("t0 = ite x, x, y\nreturn t0", "(ite (not (= x #x00)) x y)"),
    ("t0 = add x, y\nt1 = mul t0, t0\nreturn t1", "(let ((v1 (bvadd x y))) (bvmul v1 v1))"),
    ("t0 = min x, y\nreturn t0", "(ite (bvult x y) x y)"), ("t0 = max x, y\nreturn t0", "(ite (bvult x y) y x)"),
    ("t0 = ult x, y\nt1 = sle x, y\nt2 = and t0, t1\nt3 = ite t2, x, y\nreturn t3", "(ite (and (bvult x y) (bvsle x y)) x y)"),
    ("t0 = ult x, y\nt1 = neq t0, 1\nt2 = ite t1, x, y\nreturn t2", "(ite (not (bvult x y)) x y)"),
    ("t0 = ult x, y\nt1 = neq t0, 0\nt2 = ite t1, x, y\nreturn t2", "(ite (bvult x y) x y)"),
    ("t0 = neq x, y\nt1 = implies t0, x\nt2 = ite t1, x, y\nreturn t2", "(ite (=> (not (= x y)) (not (= x #x00))) x y)")])
def test_programs_of_the_language_as_text(program: str, text: str) -> None:
    assert written(FREE["word"], program, ("x", "y")) == f"(define-fun f ((x {BYTE}) (y {BYTE})) {BYTE} {text})"


def test_sorts_are_converted() -> None:
    head = "(define-fun f ((x (_ BitVec 8)) (b Bool) (v1 (_ BitVec 3))) (_ BitVec 5)"
    assert written(FREE["mixed"], "t0 = add x, b\nt1 = add t0, v1\nreturn t1", ("x", "b", "v1")) == (
        f"{head} ((_ extract 4 0) (bvadd (bvadd x (ite b #x01 #x00)) ((_ zero_extend 5) v1))))")
    assert written(FREE["predicate"], "t0 = sub x, y\nreturn t0", ("x", "y")).endswith("Bool (not (= (bvsub x y) #x00)))")
    assert written(FREE["mixed"], "t0 = add v1, v1\nt1 = mul t0, t0\nreturn t1", ("x", "b", "v1")) == (
        f"{head} (let ((v1_ ((_ zero_extend 5) v1))) (let ((v2 (bvadd v1_ v1_))) ((_ extract 4 0) (bvmul v2 v2)))))")
    assert written(FREE["Booleans"], "t0 = not p\nt1 = and t0, q\nt2 = ite t1, 1, p\nreturn t2", ("p", "q")).endswith(
        "Bool (ite (and (not p) q) true p))")


def test_what_is_printed_is_what_was_written_in_the_file() -> None:
    found = problem(GRAMMARS["flat"])
    function = found.specification.exists[0]
    assert function.grammar is not None
    add, complement, _ = function.grammar.operators
    program = Program(1, (15, 1), (Instruction(add, (1, 2)), Instruction(complement, (3,))), 4)
    assert define_funs(found, {"f": program})["f"].endswith("(bvnot (bvadd #x0F #b00000001)))")
    found = problem(GRAMMARS["nested"])
    assert define_funs(found, {"f": constant_program(1, 1)})["f"].endswith(" one)")


def test_the_derivation_depends_on_the_place() -> None:
    """One value is a named constant here and any constant there; one operator is allowed in two ways of different size."""
    found = problem(f"(define-fun five () {BYTE} #x05)(synth-fun f ((x {BYTE})) {BYTE} ((S {BYTE}) (A {BYTE}) (B {BYTE}))"
                    f"((S {BYTE} ((bvadd A B) (bvneg S))) (A {BYTE} (five (bvneg A))) (B {BYTE} ((Constant {BYTE})))))")
    function = found.specification.exists[0]
    assert function.grammar is not None
    add, _ = function.grammar.operators
    assert define_funs(found, {"f": Program(1, (5,), (Instruction(add, (1, 1)),), 2)})["f"].endswith("(bvadd five #x05))")


def test_a_tree_too_large_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    found = problem(GRAMMARS["flat"])
    function = found.specification.exists[0]
    assert function.grammar is not None
    doubling = tuple(Instruction(function.grammar.operators[0], (i, i)) for i in range(60))
    with pytest.raises(SynthError, match="too many to be written"):
        define_funs(found, {"f": Program(1, (), doubling, 60)})
    monkeypatch.setattr(derivation, "MOST_NODES", 100)
    assert define_funs(found, {"f": Program(1, (), doubling[:3], 3)})


def test_a_program_outside_the_grammar_is_withheld() -> None:
    found = problem(GRAMMARS["flat"])
    with pytest.raises(ValueError, match="does not derive"):
        define_funs(found, {"f": constant_program(7, 1)})


# -- judging texts --


def answer(name: str, body: str) -> dict[str, str]:
    signature = {"flat": f"((x {BYTE})) {BYTE}", "layers": f"((x {BYTE}) (b Bool)) {BYTE}", "nested": f"((x {BYTE})) {BYTE}",
                 "let": f"((x {BYTE})) {BYTE}", "widths": "((a (_ BitVec 4)) (b (_ BitVec 4))) Bool",
                 "Booleans": "((p Bool) (|q r| Bool)) Bool"}[name]
    return {"f": f"(define-fun f {signature} {body})"}


@pytest.mark.parametrize(("name", "body"), [
    ("flat", "x"), ("flat", "(bvadd x (bvnot #x0f))"), ("flat", "(bvsdiv #x01 (_ bv15 8))"), ("layers", "(ite (not b) x #x77)"),
    ("layers", "(ite (and b (bvult x #x01)) (ite b x x) x)"), ("nested", "one"), ("nested", "(bvsub (bvnot one) (inc (inc #xff)))"),
    ("let", "(let ((z (let ((z x)) (bvmul z (bvadd z #x03))))) (bvmul z (bvadd z x)))"), ("widths", "(= (concat a #xA) #x99)"),
    ("widths", "(bvslt ((_ extract 5 2) ((_ sign_extend 4) a)) b)"), ("Booleans", "(xor (not p) (xor true |q r|))")])
def test_what_is_in_the_grammar(name: str, body: str) -> None:
    recheck(problem(GRAMMARS[name]), answer(name, body))


@pytest.mark.parametrize(("name", "body"), [
    ("flat", "#x02"), ("flat", "(bvneg x)"), ("flat", "(bvadd x x x)"), ("flat", "(let ((y x)) (bvadd y y))"),
    ("layers", "(bvadd x x)"), ("layers", "(ite (bvult (ite b x x) x) x x)"), ("layers", "(ite true x x)"),
    ("nested", "#x01"), ("nested", "(bvadd x one)"),
    ("nested", "(bvsub (bvnot x) (inc (inc #xfe)))"), ("nested", "(inc (inc #xff))"),
    ("let", "(let ((z x)) (bvmul z (bvadd #x03 z)))"), ("let", "(bvmul #x03 (bvadd x x))"), ("widths", "true"),
    ("widths", "(= a b)"), ("widths", "(bvslt ((_ extract 3 0) ((_ sign_extend 4) a)) b)"), ("Booleans", "(and (xor p p) p)"),
    ("Booleans", "false")])
def test_what_is_not_in_the_grammar(name: str, body: str) -> None:
    with pytest.raises(NotDerivable, match="does not derive"):
        recheck(problem(GRAMMARS[name]), answer(name, body))


@pytest.mark.parametrize("text", [
    f"(define-fun f ((y {BYTE})) {BYTE} x)", f"(define-fun f () {BYTE} #x0f)", f"(define-fun f ((x {BYTE})) Bool true)",
    f"(define-fun g ((x {BYTE})) {BYTE} x)", f"(define-fun f ((x {BYTE}) (y {BYTE})) {BYTE} x)"])
def test_other_signatures(text: str) -> None:
    with pytest.raises(NotDerivable):
        recheck(problem(GRAMMARS["flat"]), {"f": text})


@pytest.mark.parametrize("texts", [
    {}, {"g": "x"}, {"f": ""}, {"f": "x"}, {"f": "((("}, {"f": f"(define-fun f ((x {BYTE})) {BYTE} y)"},
    {"f": f"(define-fun f ((x {BYTE})) {BYTE} (f x))"}, {"f": f"(define-fun f ((x {BYTE})) {BYTE} (bvadd x true))"},
    {"f": f"(define-fun f ((x {BYTE})) {BYTE} true)"}, {"f": f"(declare-fun f ((x {BYTE})) {BYTE} x)"}])
def test_what_is_no_answer(texts: dict[str, str]) -> None:
    with pytest.raises(InputError):
        recheck(problem(GRAMMARS["flat"]), texts)


def test_what_is_read_is_over_the_table_and_can_be_proved() -> None:
    text = f"{GRAMMARS['let']}(declare-var x {BYTE})(constraint (= (f x) (bvmul x (bvadd x #x03))))"
    found = problem(text)
    programs = recheck(found, answer("let", "(let ((z x)) (bvmul z (bvadd z #x03)))"))
    assert [op.name for op, _ in programs["f"].instructions] == ["add", "mul"]
    assert prove(found.specification, programs, 8, 10.0, "bitwuzla") == Proved(8, "bitwuzla")


def test_values_of_what_is_read() -> None:
    programs = recheck(problem(GRAMMARS["widths"]), answer("widths", "(bvslt (bvadd a #xA) b)"))
    for a, b in ((0, 0), (7, 3), (15, 8), (6, 15)):
        signed = [(v ^ 8) - 8 for v in ((a + 10) % 16, b)]
        assert run_program(programs["f"], (a, b), 8) == int(signed[0] < signed[1])
