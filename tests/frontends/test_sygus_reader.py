"""S-expressions and expressions of SyGuS-IF: places, sorts, sharing, and files that are deep or broken."""

from __future__ import annotations

import gc
import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from synth import terms
from synth.errors import InputError
from synth.evaluation.integers import evaluate
from synth.frontends.sexpr import Kind, SExpr, read, symbol_text, text_of
from synth.frontends.sygus.load import load_text
from synth.program import constant_program

HEAD = "(set-logic BV)\n(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8))\n(declare-var x (_ BitVec 8))\n(declare-var b Bool)\n"
FILES = (
    HEAD + "(constraint (= (f x) (ite b #x01 (bvadd x (_ bv3 8)))))\n(check-synth)\n",
    "(set-logic BV)(synth-fun f ((x (BitVec 8))) Bool ((S Bool ((= V V) (and S S) (let ((z V)) (bvult z z))))"
    "(V (BitVec 8) (x #x00 (Constant (BitVec 8)) ((_ rotate_left 2) V)))))(declare-var |y z| (BitVec 8))"
    "(define-fun g ((x (BitVec 8))) Bool (bvugt x #x07))(constraint (=> (g |y z|) (f |y z|)))(check-synth)",
    "(set-logic BV)(synth-inv i ((x (_ BitVec 4))))(define-fun a ((x (_ BitVec 4))) Bool (= x #x0))"
    "(define-fun t ((x (_ BitVec 4)) (y (_ BitVec 4))) Bool (= y (bvadd x #x1)))(inv-constraint i a t a)(check-synth)",
    "(set-logic BV)(synth-fun f ((s (_ BitVec 4)) (b Bool)) Bool)(constraint (f #x1 true))(constraint (= (f #b0001 false) b))",
)


def test_atoms_and_lists_have_places() -> None:
    items = read('; a comment (\n(a |b c| #x0F #b01 12 1.5 "s""t" :key)\n\n  z')
    assert [(i.line, i.column) for i in items] == [(2, 1), (4, 3)]
    inner = items[0].items
    assert [(i.kind, i.text) for i in inner] == [
        (Kind.SYMBOL, "a"), (Kind.SYMBOL, "b c"), (Kind.BITS, "#x0F"), (Kind.BITS, "#b01"), (Kind.NUMERAL, "12"),
        (Kind.DECIMAL, "1.5"), (Kind.STRING, 's"t'), (Kind.KEYWORD, ":key")]
    assert [i.column for i in inner] == [2, 4, 10, 15, 20, 23, 27, 34]


def test_tokens_over_several_lines_keep_the_count() -> None:
    assert [(i.line, i.column) for i in read('"a\nb" |c\n\nd| e\r\nf')] == [(1, 1), (2, 4), (4, 4), (5, 1)]


@pytest.mark.parametrize(("text", "message", "line", "column"), [
    ("é", "unexpected", 1, 1), (")", "without its", 1, 1), ("(a\n (b", "without its", 2, 2),
    ('(a "b', "string that does not end", 1, 4),
    ("|a", "symbol that does not end", 1, 1), ("#xg", "malformed", 1, 1), ("#b2", "malformed", 1, 1),
    ("a [", r"unexpected '\['", 1, 3), ("1a", "no number", 1, 1), ("#b012", "malformed", 1, 1)])
def test_what_is_no_sexpression(text: str, message: str, line: int, column: int) -> None:
    with pytest.raises(InputError, match=message) as raised:
        read(text)
    assert (raised.value.line, raised.value.column) == (line, column)


def rebuilt(items: list[SExpr]) -> str:
    return " ".join(text_of(i, 10**9) for i in items)


def test_printing_and_reading_agree() -> None:
    for text in FILES:
        once = rebuilt(read(text))
        assert rebuilt(read(once)) == once
    assert text_of(read("(a (b c) d)")[0], 5) == "(a (…"
    assert [symbol_text(n) for n in ("a!", "a b", "let", "", "7")] == ["a!", "|a b|", "|let|", "||", "|7|"]


