"""`synth prove` on programs that the preprocessor, the library, or their own reach_error make what they are."""

from __future__ import annotations

import json
import pathlib
import shutil
import sys
from collections.abc import Callable

import pytest

from synth.cli.main import main

Proved = Callable[..., list[str]]
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
NONDET = "extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void);\n"

UNSAFE = {
    "the type of clock": ("#include <time.h>\nvoid reach_error(void);", "if (clock() == 8589934592L) reach_error();"),
    "the standard's version": ("#if __STDC_VERSION__ >= 199901L\n#define BAD 1\n#else\n#define BAD 0\n#endif", "assert(!BAD);"),
    "the compiler": ("#ifdef __GNUC__\n#define BAD 1\n#else\n#define BAD 0\n#endif", "assert(!BAD);"),
    "the data model": ("#ifdef __LP64__\n#define BAD 1\n#else\n#define BAD 0\n#endif", "assert(!BAD);"),
    "unsigned conditions": ("#if -1 > 0u\n#define BAD 1\n#else\n#define BAD 0\n#endif", "assert(!BAD);"),
    "an assumption of CBMC's": ("", "int x = __VERIFIER_nondet_int(); __CPROVER_assume(x > 3); __CPROVER_assert(x > 4, \"text\");"),
    "a pasted name": ("#define CAT(a, b) a ## b", "int xy = CAT(__VERIFIER_, nondet_int)(); assert(xy != 3);"),
    "an argument used twice": ("#define TWICE(x) ((x) - (x))", "assert(TWICE(__VERIFIER_nondet_int()) == 0);"),
    "an undefined function": ("int foo(int);", "assert(foo(3) != 4);"),
    "its own reach_error": ("void reach_error(void) {}", "if (__VERIFIER_nondet_int() == 3) reach_error();"),
    "a wide assumption": ("void __VERIFIER_assume(long);", "__VERIFIER_assume(0x100000000); assert(0);"),
    "unreachable": ("", "if (__VERIFIER_nondet_int() == 3) __builtin_unreachable();"),
    "an assertion in a macro": ("#define CHECK(c) assert(c)",
                                "int x = __VERIFIER_nondet_int(); CHECK(x < 9 || x > 10); CHECK(x != 3);"),
    "a condition for calls": ("", "__CPROVER_precondition(__VERIFIER_nondet_int() != 3, \"text\");"),
    "KLEE's assertion": ("#define NDEBUG\n#include <assert.h>\n#include <klee/klee.h>",
                         "klee_assert(__VERIFIER_nondet_int() != 3);"),
    "KLEE's": ("#include <klee/klee.h>", "int x, a[3]; _Bool b; double d; klee_make_symbolic(&x, sizeof(x), \"x\");"
               "klee_make_symbolic(a, sizeof a, \"a\"); klee_make_symbolic(&b, sizeof b, \"b\"); klee_make_symbolic(&d, 8, \"d\");"
               "klee_assume(x > 3); klee_assert(!(a[0] == 3 && a[2] - a[1] == x && b && d == 2.5 && klee_int(\"k\") == -5));"),
}
SAFE = {
    "NDEBUG": ("#define NDEBUG\n#include <assert.h>", "assert(0);"),
    "an assumption of CBMC's": ("", "int x = __VERIFIER_nondet_int(); __CPROVER_assume(x > 3); __CPROVER_assert(x > 2, \"text\");"),
    "KLEE's": ("#include <klee/klee.h>",
               "unsigned char a[2]; klee_make_symbolic(&a, sizeof a, \"a\"); klee_assert(a[0] + a[1] < 511);"),
    "the widest type": ("#include <wchar.h>\n#include <inttypes.h>", "assert(imaxabs(-5) == 5);"),
    "isnan": ("#include <math.h>\nextern double __VERIFIER_nondet_double(void);",
              "double d = __VERIFIER_nondet_double(); assert(isnan(d) == (d != d) && (!isinf(d) || d > 1 || d < -1));"
              "assert(signbit(-1.0));"),
    "isdigit": ("#include <ctype.h>", "int c = __VERIFIER_nondet_uchar(); assert(!isdigit(c) || (c >= 48 && c <= 57));"),
    "toupper": ("#include <ctype.h>", "int c = __VERIFIER_nondet_uchar(); assert(!islower(toupper(c)));"),
    "popcount": ("", "assert(__builtin_popcount(255) == 8 && __builtin_popcount(__VERIFIER_nondet_uchar()) <= 8);"),
    "UINT8_C": ("#include <stdint.h>", "assert(UINT8_C(200) == 200);"),
    "an apostrophe that is left out": ("#if 0\ndon't\n#endif", ""),
    "its own assert": ("#undef assert\nint n; void assert(int x) { n = x; }", "assert(0);"),
    "no negative argc": ("", "assert(argc >= 0);"),
}


