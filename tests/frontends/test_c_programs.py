"""C programs become transition systems: places, variables, edges."""

from __future__ import annotations

import pathlib

import pytest
from c_systems import holds, run, system

from synth import terms
from synth.errors import InputError
from synth.frontends.c.load import load, load_text
from synth.transition import Kind, TransitionSystem

COUNTDOWN = "int main(void) {\n  unsigned x = nondet();\n  while (x > 0)\n    x--;\n  return 0;\n}\n"


def edges(made: TransitionSystem) -> dict[tuple[int, int], tuple[str, ...]]:
    return {(e.source, e.target): tuple(terms.text(t) for t in (e.guard, *e.update)) for e in made.edges}


def heads(made: TransitionSystem) -> list[tuple[int | None, int | None, str]]:
    return [(p.line, p.column, p.text) for p in made.of_kind(Kind.HEAD)]


def test_a_loop_is_a_place_with_its_line_and_condition() -> None:
    made = system(COUNTDOWN)
    assert [(p.kind, p.line, p.column, p.text) for p in made.places] == [
        (Kind.ENTRY, None, None, ""), (Kind.HEAD, 3, 3, "x > 0"), (Kind.EXIT, None, None, "")]
    assert [(v.name, v.bits, v.signed, v.line) for v in made.variables] == [("x", 32, False, 2)]
    assert edges(made) == {(0, 1): ("1", "nondet!1"), (1, 1): ("ult(0, x)", "sub(x, 1)"), (1, 2): ("ule(x, 0)", "0")}
    assert (made.name, made.width, made.fixed, made.file) == ("program", 32, False, "program.c")