@pytest.mark.parametrize(("command", "message", "place"), [
    ("(constraint (= (f x) b))", "=: operand 2: expected (_ BitVec 8), given Bool", (5, 22)),
    ("(constraint (bvadd x x))", "expected Bool, given (_ BitVec 8)", (5, 13)),
    ("(constraint (= (f b) x))", "f: operand 1: expected (_ BitVec 8), given Bool", (5, 19)),
    ("(constraint (= (f x x) x))", "f: expected 1 operands, given 2", (5, 16)),
    ("(constraint (= (f y) x))", "unknown name y", (5, 19)),
    ("(constraint (= (g x) x))", "unknown function g", (5, 17)),
    ("(constraint (= (x x) x))", "x is no function", (5, 17)),
    ("(constraint (and b (not x)))", "not: operand 1: expected Bool, given (_ BitVec 8)", (5, 25)),
    ("(constraint (= x (bvadd x #x001)))", "bvadd: operand 2: expected (_ BitVec 8), given (_ BitVec 12)", (5, 27)),
    ("(constraint (= x (ite b x b)))", "ite: operand 3: expected (_ BitVec 8), given Bool", (5, 27)),
    ("(constraint (ite x b b))", "ite: operand 1: expected Bool, given (_ BitVec 8)", (5, 18)),
    ("(constraint (= x ((_ extract 8 0) x)))", "extract: expected bits 7", (5, 18)),
    ("(constraint (= x ((_ extract 0) x)))", "extract: expected 2 indices, given 1", (5, 18)),
    ("(constraint (= x (extract x)))", "extract: expected 2 indices, given 0", (5, 18)),
    ("(constraint (bvult x))", "bvult: expected 2 operands, given 1", (5, 13)),
    ("(constraint (bvult x bvult))", "bvult is an operator", (5, 22)),
    ("(constraint (= x ((_ zero_extend 60) x)))", "not supported: words of 68 bits", (5, 18)),
    ("(constraint (= x (_ bv256 8)))", "256 does not fit 8 bits", (5, 18)),
    ("(constraint (= x (_ bv1 65)))", "not supported: words of 65 bits", (5, 18)),
    ("(constraint (= x #x00000000000000000))", "not supported: words of 68 bits", (5, 18)),
    ("(constraint (= x 7))", "not supported: a numeral (7)", (5, 18)),
    ('(constraint (= x "7"))', "not supported: a string", (5, 18)),
    ("(constraint (= x (! x :named n)))", "not supported: !", (5, 18)),
    ("(constraint (forall ((y Bool)) y))", "not supported: forall", (5, 13)),
    ("(constraint (let ((y x) (y x)) b))", "y is bound twice", (5, 25)),
    ("(constraint (let () b))", "expected (let", (5, 13)),
    ("(constraint (let ((y Bool x)) b))", "y: expected Bool, given (_ BitVec 8)", (5, 19)),
    ("(constraint ())", "expected an expression, given ()", (5, 13)),
    ("(constraint ((f x)))", "expected the name of a function, given (f x)", (5, 14)),
    ("(constraint b b)", "expected (constraint expression)", (5, 1)),
    ("(declare-var x Bool)", "x is declared twice", (5, 14)),
    ("(declare-var bvadd Bool)", "bvadd has a meaning of its own", (5, 14)),
    ("(declare-var 7 Bool)", "expected a name, given 7", (5, 14)),
    ("(declare-var y Int)", "not supported: sort Int", (5, 16)),
    ("(declare-var y (Array Int Int))", "not supported: sort Array", (5, 16)),
    ("(declare-var y (_ BitVec 65))", "not supported: words of 65 bits", (5, 26)),
    ("(declare-var y (_ BitVec 0))", "not supported: words of 0 bits", (5, 26)),
    ("(declare-var y Boolean)", "expected a sort", (5, 16)),
    ("(define-fun g ((y Bool)) (_ BitVec 8) y)", "the body of g: expected (_ BitVec 8), given Bool", (5, 39)),
    ("(define-fun g ((y Bool) (y Bool)) Bool y)", "two parameters are called y", (5, 25)),
    ("(define-fun g (y) Bool y)", "expected a parameter (name sort), given y", (5, 16)),
    ("(synth-fun g ((y Bool)) Bool Bool)", "expected a grammar, given Bool", (5, 30)),
    ("(declare-datatype T ((A)))", "not supported: declare-datatype", (5, 1)),
    ("(optimize-synth)", "not supported: optimize-synth", (5, 1)),
    ("(declare-oracle-fun o () Bool)", "not supported: declare-oracle-fun", (5, 1)),
    ("(declare-fun g (Bool) Bool)", "not supported: uninterpreted functions", (5, 16)),
    ("(define-sort T (X) Bool)", "not supported: sorts with parameters", (5, 16)),
    ("(set-logic LIA)", "not supported: logic LIA", (5, 12)),
    ("(frobnicate)", "unknown command frobnicate", (5, 1)),
    ("frobnicate", "expected a command, given frobnicate", (5, 1)),
    ("(check-synth)(constraint b)", "not supported: commands after (check-synth)", (5, 14)),
    ("", "the file ends without (check-synth)", (4, 1))])
def test_errors_tell_what_was_expected_and_where(command: str, message: str, place: tuple[int, int]) -> None:
    with pytest.raises(InputError) as raised:
        load_text(HEAD + command, "bad.sl")
    error = raised.value
    assert message in error.message
    assert (error.file, error.line, error.column) == ("bad.sl", *place)


DEEP = 10_000


