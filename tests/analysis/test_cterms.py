"""Terms as C expressions: compiled, and compared with the reference evaluator on random and corner words."""

from __future__ import annotations

import ctypes
import pathlib
import random
import shutil
import subprocess
from collections.abc import Callable

import pytest
from random_terms import random_term, word

from synth import terms
from synth.analysis.reports.cterms import Inexpressible, Name, c_expression, constant_expression
from synth.evaluation import integers
from synth.terms import symbol
from synth.transition import Variable

TYPES = {"a": ("int", 32, True), "b": ("unsigned int", 32, False), "c": ("signed char", 8, True),
         "d": ("unsigned short", 16, False), "e": ("_Bool", 1, False), "f": ("long long", 64, True),
         "g": ("unsigned long long", 64, False), "h": ("short", 16, True), "i": ("unsigned char", 8, False)}
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")


def names(width: int) -> dict[str, Name]:
    return {n: Name(n, Variable(n, bits, signed)) for n, (_, bits, signed) in TYPES.items() if bits <= width}


def program(expressions: list[str], states: list[dict[str, int]], known: list[str]) -> str:
    parameters = ", ".join(f"{TYPES[n][0]} {n}" for n in known)
    functions = "".join(f"static unsigned long long t{i}({parameters}) {{ return {e}; }}\n" for i, e in enumerate(expressions))
    calls = "".join(f'    printf("%llu\\n", t{i}({", ".join(f"({TYPES[n][0]}){state[n]}ULL" for n in known)}));\n'
                    for i in range(len(expressions)) for state in states)
    return f"#include <stdio.h>\n{functions}int main(void)\n{{\n{calls}    return 0;\n}}\n"


def printed(text: str, folder: pathlib.Path) -> list[int]:
    (folder / "t.c").write_text(text, encoding="utf-8")
    subprocess.run(["gcc", "-std=c11", "-w", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "-o", "t", "t.c"],
                   cwd=folder, check=True)
    ran = subprocess.run(["./t"], cwd=folder, capture_output=True, text=True, check=True)
    return [int(line) for line in ran.stdout.split()]


@needs_gcc
@pytest.mark.parametrize("width", [8, 16, 32, 64])
def test_expressions_mean_in_c_what_the_terms_mean(width: int, tmp_path: pathlib.Path) -> None:
    """No run has undefined behaviour, which would trap."""
    rng = random.Random(width)
    known = list(names(width))
    made = [random_term(rng, known, width, 3) for _ in range(150)]
    states = [{n: word(rng, TYPES[n][1]) for n in known} for _ in range(8)]
    told = [c_expression(t, names(width), width) for t in made]
    expected = [integers.evaluate(t, state, {}, width) for t in made for state in states]
    assert printed(program(told, states, known), tmp_path) == expected


def test_what_people_read_is_plain() -> None:
    a, b, c = symbol("a"), symbol("b"), symbol("c")
    known = names(32)
    assert c_expression(terms.slt(a, 10) & (a == -1), known, 32) == "(a < 10) && (a == (-1))"
    assert c_expression(b + 1 < 10, known, 32) == "(b + 1U) < 10U"
    assert c_expression(a + 1 == b, known, 32) == "((unsigned int)a + 1U) == b"
    assert c_expression(~(c == 3), known, 32) == "!((unsigned int)(unsigned char)c == 3U)"
    assert c_expression(terms.apply("neq", a < b, 0), known, 32) == "(unsigned int)a < b"
    assert c_expression(b // 3 == b, known, 32) == "(b / 3U) == b"


def test_conversions_of_numbers_mean_the_same(compile_c: Callable[[str], ctypes.CDLL]) -> None:
    x = symbol("x")
    f = {"x": Name("f", Variable("x", 32, floating=True))}
    n, d = {"x": Name("n", Variable("x", 64, True))}, {"x": Name("d", Variable("x", 64, floating=True))}
    half = terms.constant(0x3FE0000000000000)
    told = {"wider": (terms.flt(half, terms.fpext(x)), f, "float f"), "rounded": (terms.fptrunc(x) == 0x3DCCCCCD, d, "double d"),
            "nearest": (terms.flt(terms.sitofp(x), half), n, "long long n"), "cut": (terms.fptosi(x) == 3, d, "double d")}
    library = compile_c("\n".join(f"int {name}({parameter}) {{ return {c_expression(term, names, 64)}; }}"
                                  for name, (term, names, parameter) in told.items()))
    for name, kind, wanted in (
            ("wider", ctypes.c_float, {0.5: 0, 0.75: 1, -1.0: 0}), ("nearest", ctypes.c_longlong, {0: 1, 1: 0, -5: 1}),
            ("cut", ctypes.c_double, {3.99: 1, 4.0: 0, 1e300: 0}), ("rounded", ctypes.c_double, {0.1: 1, 0.2: 0})):
        function = getattr(library, name)
        function.argtypes = [kind]
        assert {value: function(value) for value in wanted} == wanted
    with pytest.raises(Inexpressible, match="bits of a number"):
        c_expression(terms.flt(x, x), f, 64)


def test_floating_point_numbers_are_compared_as_such() -> None:
    known = {"x": Name("x", Variable("x", 32, floating=True)), "y": Name("s.y", Variable("y", 32, floating=True))}
    x, y, one = symbol("x"), symbol("y"), terms.constant(0x3F800000)
    assert c_expression(terms.flt(terms.fadd(x, one), y), known, 32) == "(x + 0x1.0000000000000p+0f) < s.y"
    assert c_expression(x == one, known, 32) == "x == 0x1.0000000000000p+0f"
    for term in (x == 0, x + y, terms.flt(x, terms.constant(0x7F800000))):
        with pytest.raises(Inexpressible):
            c_expression(term, known, 32)


def test_what_has_no_expression_is_refused() -> None:
    for term, why in ((symbol("z") == 0, "z has no name"), (terms.popcount(symbol("a")), "no popcount")):
        with pytest.raises(Inexpressible, match=why):
            c_expression(term, names(32), 32)
    with pytest.raises(Inexpressible, match="words of 5 bits"):
        c_expression(symbol("a"), names(32), 5)
    long = symbol("b")
    for _ in range(14):
        long = long // (long + 1)
    with pytest.raises(Inexpressible, match="too long"):
        c_expression(long, names(32), 32)


def test_constants_have_their_variables_type() -> None:
    told = [constant_expression(v, Variable("x", bits, signed)) for v, bits, signed in (
        (5, 32, True), (0xFFFFFFFF, 32, True), (0x80000000, 32, True), (0xFF, 8, True), (7, 16, False), (1 << 63, 64, True))]
    assert told == ["5", "(-1)", "(-2147483647 - 1)", "(-1)", "7U", "(-9223372036854775807LL - 1)"]
    assert constant_expression(0xBF800000, Variable("x", 32, floating=True)) == "(-0x1.0000000000000p+0f)"
