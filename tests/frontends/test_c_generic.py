"""_Generic selects what gcc selects, or is refused."""

from __future__ import annotations

import pathlib
import re
import subprocess

import pytest
from c_systems import holds

from synth.errors import InputError
from synth.frontends.c.load import load_text

BEFORE = """
#include <stddef.h>
struct S { int x; unsigned b : 3; long n : 8; long m : 40; }; enum E { A }; typedef const int fixed; typedef int plain;
#define KIND(x) _Generic((x), _Bool: 1, char: 2, signed char: 3, unsigned char: 4, short: 5, unsigned short: 6, int: 7, \\
    unsigned: 8, long: 9, unsigned long: 10, long long: 11, unsigned long long: 12, float: 13, double: 14, struct S: 15, default: 0)
static int of_int(int x) { return x + 1; }
static double of_double(double x) { return x + 0.5; }
#define next(x) _Generic((x), int: of_int, double: of_double)(x)
"""

TRUE = [
    "char c; short s; assert(KIND(c) == 2 && KIND(+c) == 7 && KIND(s) == 5 && KIND('a') == 7 && KIND((signed char)c) == 3);",
    "assert(KIND(1) == 7 && KIND(1u) == 8 && KIND(1L) == 9 && KIND(1ul) == 10 && KIND(1ll) == 11 && KIND(sizeof 1) == 10);",
    "assert(KIND(1.0f) == 13 && KIND(1.0) == 14 && KIND(1.0f + 1) == 13 && KIND(1 < 2) == 7 && KIND((_Bool)1) == 1);",
    "struct S v; int a[3]; assert(KIND(v) == 15 && KIND(v.x) == 7 && KIND(a[1]) == 7 && KIND(&v) == 0 && KIND(a) == 0);",
    "const int k = 1; volatile long l = 2; fixed f = 3; assert(KIND(k) == 7 && KIND(l) == 9 && KIND(f) == 7);",
    "enum E e = A; assert(KIND(A) == 7 && KIND(e) == 8);",
    "struct S v = { 1 }; assert(KIND(v.n) == 3 && KIND(v.m) == 0 && KIND(+v.b) == 7);",
    "assert(_Generic(1, const int: 1, int: 2) == 2 && _Generic(1, fixed: 1, plain: 4) == 4);",
    "int i = 0; assert(_Generic(i++, int: i, default: 1 / i) == 0 && i == 0);",
    "int i = 1, j = 2; _Generic(1L, int: i, long: j) = 7; assert(i == 1 && j == 7); int *p = &_Generic(1, int: i); *p = 3;"
    " assert(i == 3);",
    "assert(next(3) == 4 && next(3.0) == 3.5 && next(next(1)) == 3);"
    " int x = 1; _Generic(x, int: x++, default: x--); assert(x == 2);",
    "int x = 5, *p = _Generic(x, int: &x, default: NULL); assert(*p == 5 && sizeof(_Generic(x, int: 'a', char: x)) == 4);",
]


@pytest.mark.parametrize("body", TRUE)
def test_the_type_selects(body: str) -> None:
    assert holds(body, BEFORE)


def test_so_gcc_says(tmp_path: pathlib.Path) -> None:
    bodies = TRUE
    functions = "\n".join(f"static void f{i}(void) {{ {body} }}" for i, body in enumerate(bodies))
    calls = " ".join(f"f{i}();" for i in range(len(bodies)))
    source = tmp_path / "generic.c"
    source.write_text(f"#include <assert.h>\n{BEFORE}\n{functions}\nint main(void) {{ {calls} return 0; }}\n")
    subprocess.run(["gcc", "-w", "-o", tmp_path / "generic", source], check=True)
    subprocess.run([tmp_path / "generic"], check=True)


@pytest.mark.parametrize(("body", "said"), [
    ("return _Generic(1, long: 3);", "_Generic has no expression for 1, of type int"),
    ("return _Generic(1, int: 3, plain: 4);", "_Generic has 2 expressions for int"),
    ("int *p; return _Generic(p, int *: 3, default: 4);", "not supported: _Generic with int *, whose target may be qualified"),
])
def test_what_selects_nothing(body: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        load_text(f"{BEFORE}\nint main(void) {{ {body} }}", "f.c")
