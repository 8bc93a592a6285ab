"""Functions that take a variable number of arguments mean what they mean in C; what is undefined fails."""

from __future__ import annotations

import pathlib
import re
import subprocess

import pytest
from c_systems import holds

from synth.errors import InputError
from synth.frontends.c.load import load_text

BEFORE = """
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
struct P { int x; char c; };
typedef int (*binary)(int, int);
static int plus(int a, int b) { return a + b; }
static int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; for (int i = 0; i < n; i++) s += va_arg(l, int); va_end(l);
    return s; }
static int all(int n, va_list l) { int s = 0; while (n--) s = 10 * s + va_arg(l, int); return s; }
static int forwarded(int n, ...) { va_list l; va_start(l, n); int s = all(n, l); va_end(l); return s; }
static int pointed(int n, va_list *l) { int s = 0; while (n--) s = 10 * s + va_arg(*l, int); return s; }
static int twice(int n, ...) { va_list l, m; va_start(l, n); va_copy(m, l); int s = all(n, l) + va_arg(m, int); va_end(m);
    va_end(l); return s; }
static int rest(int n, ...) { va_list l; va_start(l, n); int s = pointed(n - 1, &l) * 100 + va_arg(l, int); va_end(l); return s; }
static double mixed(const char *kinds, ...) { va_list l; va_start(l, kinds); double s = 0;
    for (; *kinds; kinds++) switch (*kinds) {
        case 'i': s += va_arg(l, int); break; case 'd': s += va_arg(l, double); break;
        case 'l': s += va_arg(l, long); break; case 'u': s += va_arg(l, unsigned); break;
        case 's': s += va_arg(l, const char *)[0]; break;
        case 'p': { struct P p = va_arg(l, struct P); s += p.x + p.c; break; }
        case 'x': s += va_arg(l, struct P).x; break;
        case 'a': *va_arg(l, int *) += 5; break; case 'f': s += va_arg(l, binary)(40, 2); break; }
    va_end(l); return s; }
static void said(const char *format, ...) { va_list l; va_start(l, format); vprintf(format, l); va_end(l); }
static int deep(int n, ...) { va_list l; va_start(l, n); int own = va_arg(l, int); va_end(l);
    return n ? own + deep(n - 1, own + 1) : own; }
static int again(int n, ...) { va_list l; va_start(l, n); int s = va_arg(l, int); va_end(l); va_start(l, n); s += va_arg(l, int);
    va_end(l); return s; }
"""

TRUE = [
    "assert(sum(0) == 0 && sum(1, 5) == 5 && sum(3, 1, 2, 3) == 6 && sum(2, 1, 2, 3) == 3);",
    "assert(sum(3, (char)200, (short)-1, 1 == 1) == -56); signed char c = -3; _Bool b = 7; assert(sum(2, c, b) == -2);",
    "assert(forwarded(3, 1, 2, 3) == 123 && rest(3, 1, 2, 3) == 1203 && twice(2, 4, 5) == 49 && again(0, 4) == 8);",
    "float f = 0.5f; assert(mixed(\"idf\", 1, f, plus) == 43.5 && mixed(\"lu\", -3L, 4u) == 1);",
    "int n = 3; struct P p = { 4, 'a' }; assert(mixed(\"ap\", &n, p) == 101 && n == 8); assert(mixed(\"sx\", \"Ab\", p) == 69);",
    "assert(deep(3, 10) == 46); assert(sum(2, sum(2, 1, 2), sum(1, 4)) == 7);",
    "int i = 1; assert(sum(2, i++, 5) == 6 && i == 2); int (*f)(int, ...) = sum; assert(f(2, 3, 4) == 7);",
    "said(\"%d %s\\n\", 3, \"x\"); said(\"none\\n\"); printf(\"%d\\n\", sum(1, 1));",
    "assert(sum(1, 0xffffffffu) == -1);",
]


@pytest.mark.parametrize("body", TRUE)
def test_arguments_are_those_of_the_call(body: str) -> None:
    assert holds(body, BEFORE)


def test_so_gcc_says(tmp_path: pathlib.Path) -> None:
    functions = "\n".join(f"static void f{i}(void) {{ {body} }}" for i, body in enumerate(TRUE))
    calls = " ".join(f"f{i}();" for i in range(len(TRUE)))
    source = tmp_path / "variadic.c"
    source.write_text(f"#include <assert.h>\n{BEFORE}\n{functions}\nint main(void) {{ {calls} return 0; }}\n")
    subprocess.run(["gcc", "-w", "-o", tmp_path / "variadic", source], check=True)
    subprocess.run([tmp_path / "variadic"], check=True, capture_output=True)


@pytest.mark.parametrize("body", [
    "sum(2, 1);", "sum(1, 1L);", "sum(1, 1.0);", "mixed(\"d\", 1);", "mixed(\"s\", 3);", "int n; mixed(\"d\", &n);",
    "mixed(\"ii\", 1);", "forwarded(3, 1, 2);",
])
def test_an_argument_that_is_not_there_or_of_another_type_fails(body: str) -> None:
    assert not holds(body, BEFORE)


@pytest.mark.parametrize("function", [
    "int f(int n, ...) { va_list l; va_start(l, n); int s = all(1, l); return s + va_arg(l, int); }",
    "int f(int n, ...) { va_list l; va_start(l, n); va_end(l); return va_arg(l, int); }",
    "int f(int n, ...) { va_list l; return va_arg(l, int); }",
    "int f(int n, ...) { va_list l; va_start(l, n); return va_arg(l, char); }",
    "int f(int n, ...) { va_list l; va_start(l, n); vprintf(\"%d\", l); return va_arg(l, int); }",
])
def test_a_list_that_has_no_value_fails(function: str) -> None:
    assert not holds("f(0, 1, 2);", f"{BEFORE}\n{function}")


@pytest.mark.parametrize(("before", "body", "said"), [
    ("int f(int n) { va_list l; va_start(l, n); return 0; }", "f(1);",
     "va_start in a function that takes a fixed number of arguments"),
    ("", "sum();", "sum takes at least 1 argument, given 0"),
    ("", "char t[4] = \"abc\"; said(\"%s\", t);", "the function vprintf, which nothing defines, with a pointer"),
    ("", "int n; said(\"%n\", &n);", "vprintf with a format that is not known, or that has something stored"),
    ("", "char t[4] = \"abc\"; said(t);", "vprintf with a format that is not known, or that has something stored"),
    ("", "va_list l; return sizeof l;", "not supported: sizeof of a va_list"),
])
def test_what_is_refused(before: str, body: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        load_text(f"{BEFORE}\n{before}\nint main(void) {{ {body} }}", "f.c")


@pytest.mark.parametrize("model", ["LP64", "ILP32"])
def test_lists_lie_as_gcc_has_them(model: str) -> None:
    option, size = {"LP64": ("-m64", 40), "ILP32": ("-m32", 12)}[model]
    text = "struct S { char a; __builtin_va_list l; char b; }; "
    checked = f"{text} _Static_assert(sizeof(struct S) == {size}, \"\");"
    subprocess.run(["gcc", option, "-x", "c", "-fsyntax-only", "-"], input=checked, text=True, check=True)
    load_text(f"{checked} int main(void) {{ return 0; }}", "f.c", data_model=model)
