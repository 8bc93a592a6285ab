"""Specifications in C: what is found, for all words, under which assumptions, at which width."""

from __future__ import annotations

import pathlib
import zlib
from random import Random

import pytest
from sampled import some

from synth import terms
from synth.errors import InputError
from synth.evaluation.integers import Integers, evaluate
from synth.frontends.c.specification import load, load_text
from synth.frontends.export import export
from synth.frontends.python_spec import load as load_python
from synth.program import constant_program
from synth.specification import Specification
from synth.terms import interpret

ROOT = pathlib.Path(__file__).parent.parent.parent
WHOLE = """/*
 * A specification.
 *
 * With all that there is.
 */
#include <stdbool.h>
extern word f(word x, word y), g(word);
extern word c, table[2];
extern bool P(word);
static word half(word x) { return x / 2; }
int check(word x, word y[2]) {
  assume(x != 0);
  if (x > y[0]) assert(f(x, y[1]) == half(x));
  return g(c) == table[1] || P(y[0]);
}
"""


def test_a_whole_specification() -> None:
    made = load_text(WHOLE, "spec.c")
    assert [(f.name, f.arity, f.predicate, f.parameters) for f in made.exists] == [
        ("f", 2, False, ("x", "y")), ("g", 1, False, ()), ("c", 0, False, ()), ("table_0", 0, False, ()), ("table_1", 0, False, ()),
        ("P", 1, True, ())]
    assert [str(w) for w in made.forall] == ["x", "y[0]", "y[1]"]
    assert terms.text(made.precondition) == "neq(x, 0)"
    assert terms.text(made.body) == ("and(implies(ult(y[0], x), eq(f(x, y[1]), udiv(x, 2))), "
                                     "or(eq(g(c()), table_1()), neq(P(y[0]), 0)))")
    assert (made.name, made.width, made.fixed, made.line, made.file) == ("spec", 32, False, 11, "spec.c")
    assert made.doc == "A specification.\n\nWith all that there is."


def body(text: str, **options: int) -> str:
    return terms.text(load_text(text, "spec.c", **options).body)


def test_assumptions_about_what_is_sought_are_no_precondition() -> None:
    made = load_text("extern unsigned f(unsigned); int check(unsigned x) { assume(f(x) > x); return f(x) != 3; }", "spec.c")
    assert terms.text(made.precondition) == "1"
    assert terms.text(made.body) == "implies(ult(x, f(x)), neq(f(x), 3))"
    after = load_text("extern unsigned f(unsigned);"
                      " void check(unsigned x) { assert(f(x)); assume(x > 3); assert(f(x) > 3); }", "spec.c")
    assert terms.text(after.precondition) == "1"
    assert terms.text(after.body) == "and(neq(f(x), 0), implies(ult(3, x), ult(3, f(x))))"


def test_paths_become_implications() -> None:
    text = ("extern int f(int); int check(int x) { if (x < 0) return f(x) == -x; if (x == 7) abort(); if (x == 8) reach_error();"
            " return f(x) == x; }")
    assert body(text) == ("and(implies(and(sle(0, x), neq(x, 7)), neq(x, 8)), implies(or(slt(x, 0), neq(x, 7)), "
                          "or(and(slt(x, 0), eq(f(x), neg(x))), and(sle(0, x), eq(f(x), x)))))")


def test_loops_are_unrolled() -> None:
    text = ("extern unsigned f(unsigned); int check(unsigned x) { unsigned s = 0;"
            " for (int i = 0; i < 3; i++) for (int j = i; j < 3; j++) { if (x >> j & 1) continue; s += 1 << i; }"
            " return f(x) == s; }")
    made = load_text(text, "spec.c")
    for x in range(8):
        wanted = sum(1 << i for i in range(3) for j in range(i, 3) if not x >> j & 1)
        for answer in (wanted, wanted + 1):
            assert evaluate(made.body, {"x": x}, {"f": constant_program(answer, 1)}, 32) == (answer == wanted)


def test_a_loop_without_a_bound_is_refused() -> None:
    with pytest.raises(InputError, match="a loop that does not end after 4,096 rounds") as refused:
        body("extern unsigned f(unsigned); int check(unsigned x) {\nwhile (x) x /= 2; return f(x); }")
    assert (refused.value.line, refused.value.column) == (2, 1)


BITS = """extern word f(word x);
int check(word x) {
  word count = 0;
  for (int i = 0; i < WIDTH; i++) count += (x >> i) & 1;
  for (int i = WIDTH - 1; i >= 0; i--) if (x >> i & 1) return f(x) == count + ((word)1 << i);
  return f(x) == 0;
}
"""


