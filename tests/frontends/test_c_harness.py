"""Programs run for real with prepared answers: where they ask, how they end, and that nothing is left behind."""

from __future__ import annotations

import pathlib
import shutil
import tempfile

import pytest

import synth
from synth.frontends.c.load import Program, load_text
from synth.frontends.c.running.harness import Ending, Harness, Ran, Unavailable
from synth.frontends.c.running.instrument import Probes, Site, instrumented, sites

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")


def site(program: Program, source: str) -> Site:
    """The only site of a function or variable."""
    return next(s for s in sites(program) if s[2] == source)


def ran(text: str, told: list[tuple[str, int]] | None = None, always: dict[str, int] | None = None, seconds: float = 5.0,
        **options: str) -> Ran:
    """The run of a program, its sites told apart by what they ask for."""
    program = load_text(text, "program.c", **options)
    with Harness(program, instrumented(program)) as harness:
        return harness.run([(site(program, s), v) for s, v in told or []], {site(program, s): v for s, v in (always or {}).items()},
                           seconds)


@needs_gcc
def test_answers_are_given_in_order_and_then_for_ever() -> None:
    text = "#include <assert.h>\nint main(void) {\n int i = 0;\n while (nondet() < 5) i++;\n assert(i != 3);\n}\n"
    assert ran(text, [("nondet", 1), ("nondet", 0xFFFFFFFF), ("nondet", 2), ("nondet", 7)]) == Ran(Ending.FAILED, (5, 0), 4, 0)
    assert ran(text, [("nondet", 1), ("nondet", 7)]).ending is Ending.ENDED
    assert ran(text, [("nondet", 1)]) == Ran(Ending.OUT_OF_ANSWERS, (0, 0), 1, 0)
    assert ran(text, [("nondet", 1)], {"nondet": 9}) == Ran(Ending.ENDED, (0, 0), 2, 0)
    assert ran(text, [], {"nondet": 0}, 0.3).ending is Ending.RUNNING


@needs_gcc
@pytest.mark.parametrize(("type", "value", "condition"), [
    ("char", 0x80, "x == -128"), ("unsigned char", 0xFF, "x == 255"), ("short", 0x8000, "x < 0"), ("_Bool", 1, "x"),
    ("unsigned", 1 << 31, "x > 2147483647"), ("long", 1 << 63, "x < 0"), ("unsigned long", (1 << 64) - 1, "x + 1 == 0"),
    ("float", 0x3FC00000, "x == 1.5f"), ("double", 0xBFF8000000000000, "x == -1.5"),
])
def test_answers_have_the_types_of_the_program(type: str, value: int, condition: str) -> None:
    returned = f"{type} get(void);\nint main(void) {{ {type} x = get(); if ({condition}) reach_error(); }}\n"
    assert ran(returned, [("get", value)]).lines == (2, 0)
    declared = f"int main(void) {{\n {type} y = 0, x; if ({condition}) reach_error(); }}\n"
    assert ran(declared, [("x", value)]).lines == (2, 0)


@needs_gcc
def test_a_program_of_32_bits_shares_what_tells_addresses_with_what_is_made_for_it() -> None:
    text = "extern void outside(void);\nint seen;\nint main(void) { seen = nondet(); outside();\n if (seen == 7) reach_error(); }\n"
    try:
        assert ran(text, [("nondet", 7)], data_model="ILP32").lines == (4, 0)
    except Unavailable as error:
        if "undefined reference" in str(error):
            raise
        pytest.skip(f"no 32-bit programs here: {error}")


@needs_gcc
def test_an_array_of_variable_length_has_elements() -> None:
    text = "int main(void) {\n int n = nondet();\n int a[n];\n a[0] = n; return a[0]; }\n"
    assert ran(text, [("nondet", 0)]).lines[0] == ran(text, [("nondet", 0xFFFFFFFF)]).lines[0] == 3
    assert ran(text, [("nondet", 2)]).ending is Ending.ENDED


@needs_gcc
def test_a_value_that_does_not_matter_has_its_type_still() -> None:
    text = "unsigned long big(void);\nint main(void) { int x = nondet();\n if ((0 ? big() : x) > 7) if (x < 0) reach_error(); }\n"
    assert ran(text, [("nondet", 0xFFFFFFFF)]).lines == (3, 0)
    undeclared = text.replace("unsigned long big(void);", "").replace("big", "__VERIFIER_nondet_ulong")
    assert ran(undeclared, [("nondet", 1 << 31)]).lines == (3, 0)


@needs_gcc
def test_variables_without_initialisers_hold_what_is_told() -> None:
    text = """extern int far;
struct pair { int a; short b[2]; };
int main(int argc, char **argv)
{
    struct pair p, q[2];
    int array[3] ;
    for (int i = 0; i < 1; i++)
        if (far == 4 && argc == 5 && p.b[1] == -6 && q[1].a == 7 && array[2] == 8)
            __VERIFIER_error();
}
"""
    told = [("far", 4), ("argc", 5), ("p.b[1]", 0xFFFA), ("q[1].a", 7), ("array[2]", 8)]
    assert ran(text, told) == Ran(Ending.FAILED, (9, 0), 5, 0)
    assert ran(text, [*told[:-1], ("array[2]", 9)]).ending is Ending.ENDED