@pytest.fixture
def proved(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    """What `synth prove` prints of a program with this body of main."""
    def run(before: str, body: str, *options: str) -> list[str]:
        file = tmp_path / "program.c"
        text = f"#include <assert.h>\n{NONDET}{before}\nint main(int argc, char **argv) {{ {body} return 0; }}\n"
        file.write_text(text, encoding="utf-8")
        main(["prove", str(file), "--timeout", "60", *options])
        out, err = capsys.readouterr()
        print(err, file=sys.stderr, end="")
        return out.splitlines()

    return run


@pytest.mark.parametrize("name", sorted(UNSAFE))
def test_unsafe_programs_are(name: str, proved: Proved) -> None:
    told = proved(*UNSAFE[name], "--property", "safety")
    assert told[0].endswith("unsafe: an assertion can fail (checked)")
    if shutil.which("gcc") is not None:
        assert any(line.startswith("  replayed: the assertion") for line in told), told


@pytest.mark.parametrize("name", sorted(SAFE))
def test_safe_programs_are(name: str, proved: Proved) -> None:
    told = proved(*SAFE[name], "--property", "safety")
    assert told[0].endswith("safe: no assertion can fail (checked)")


@pytest.mark.parametrize(("call", "told"), [
    ("klee_make_symbolic(s, 4, \"s\")", "klee_make_symbolic for anything but variables of arithmetic types and arrays of them"),
    ("klee_make_symbolic(&s, 4, \"s\")", "klee_make_symbolic for anything but variables of arithmetic types and arrays of them"),
    ("klee_make_symbolic(a, 4, \"a\")", "klee_make_symbolic for a part of an object"),
    ("klee_make_symbolic(a)", "klee_make_symbolic takes an address, a size and a name")])
def test_what_cannot_be_made_symbolic(call: str, told: str, proved: Proved, capsys: pytest.CaptureFixture[str]) -> None:
    proved("struct { int x; } s; int a[2];", f"{call};")
    assert told in capsys.readouterr().err


def test_overflow_in_abs_is_checked_where_it_is_evaluated(proved: Proved) -> None:
    body = "int x = __VERIFIER_nondet_int(); if (x != -2147483647 - 1 && abs(x) < 0) x = 3;"
    told = proved("#include <stdlib.h>", body, "--property", "safety", "--signed-overflow", "error")
    assert told[0].endswith("safe: no assertion can fail (checked)")


@pytest.mark.parametrize(("before", "body", "ends"), [
    ("void reach_error(void) {}", "while (1) reach_error();", False),
    ("int n; void reach_error(void) { n = 1; }", "if (__VERIFIER_nondet_int() == 3) reach_error(); while (n);", False),
    ("void __VERIFIER_error(void) { while (1); }", "if (__VERIFIER_nondet_int() == 3) __VERIFIER_error();", False),
    ("void abort(void) {}", "while (1) abort();", False),
    ("#include <stdlib.h>\nvoid reach_error(void) { abort(); }", "while (1) reach_error();", True),
    ("int n; void reach_error(void) { n++; }", "while (n < 10) reach_error();", True)])
def test_functions_that_fail_are_run_where_termination_is_asked(before: str, body: str, ends: bool, proved: Proved) -> None:
    told = proved(before, body, "--property", "termination")
    assert told[0].endswith("terminates (checked)" if ends else "may run for ever (checked)")
    if not ends and shutil.which("gcc") is not None:
        assert any(line.startswith("  replayed: the program still runs") for line in told), told


def test_what_is_assumed_of_functions_without_a_body_is_told(proved: Proved) -> None:
    told = proved("int foo(int);", "assert(foo(3) != 4);", "--property", "safety")
    assert "  assumed: line 4: foo() has no body: it returns any value and does nothing else" in told
    record, = json.loads(proved("int foo(int);", "assert(foo(3) != 4);", "--property", "safety", "--json")[0])["verdicts"]
    assert record["undefined"] == [{"name": "foo", "line": 4}]
    record, = json.loads(proved("", "assert(1);", "--property", "safety", "--json")[0])["verdicts"]
    assert record["undefined"] == []


@needs_gcc
def test_a_program_with_a_header_of_its_own_is_replayed(tmp_path: pathlib.Path, proved: Proved) -> None:
    (tmp_path / "mine.h").write_text("#define LIMIT 42\nstatic int get(void) { return __VERIFIER_nondet_int(); }\n")
    told = proved('#include "mine.h"', "assert(get() != LIMIT);", "--property", "safety")
    assert any(line.startswith("  replayed: the assertion at line 4 failed") for line in told), told