@pytest.mark.parametrize("width", [1, 3, 8, 13, 32, 64])
def test_a_specification_of_words_of_any_width(width: int) -> None:
    made = load_text(BITS, "spec.c")
    assert (made.width, made.fixed) == (32, False)
    domain, random = Integers(width), Random(width)
    for x in (0, 1, domain.mask, *(random.getrandbits(width) for _ in range(5))):
        wanted = (x.bit_count() + (1 << x.bit_length() - 1) & domain.mask) if x else 0
        for answer in (wanted, wanted ^ 1):
            assert evaluate(made.body, {"x": x}, {"f": constant_program(answer, 1)}, width) == (answer == wanted)


def test_where_the_width_comes_from() -> None:
    assert load_text(BITS, "spec.c", 12).width == 12
    defined = "#ifndef WIDTH\n#define WIDTH 16\n#endif\n#if 1\n#define W WIDTH\n#endif\ntypedef unsigned word;\n" + BITS
    assert (load_text(defined, "spec.c").width, load_text(defined, "spec.c", 5).width) == (16, 5)
    assert load_text("typedef unsigned char u; extern u f(u); int check(u x) { return f(x) > x / 2; }", "spec.c").width == 8
    assert load_text("extern long f(long); int check(long x) { return f(x) > x; }", "spec.c").width == 64
    mixed = load_text("extern long f(long); int check(int x, _Bool b) { return f(x + b) > x; }", "spec.c")
    assert (mixed.width, mixed.fixed) == (64, True)
    for width, text in ((8, "extern int f(int); int check(int x) { return f(x) > x; }"), (65, BITS)):
        with pytest.raises(InputError, match=f"not {width}"):
            load_text(text, "spec.c", width)


REFUSED = [
    ("extern int f(int);", None, "there is no function check"),
    ("int check(int x) { return x; }", None, "nothing to find"),
    ("extern int f(int); int check(int x) { return f(x) == g(x); }", 1, "g is neither defined nor declared"),
    ("extern char f(char); int check(int x) { return f(x) == x; }", 1, "f, unknown over char, beside words of 32 bits"),
    ("struct S { int a; }; extern struct S f(int); int check(int x) { return f(x).a; }", 1, "an unknown function over struct S"),
    ("extern int f(int, ...); int check(int x) { return f(x); }", 1, "a variable number of arguments"),
    ("extern int *f(int); int check(int x) { return f(x) != 0; }", 1, "over int *"),
    ("extern int f(int); int check(int x) { return f(x, 1); }", 1, "f takes 1 argument, given 2"),
    ("extern float f(float); int check(long x) { return x > 1 && f(1) > 2; }", 1, "over float, beside words of 64 bits"),
    ("extern word f(word); int check(word x) { float y = x; return f(x) > y; }", 1, "float beside words of any width"),
]


@pytest.mark.parametrize(("text", "line", "message"), REFUSED)
def test_what_is_refused(text: str, line: int | None, message: str) -> None:
    with pytest.raises(InputError) as refused:
        load_text(text, "spec.c")
    assert message in refused.value.message and refused.value.file == "spec.c"
    assert line is None or refused.value.line == line


def test_floating_point() -> None:
    made = load_text("extern float f(float); int check(float x) { assume(x == x); return f(x) >= 0.5f; }", "spec.c")
    assert (made.width, made.fixed, made.uses_floats) == (32, True, True)
    assert terms.text(made.body) == f"or(flt({0x3F000000}, f(x)), feq(f(x), {0x3F000000}))"


SPECS = sorted((ROOT / "specs").rglob("*.py"))


def truth(spec: Specification, width: int, words: dict[str, int]) -> int:
    def some(name: str, arguments: tuple[int, ...]) -> int:
        seed = zlib.crc32(repr((name, arguments)).encode())
        return seed % 3 if seed & 4 else seed * 0x100000001 % (1 << width)

    return interpret(spec.formula, Integers(width), words, some)


@pytest.mark.parametrize("path", some(SPECS, SPECS[::6]), ids=lambda p: p.stem)
def test_what_is_exported_is_read_back(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    spec, random = load_python(str(path)), Random(1)
    for width in (32, 64) if spec.uses_floats else (8, 16, 32, 64):
        (tmp_path / "spec.c").write_text(export(spec.with_width(width), "c"))
        read = load(str(tmp_path / "spec.c"))
        assert (read.width, [f.name for f in read.exists]) == (width, [f.name for f in spec.exists])
        corners = (0, 1, 2, 3, 7, (1 << width) - 1, 1 << (width - 1), (1 << (width - 1)) - 1)
        for _ in range(25):
            words = {str(w): random.choice([*corners, random.getrandbits(width)]) for w in spec.forall}
            left_open = {str(w): random.getrandbits(width) for w in read.forall if str(w) not in words}  # the bits of a NaN
            assert truth(spec, width, words) == truth(read, width, words | left_open)