def test_deep_expressions_are_read_as_they_are() -> None:
    text = HEAD + "(constraint (= (f x) " + "(bvnot " * DEEP + "x" + ")" * DEEP + "))(check-synth)"
    assert len(terms.postorder(load_text(text).specification.body)) == DEEP + 3
    gc.collect()


def test_deep_lets_share() -> None:
    """v_n is x times 2^n: the tree would have 2^2000 leaves."""
    lets = "".join(f"(let ((v{i + 1} (bvadd v{i} v{i}))) " for i in range(2000))
    spec = load_text(f"{HEAD}(constraint (let ((v0 x)) {lets}(= (f x) v2000)){')' * 2000})(check-synth)").specification
    assert len(terms.postorder(spec.body)) < 2010


def test_let_binds_in_parallel_and_shadows() -> None:
    text = HEAD + "(constraint (let ((y #x01)) (let ((y (bvadd y y)) (z y)) (and (= (f x) (bvsub y z)) (= y #x02)))))(check-synth)"
    spec = load_text(text).specification
    assert [evaluate(spec.body, {"x": 9}, {"f": constant_program(value, 1)}, 8) for value in (0, 1, 2)] == [0, 1, 0]


@pytest.mark.parametrize("text", ["(" * 100_000, "(" * 100_000 + ")" * 100_000, "(constraint " + "(not " * DEEP,
                                  "(declare-var x " + "(" * DEEP + ")" * DEEP + ")",
                                  HEAD + "(constraint " + "(f " * DEEP + "b" + ")" * DEEP + ")"])
def test_deep_nonsense_is_an_error(text: str) -> None:
    with pytest.raises(InputError):
        load_text(text, "deep.sl")


def test_definitions_that_expand_without_end_are_refused() -> None:
    doubling = "".join(f"(define-fun g{i + 1} ((x (_ BitVec 8))) (_ BitVec 8) (g{i} (g{i} x)))" for i in range(40))
    first = "(define-fun g0 ((x (_ BitVec 8))) (_ BitVec 8) (bvadd x #x01))"
    text = f"{first}{doubling}{HEAD}(constraint (= (f x) (g40 x)))(check-synth)"
    with pytest.raises(InputError, match="expand to more than"):
        load_text(text, "laughs.sl")


def attempt(text: str) -> None:
    """Only an InputError may escape, and it names the file."""
    try:
        load_text(text, "fuzz.sl")
    except InputError as error:
        assert error.file == "fuzz.sl"
        assert str(error).startswith("fuzz.sl:")


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.binary(max_size=200))
def test_random_bytes(data: bytes) -> None:
    attempt(data.decode("latin-1"))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(alphabet="()#xb01 |;\"_:\n" + string.ascii_letters, max_size=200))
def test_random_punctuation(text: str) -> None:
    attempt(text)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.sampled_from(FILES), st.integers(0, 2**32))
def test_mutated_files(text: str, seed: int) -> None:
    """Tokens dropped, doubled, swapped and replaced by others of the files."""
    rng = random.Random(seed)
    words = rebuilt(read(text)).replace("(", " ( ").replace(")", " ) ").split(" ")
    stock = rebuilt(read("".join(FILES))).replace("(", " ( ").replace(")", " ) ").split(" ")
    for _ in range(rng.randint(1, 4)):
        i, j = rng.randrange(len(words)), rng.randrange(len(words))
        kind = rng.randrange(4)
        if kind == 0:
            del words[i]
        elif kind == 1:
            words.insert(i, rng.choice(stock))
        elif kind == 2:
            words[i] = rng.choice(stock)
        else:
            words[i], words[j] = words[j], words[i]
    attempt(" ".join(words))


EXPRESSIONS = st.recursive(
    st.sampled_from(["x", "b", "#x00", "#b1", "true", "S", "(Constant Bool)", "(_ bv1 8)", "y"]),
    lambda inner: st.builds(lambda head, rest: f"({head} {' '.join(rest)})", st.sampled_from(
        ["bvadd", "and", "=", "ite", "f", "concat", "(_ extract 3 0)", "(_ repeat 9)", "let ((z x))", "distinct", "not", "bvsmod"]),
        st.lists(inner, max_size=3)), max_leaves=12)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(EXPRESSIONS, EXPRESSIONS)
def test_random_expressions(left: str, right: str) -> None:
    attempt(f"{HEAD}(constraint (= {left} {right}))(check-synth)")
    attempt(f"(synth-fun f ((x (_ BitVec 8)) (b Bool)) Bool ((S Bool ({left} {right}))))(constraint (f #x00 true))(check-synth)")


def test_the_files_that_are_mutated_are_read() -> None:
    for text in FILES[:3]:
        spec = load_text(text).specification
        assert evaluate(spec.precondition, dict.fromkeys((str(w.data) for w in spec.forall), 0), {}, spec.width)