@needs_gcc
def test_a_struct_is_an_argument_of_the_function_that_is_started() -> None:
    text = ("typedef struct { int a[2]; struct { char c; } in; } S;\n"
            "int f(const S s, int k)\n{\n if (s.a[1] == 77 && s.in.c == 'x' && k == 5)\n  __VERIFIER_error();\n return 0;\n}\n")
    told = [("s.a[1]", 77), ("s.in.c", ord("x")), ("k", 5)]
    assert ran(text, told, entry="f").ending is Ending.FAILED
    assert ran(text, [*told[:-1], ("k", 6)], entry="f").ending is Ending.ENDED


@needs_gcc
def test_calls_through_pointers_call_what_they_point_to() -> None:
    text = ("static int one(void) { return 1; }\ntypedef int (*F)(void);\nint main(void) { F f = one; int (*g)(void) = one;\n"
            " if (f() + g() + nondet() == 5) reach_error(); }\n")
    assert ran(text, [("nondet", 3)]).lines == (4, 0)


@needs_gcc
def test_the_call_that_is_to_be_told_is_known() -> None:
    text = ("void reach_error(void) { }\nvoid __VERIFIER_assert(int holds) {\n if (!holds)\n  reach_error();\n}\n"
            "int main(void) {\n __VERIFIER_assert(1);\n __VERIFIER_assert(nondet());\n}\n")
    assert ran(text, [("nondet", 0)]).lines == (4, 8)


@needs_gcc
def test_macros_ask_and_fail_too() -> None:
    text = ("#define ASK nondet()\n#define CHECK(c) if (!(c)) reach_error()\nvoid reach_error(void) { }\n"
            "int main(void) {\n int x = ASK, y = ASK;\n CHECK(x + 1 != y);\n}\n")
    program = load_text(text, "program.c")
    source = instrumented(program)
    assert not source.complete
    assert len(set(source.numbers.values())) == 1
    with Harness(program, source) as harness:
        assert harness.run([(s, v) for s, v in zip(sites(program), (1, 2), strict=True)], {}, 5.0).lines == (0, 0)
        assert harness.run([(s, v) for s, v in zip(sites(program), (2, 1), strict=True)], {}, 5.0).ending is Ending.ENDED


def test_macros_that_only_fail_leave_known_where_a_program_asks() -> None:
    text = "#define CHECK(c) if (!(c)) reach_error()\nint main(void) {{\n int x = {};\n CHECK(x != 1);\n CHECK(x != 2);\n}}\n"
    assert instrumented(load_text(text.format("nondet()"), "program.c")).complete
    assert instrumented(load_text(text.format("3"), "program.c")).complete


@needs_gcc
@pytest.mark.parametrize(("body", "told", "ending"), [
    ("assume(nondet() > 3);", 3, Ending.ASSUMED), ("if (nondet()) exit(1); reach_error();", 1, Ending.ENDED),
    ("if (nondet()) abort(); reach_error();", 1, Ending.ENDED), ("if (nondet()) assert(0);", 1, Ending.FAILED),
    ("int a[3] = {0}; a[nondet()] = 1; assert(a[0]);", 3, Ending.FAILED),
    ("if (3 / nondet() < 0) reach_error();", 0, Ending.STOPPED),
])
def test_endings(body: str, told: int, ending: Ending) -> None:
    found = ran(f"int main(void) {{\n {body}\n}}\n", [("nondet", told)])
    assert found.ending is ending
    assert found.undefined == (2 if ending is Ending.STOPPED else 0)


@needs_gcc
def test_overflow_fails_where_it_is_an_error_and_wraps_otherwise() -> None:
    text = "int main(void) {\n int x = nondet();\n x = x + 1;\n if (x < 0) reach_error(); }\n"
    assert ran(text, [("nondet", 0x7FFFFFFF)], signed_overflow="error").lines == (3, 0)
    assert ran(text, [("nondet", 0x7FFFFFFF)]).lines == (4, 0)


@needs_gcc
def test_nothing_is_called_that_the_program_does_not_define(tmp_path: pathlib.Path) -> None:
    text = f'int main(void) {{ system("touch {tmp_path}/here"); remove("{tmp_path}"); printf("%d", nondet()); while (nondet()); }}'
    assert ran(text, [], {"nondet": 0}).ending is Ending.ENDED
    assert list(tmp_path.iterdir()) == []


@needs_gcc
def test_functions_of_the_program_are_its_own() -> None:
    text = ("int stdout = 3, places;\ninline int open(int x) { return x + 1; }\nint calloc(void) { return 0; }\n"
            "int main(void) { int mmap = nondet();\n if (open(mmap) == 8 && !calloc()) reach_error(); }\n")
    assert ran(text, [("nondet", 7)]).lines == (5, 0)