def test_a_program_keeps_what_printing_needs(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "loop.c"
    path.write_text("struct P { int a[2]; };\nint go(void) {\n  struct P p; int x = 3;\n"
                    "  while (p.a[1]) { int x = nondet(); p.a[1] -= x; }\n  while (x) x -= nondet();\n}\n")
    program = load(str(path), signed_overflow="wrap", data_model="ILP32")
    assert (program.function, program.dialect.data_model, program.dialect.signed_overflow) == ("go", "ILP32", "wrap")
    assert program.lines[4] == "  while (x) x -= nondet();"
    assert program.system.name == "loop"
    assert program.expressions == {"p.a[1]": "p.a[1]", "x": "x"}


def test_an_entry_may_be_named() -> None:
    text = "int f(int x) { while (x) ; } int g(void) { }"
    assert load_text(text, "f.c", entry="f").function == "f"
    with pytest.raises(InputError, match="there is no function main, and more than one to start with"):
        load_text(text, "f.c")
    with pytest.raises(InputError, match="there is no function h"):
        load_text(text, "f.c", entry="h")


def test_nested_loops_and_what_matters_at_each() -> None:
    made = system("int main(void) { int i = 0, j, n = nondet();\n while (i < n) {\n  j = 0;\n  while (j <= i) j++;\n  i++;\n } }")
    assert heads(made) == [(2, 2, "i < n"), (4, 3, "j <= i")]
    assert edges(made)[1, 2] == ("slt(i, n)", "i", "0", "n")
    assert edges(made)[2, 1] == ("slt(i, j)", "add(i, 1)", "0", "n")


def test_do_for_goto_and_switch_loops() -> None:
    made = system("""int main(void) {
  int s = 0, n = nondet();
  do { if (n == 7) continue; s += 2; } while (n-- > 0);
  for (int i = 0; ; i++) { if (i >= n) break; s ^= i; }
again:
  switch (s & 3) { case 0: s = 5; goto again; case 1: return 0; default: s--; goto again; }
}""")
    assert heads(made) == [(3, 3, "(n--) > 0"), (4, 3, ""), (5, 1, "")]
    assert [e.target for e in made.edges if e.source == 3] == [3, 4]


def test_a_loop_that_never_comes_round_is_no_place() -> None:
    assert heads(system("int main(void) { while (nondet()) { break; } do { } while (0); for (;;) return 0; }")) == []


def test_an_endless_loop_has_no_way_out() -> None:
    assert edges(system("int main(void) { while (1) ; }")) == {(0, 1): ("1",), (1, 1): ("1",)}


def test_there_is_one_edge_for_a_pair_of_places() -> None:
    made = system("int main(void) { int x = nondet(); while (x) { if (x & 1) { x--; continue; } if (x == 8) break; x /= 2; } }")
    assert edges(made) == {
        (0, 1): ("1", "nondet!1"),
        (1, 1): ("and(neq(x, 0), or(neq(and(x, 1), 0), neq(x, 8)))", "ite(neq(and(x, 1), 0), sub(x, 1), sdiv(x, 2))"),
        (1, 2): ("implies(neq(x, 0), and(eq(and(x, 1), 0), eq(x, 8)))", "0")}


def test_assertions_are_places_of_their_own() -> None:
    made = system("""void __VERIFIER_assert(int c) { if (!c) { ERROR: { reach_error(); abort(); } } }
int main(void) {
  int x = nondet();
  assert(x != 3);
  __VERIFIER_assert(x > 4);
  if (x == 9) reach_error();
  if (x == 11) __assert_fail("x is 11", "f.c", 3, "main");
}""")
    assert [(p.line, p.text) for p in made.of_kind(Kind.ERROR)] == [
        (4, "x != 3"), (5, "x > 4"), (6, "reach_error()"), (7, "x is 11")]
    assert [run(made, {"nondet": n}).line for n in (3, 4, 9, 11, 12)] == [4, 5, 6, 7, None]


def test_assertions_that_cannot_fail_are_no_places() -> None:
    made = system("int main(void) { unsigned char c = nondet(); int a[3]; assert(c < 300 && c >= 0); a[c % 3] = 1;"
                  " if (c > 3) assert(c > 3); }")
    assert made.of_kind(Kind.ERROR) == ()


def test_runs_that_assumptions_end_are_nowhere() -> None:
    made = system("int main(void) { int x = nondet(); __VERIFIER_assume(x > 0); assume(x < 9); while (x > 5) x++; }")
    assert edges(made)[0, 1] == ("and(slt(0, nondet!1), slt(nondet!1, 9))", "nondet!1")


def test_every_input_has_its_own_name_and_size() -> None:
    made = system("int main(void) { char c = __VERIFIER_nondet_char(); _Bool b = __VERIFIER_nondet_bool(); long y;"
                  " while (b) { b = __VERIFIER_nondet_bool() && c; c = nondet_short(); y += c; assert(y); } }")
    inputs = [i for e in made.edges for i in e.inputs]
    assert {(i.bits, i.signed) for i in inputs} == {(8, True), (1, False), (32, True), (64, True)}
    assert len({i.name for i in inputs} | {v.name for v in made.variables}) == len({id(i) for i in inputs}) + len(made.variables)


def test_words_are_as_wide_as_the_values_of_the_program() -> None:
    narrow = "int main(void) { unsigned char c = __VERIFIER_nondet_uchar(); while (c > 3) c = c / 3 + (c << 1); }"
    assert (system(narrow).width, system(narrow).fixed) == (8, False)
    assert edges(system(narrow))[1, 1] == ("ult(3, c)", "add(udiv(c, 3), shl(c, 1))")
    mixed = system("int main(void) { long x = nondet(); while (x) x /= 2; }")
    assert (mixed.width, mixed.fixed) == (64, True)
    assert system("int main(void) { int x = nondet(); x = sizeof(x) * 8l; while (x) x--; }").width == 32


def test_narrow_values_are_read_with_their_sign() -> None:
    made = system("int main(void) { short s = __VERIFIER_nondet_short(); int x = 7; while (s < x) { s += x; x *= 3; } }")
    assert made.fixed
    assert [(v.name, v.bits) for v in made.variables] == [("s", 16), ("x", 32)]
    assert edges(made)[1, 1] == ("slt(sub(xor(s, 32768), 32768), x)", "and(add(s, x), 65535)", "mul(x, 3)")


def test_constants_reach_where_they_are_used() -> None:
    made = system("int main(void) { int y = 1, x = nondet(); const int n = 10; while (x > n) x = x - y; assert(y == 1); }")
    assert [v.name for v in made.variables] == ["x"]
    assert edges(made)[1, 1] == ("slt(10, x)", "sub(x, 1)")
    assert made.of_kind(Kind.ERROR) == ()


def test_what_decides_nothing_is_left_out() -> None:
    made = system("int main(void) { int x = nondet(), count = 0, other; while (x) { x--; count++; other += count;"
                  " if (nondet()) other = 3; } }")
    assert [v.name for v in made.variables] == ["x"]
    assert all(e.inputs == () for e in made.edges if e.source == 1)


def test_overflow_can_be_an_error() -> None:
    text = ("int main(void) { int x = nondet(); short s = nondet(); unsigned u = x; s++; u *= 2;"
            " if (x > 3 && x + u) x = -x; x += s; }")
    assert system(text).of_kind(Kind.ERROR) == ()
    made = system(text, signed_overflow="error")
    assert [p.text for p in made.of_kind(Kind.ERROR)] == ["no overflow in -x", "no overflow in x += s"]
    assert run(made, {"nondet": 2**31 - 1}).kind is Kind.EXIT
    with pytest.raises(InputError, match="there are wrap and error"):
        system(text, signed_overflow="trap")


@pytest.mark.parametrize(("operation", "x", "y", "over"), [
    ("x + y", 2**31 - 1, 1, True), ("x + y", 2**31 - 1, 2**32 - 1, False), ("x - y", 2**31, 1, True),
    ("x * y", 65536, 32768, True), ("x * y", 2**31, 2**32 - 1, True), ("x * y", 46340, 46340, False),
    ("x / y", 2**31, 2**32 - 1, True), ("x % y", 2**31, 2, False), ("-x", 2**31, 0, True), ("x << y", 1, 31, True),
    ("x << y", 1, 30, False), ("x << y", 2**32 - 1, 1, True), ("x << y", 0, 32, True)])
def test_which_operations_overflow(operation: str, x: int, y: int, over: bool) -> None:
    for before in ("", "long wide = x; while (wide == x + 1L) ;"):
        text = f"int main(void) {{ int x = nondet(), y = other(); {before} int z = {operation}; }}"
        made = system(text, signed_overflow="error")
        assert (run(made, {"nondet": x, "other": y}).kind is Kind.ERROR) == over


def test_large_programs_stay_small() -> None:
    count = 200
    chain = "".join(f"if (x == {i}) y += {i}; else " for i in range(count)) + "x--;"
    checks = "".join(f"assert(x != {i * 3}); x--;" for i in range(count))
    made = system(f"int main(void) {{ int x = nondet(), y = 0; while (x > 0) {{ {chain} {checks} }} }}")
    roots = [t for e in made.edges for t in (e.guard, *e.update)]
    assert len(terms.postorder(*roots)) < 20 * count


def test_an_index_outside_of_its_array_fails() -> None:
    made = system("int main(void) { int a[3] = {1, 2, 3}; unsigned i = nondet(); a[i] = 4; assert(a[0] + a[1] + a[2] == 9 - i); }")
    assert [run(made, {"nondet": i}).text for i in range(4)] == ["", "", "", "a[i] within bounds"]
    assert holds("int a[2][3] = {{1}, {[1] = 5}}; a[x][1] += 2; assert(a[1][1] == 7 && a[0][0] == 1 && a[1][2] == 0);",
                 "int in(void); static int x = 1;")


def test_it_is_known_where_inputs_come_from_and_when() -> None:
    program = load_text("""int main(void) { int x, y = nondet(), k = 2, c = 0;
  while (x > 0 && __VERIFIER_nondet_int()) {
    c++;
    if (c > 5) x = x - (nondet() ? 1 : nondet()); else if (k == 2) x -= other(x); }
  assert(x < y); }""", "program.c")
    told = {n: (r.source, r.call, r.line, r.column, r.when is not None and terms.text(r.when)) for n, r in program.readings.items()}
    assert told == {
        "x!1": ("x", False, 1, 22, "1"), "nondet!1": ("nondet", True, 1, 29, "1"),
        "nondet_2!1": ("__VERIFIER_nondet_int", True, 2, 19, "slt(0, x)"),
        "nondet_3!1": ("nondet", True, 4, 25, "and(and(slt(0, x), neq(nondet_2!1, 0)), slt(5, add(c, 1)))"),
        "nondet_4!1": ("nondet", True, 4, 40, "and(and(and(slt(0, x), neq(nondet_2!1, 0)), slt(5, add(c, 1))), eq(nondet_3!1, 0))"),
        "other!1": ("other", True, 4, 73, "and(and(slt(0, x), neq(nondet_2!1, 0)), sle(add(c, 1), 5))")}
