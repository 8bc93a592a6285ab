"""Where things stand in a source: loops and what is in scope there, inputs, failing assertions."""

from __future__ import annotations

from synth.frontends.c.load import load_text
from synth.frontends.c.running.instrument import sites
from synth.frontends.c.running.locate import Locator, Loop
from synth.transition import Kind


def loops(text: str) -> list[Loop | None]:
    program = load_text(text, "program.c")
    locator = Locator(program)
    return [locator.loop(p) for p in program.system.of_kind(Kind.HEAD)]


def loop(text: str) -> Loop:
    found, = loops(text)
    assert found is not None
    return found


def asked(text: str) -> dict[str, tuple[int, int, str | None] | None]:
    program = load_text(text, "program.c")
    locator = Locator(program)
    found = {s[2]: locator.asked(s) for s in sites(program)}
    return {n: None if at is None else (at["line"], at["column"], at.get("function")) for n, at in found.items()}


def at(text: str, mark: str, line: int) -> dict[str, object]:
    """The location of a mark in main."""
    return {"file_name": "program.c", "line": line, "column": text.splitlines()[line - 1].index(mark) + 1, "function": "main"}


def test_loops_that_look_at_their_condition_first() -> None:
    text = "int main(void) {\n int n = nondet(), i;\n for (i = 0; i < n; i++) {\n  n--; }\n}\n"
    found = loop(text)
    assert found == Loop(at(text, "for", 3), True, at(text, "n--", 4), {"n": "n", "i": "i"})
    text = "int main(void) {\n int n = nondet();\n while ((n = n - 1) > 3) ;\n}\n"
    assert loop(text).body is None
    text = "int main(void) {\n int n = nondet();\n while (nondet() > n) { }\n}\n"
    assert loop(text).body is None
    assert loop(text.replace("{ }", ";")).body == at(text, "{ }", 3)


def test_loops_that_look_at_it_last() -> None:
    text = "int main(void) {\n int n = nondet();\n do {\n  n--; } while (n > 3);\n}\n"
    assert loop(text) == Loop(at(text, "n--", 4), False, at(text, "n--", 4), {"n": "n"})
    text = "int main(void) {\n int n = nondet();\nagain:\n n--;\n if (n > 3) goto again;\n}\n"
    assert loop(text) == Loop(at(text, "again", 3), False, at(text, "again", 3), {"n": "n"})


def test_only_what_is_in_scope_has_a_name() -> None:
    text = """int g = 1;
int f(int a) {
  while (a > g) { a--; g += nondet(); }
  return a;
}
int main(void) {
  int a = nondet(), b = nondet();
  { int a = 3; while (a < b) a += nondet(); }
  b = f(b);
  while (a < b) { int b = nondet(); a += b; }
}
"""
    assert [None if found is None else set(found.names.values()) for found in loops(text)] == [{"g", "a", "b"}, {"g", "a"},
                                                                                             {"g", "a", "b"}]
    program = load_text(text, "program.c")
    inner, call, outer = (Locator(program).loop(p) for p in program.system.of_kind(Kind.HEAD))
    assert inner is not None and call is not None and outer is not None
    lines = {v.name: v.line for v in program.system.variables}
    assert [lines[n] for found in (inner, call, outer) for n, text in found.names.items() if text == "a"] == [8, 2, 7]


def test_what_a_switch_declares_or_a_line_declares_twice_has_no_name() -> None:
    text = "int main(void) { int x = nondet(); switch (nondet()) { case 1: ; int x; case 2: while (x > 3) x = nondet(); } }"
    assert loop(text).names == {}
    text = "int main(void) { int x = nondet(); { int x = nondet(); while (x > 3) x = x & 3; } }"
    assert loop(text).names == {}


def test_loops_in_macros_are_not_shown() -> None:
    assert loops("#define LOOP while (nondet())\nint main(void) { LOOP ; }") == [None]


def test_where_inputs_show() -> None:
    text = """extern int far;
int f(void) { return 1; }
int main(int argc, char **argv)
{
  int first = 1;
  int x, a[2];
  int y, z = nondet((1));
  int w, v = f();
  for (int u; first < 2; first++) v += u;
  if (far + argc + x + a[1] + y + z + w + v > 7) reach_error();
  while (v) ;
}
"""
    assert asked(text) == {"far": (5, 3, "main"), "argc": (5, 3, "main"), "x": (7, 3, "main"), "a[1]": (7, 3, "main"),
                           "y": (8, 3, "main"), "nondet": (7, 24, "main"), "w": None, "u": None}


def test_an_assertion_fails_where_its_function_calls_the_error() -> None:
    text = ("void reach_error(void);\nvoid __VERIFIER_assert(int c) {\n if (!c) { reach_error(); }\n}\n"
            "int main(void) {\n while (nondet()) ;\n __VERIFIER_assert(nondet());\n reach_error();\n}\n")
    program = load_text(text, "program.c")
    found = [Locator(program).failing(p) for p in program.system.of_kind(Kind.ERROR)]
    assert [(f["line"], f["column"], f["function"]) for f in found] == [(3, 12, "__VERIFIER_assert"), (8, 2, "main")]