@needs_gcc
@pytest.mark.usefixtures("no_process_is_left")
def test_nothing_is_left_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert ran("int main(void) { while (1) nondet(); }", seconds=0.2).ending is Ending.RUNNING
    assert list(tmp_path.iterdir()) == []


def test_without_a_compiler_it_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(Unavailable, match="there is no gcc"):
        ran("int main(void) { while (nondet()); }")


@needs_gcc
def test_what_gcc_refuses_is_unavailable() -> None:
    with pytest.raises(Unavailable, match=r"gcc does not compile it: .*error"):
        ran("union u { int a; unsigned b; };\nint main(void) { union u x; if (x.a == 3) reach_error(); }")


def test_files_with_markers_keep_their_own_lines() -> None:
    text = '# 1 "other.c"\nint main(void) {\n# 70 "other.c"\n if (nondet()) reach_error(); }\n'
    source = instrumented(load_text(text, "program.i"))
    assert source.texts[0].text.splitlines()[0] == source.texts[0].text.splitlines()[2] == ""
    assert "synth_fail(4)" in source.texts[0].prologue


@needs_gcc
@pytest.mark.parametrize(("body", "at", "rounds"), [
    ("for (int i = 0; i < 3; i++) ;", (2, 2), 4), ("int i; for (i = 0; ; i++) if (i == 3) break;", (2, 9), 4),
    ("int i = 0; while (i < 3) i++;", (2, 13), 4), ("int i = 0; do i++; while (i < 3);", (2, 13), 3),
    ("int i = 0; if (i) ; else do { i++; if (i == 2) continue; } while (i < 3);", (2, 27), 3),
    ("int i = 0; if (i == 0) again: { i++; if (i < 3) goto again; } else i = 9;", (2, 25), 3),
    ("for (int i, j = 0; i = j, j < 3; j++) ;", (2, 2), 4), ("int i = 3; while (i-- && nondet() != 99) ;", (2, 13), 4),
])
def test_expressions_are_evaluated_whenever_a_head_is_come_to(body: str, at: tuple[int, int], rounds: int) -> None:
    program = load_text(f"int main(void) {{\n {body}\n if (nondet() == 5) reach_error(); }}", "program.c")
    source = instrumented(program, Probes({at: "synth_round(0, 0)"}))
    assert source.probed == {at}
    with Harness(program, source) as harness:
        ran = harness.run([], dict.fromkeys(sites(program), 7), 5.0)
    assert (ran.ending, ran.rounds) == (Ending.ENDED, rounds)


@needs_gcc
def test_what_is_contradicted_is_told() -> None:
    program = load_text("int main(void) {\n int x = 0;\n while (x < 9) x += nondet();\n}", "program.c")
    for code, fact, answered in (("synth_fact(7, x < 4)", 7, 4), ("synth_rank(8, 1, (unsigned long long[]){9 - x}, last)", 8, 3)):
        source = instrumented(program, Probes({(3, 2): code}, "static unsigned long long last[2];\n"))
        with Harness(program, source) as harness:
            ran = harness.run([(site(program, "nondet"), n) for n in (1, 1, 0, 2, 9)], {}, 5.0)
        assert (ran.ending, ran.fact, ran.answered) == (Ending.CONTRADICTED, fact, answered)


@needs_gcc
def test_random_runs() -> None:
    text = """int main(void) {
 int x = nondet(), y;
 if (x == 1234567) reach_error();
 if (x == 2) return 10 / (x - 2);
 __VERIFIER_assume(x != 6);
 while (x > 100) ;
}
"""
    program = load_text(text, "program.c")
    with Harness(program, instrumented(program, Probes({(6, 2): "synth_round(0, 0)"}))) as harness:
        first, second = (harness.sample(300, 1, [1234567], 50, 60.0) for _ in range(2))
        assert harness.sample(10, 1, [], 50, 0.0) == [Ran(Ending.UNTRIED, (0, 0), 0, 0)] * 10
    assert [(r.ending, r.first, r.rounds) for r in first] == [(r.ending, r.first, r.rounds) for r in second]
    assert {r.ending for r in first} == {Ending.FAILED, Ending.UNDEFINED, Ending.ASSUMED, Ending.ENDED, Ending.RUNNING}
    assert all(r.lines[0] == 3 for r in first if r.ending is Ending.FAILED)
    assert max(r.rounds for r in first) == 51


def test_what_fails_in_an_included_file_is_replayed(tmp_path: pathlib.Path) -> None:
    (tmp_path / "table.c").write_text("extern int other;\n\n\nint at(int i)\n{\n    static const int t[3] = {1, 2, 3};\n"
                                      "    int value;\n    value = t[i];\n    return value;\n}\n", encoding="utf-8")
    (tmp_path / "main.c").write_text('#include "table.c"\nextern int nondet(void);\nint main(void) { return at(nondet() & 3); }\n',
                                     encoding="utf-8")
    [verdict] = synth.prove(tmp_path / "main.c", property="memory-safety", timeout=30).values()
    assert verdict.holds is False
    assert verdict.replay is not None
    assert (verdict.replay.status, verdict.replay.line) == ("confirmed", 1)
