"""Bit-fields: their values, their promotions and where they lie are those of gcc."""

from __future__ import annotations

import pathlib
import re
import subprocess

import pytest
from c_systems import holds

from synth.errors import InputError
from synth.frontends.c.load import load_text
from synth.transition import Kind

BEFORE = """
#include <string.h>
#include <stddef.h>
enum E { P, Q, R };
struct F { unsigned a : 3; int b : 5; _Bool t : 1; enum E e : 2; unsigned : 0; signed char c : 4; int : 3; long long w : 40; };
struct G { unsigned u : 31; unsigned v : 32; int i : 32; unsigned long n : 20; unsigned long long m : 40; long l : 33; };
struct H { char before; struct F f; short after; };
typedef union { unsigned raw; struct { unsigned low : 4, high : 12; _Bool flag : 1; int sign : 15; } in; unsigned top : 9; } U;
static struct F first = { 5, -3, 1, R, -8, 7 };
static struct F made(int a, int b) { struct F f = { .b = b, .a = a }; return f; }
static int sum(struct F f) { return f.a + f.b; }
"""

TRUE = [
    "struct F f; f.a = 9; f.b = 17; f.t = 6; f.e = R; f.c = 8; f.w = -1; assert(f.a == 1 && f.b == -15 && f.t == 1 && f.e == 2);"
    " assert(f.c == -8 && f.w == -1 && sizeof f == 16);",
    "struct F f = { 1 }; assert((f.a = 12) == 4 && (f.b = 31) == -1 && (f.t = 2) == 1 && f.a == 4);"
    " assert(f.a++ == 4 && f.a == 5);",
    "struct F f = { 7, 15 }; assert(f.a++ == 7 && f.a == 0 && --f.a == 7 && ++f.b == -16 && f.b-- == -16 && f.b == 15);",
    "struct F f = { 7, -16 }; f.a += 3; f.b *= 3; f.t |= 4; f.a <<= 2; assert(f.a == 0 && f.b == -16 && f.t); f.b >>= 2;"
    " assert(f.b == -4); f.b /= 3; assert(f.b == -1); f.a = ~f.a; assert(f.a == 7);",
    "struct G g = { -1, -1, -1, -1, -1, -1 }; assert(g.u > 0 && -1 < (int)g.u && g.u - g.u - 1 < 0);"  # 31 bits are an int
    " assert(g.v - g.v - 1 > 0 && g.i < 0 && g.n - g.n - 1 < 0);",
    "struct G g = { 0 }; g.m = 1ull << 39; assert((g.m << 1) == 0 && g.m + g.m == 0 && g.m + 0ull + g.m == 1ull << 40);",
    "struct G g = { 0 }; assert(g.m - 1 == 0xffffffffffu && g.m - 1 > 0 && -g.m == 0 && ~g.m == 0xffffffffffu);",
    "struct G g = { 0 }; g.m = 0x8000000000u; assert(g.m * 2 == 0 && g.m >> 39 == 1 && (unsigned)g.m == 0 && (int)(g.m >> 8) < 0);",
    "struct G g = { 0 }; g.l = 0x1ffffffffll; assert(g.l == -1 && g.l + 1u == 0 && (g.l < 0u) && g.l + 1ul == 0);",
    "struct G g = { 0 }; g.l = 0xffffffffu; assert(g.l > 0 && g.l == 0xffffffffll && (long)(g.l - 1) == 0xfffffffell);",
    "struct G g = { 0 }; g.i = -5; g.n = 0xfffff; assert(g.n == 1048575 && ++g.n == 0 && g.i % 3 == -2 && g.n - 1 < 0);",
    "assert(first.a == 5 && first.b == -3 && first.t && first.e == R && first.c == -8 && first.w == 7);",
    "struct F f = { .t = 5, .c = 3, .b = -1 }; assert(f.a == 0 && f.b == -1 && f.t == 1 && f.c == 3 && f.w == 0);",
    "struct F a[2] = { { 1, 2, 0 }, [1] = { .a = 3, 4 } }; assert(a[0].b == 2 && a[1].a == 3 && a[1].b == 4 && a[1].t == 0);",
    "struct F f = made(9, 3), g = f, *p = &g; assert(sum(f) == 4 && p->a == 1); p->b = -2; assert(g.b == -2 && f.b == 3);"
    " f = *p; assert(f.b == -2 && (*p).a == f.a && sum(*p) == -1);",
    "struct F f = made(3, 4), g; memcpy(&g, &f, sizeof g); assert(g.a == 3 && g.b == 4); memset(&g, 0, sizeof g);"
    " assert(!g.a && !g.b && !g.w); memset(&g, 255, sizeof g); assert(g.a == 7 && g.b == -1 && g.w == -1);",
    "struct H h = { 'x', { 2, 3 }, 9 }, *q = &h; struct F *f = &h.f; f->a = 6;"
    " assert(q->f.a == 6 && h.before == 'x' && h.after == 9);"
    " short *s = &h.after; char *c = &h.before; assert(*s == 9 && *c == 'x' && (void *)c == (void *)q);"
    " assert(sizeof h == 32 && offsetof(struct H, after) == 24);",
    "int i = 1; struct F a[3] = { { 1 }, { 2 }, { 3 } }; a[i].b = -7; a[i + 1].a = 8 + i; a[i - 1].a += a[i].b;"
    " assert(a[1].b == -7);"
    " assert(a[2].a == 1 && a[0].a == 2);",
    "U u; u.raw = 0; u.in.low = 0x1b; u.in.high = 0xabc; assert(u.raw == 0xabcb); u.in.flag = 2; u.in.sign = -1;"
    " assert(u.raw == 0xffffabcbu && u.top == 0x1cb && u.in.sign == -1); u.top = 1; assert(u.raw == 0xffffaa01u && u.in.low == 1);",
    "U u = { .in = { .high = 3, .low = 2 } }; assert(u.raw == 0x32); u.raw = 0x80010000u; assert(u.in.flag && u.in.sign == -16384);"
    " unsigned char *b = (unsigned char *)&u; assert(b[2] == 1 && b[3] == 0x80); b[0] = 0xff; assert(u.in.low == 15);",
    "union { unsigned char all; struct { unsigned char x : 1, y : 2, z : 5; } in; } u = { 0xb5 };"
    " assert(u.in.x == 1 && u.in.y == 2 && u.in.z == 22); u.in.y++; assert(u.all == 0xb7);",
    "struct { int s : 1; unsigned u : 1; int two : 2; } f = { 1, 1, 2 }; assert(f.s == -1 && f.u == 1 && f.two == -2);"
    " f.s++; f.u++; f.two++; assert(f.s == 0 && f.u == 0 && f.two == -1 && (f.two << 1) == -2 && f.u << 3 == 0);",
    "struct F f = { 3 }; switch (f.a) { case 3: f.b = 2; break; default: f.b = 1; } assert(f.b == 2 && (f.a ? f.b : 9u) == 2);"
    " for (f.a = 0; f.a < 7; f.a++) f.b = f.a; assert(f.b == 6 && !(f.a < f.b) && (f.t = f.a) && f.t == 1 && -f.a == -7);",
    "struct { char a; int b : 7; int : 0; char c; long d : 35; struct { int e : 3; }; } s = { 1, -64, 2, -1, { 3 } };"
    " assert(sizeof s == 24 && s.b == -64 && s.c == 2 && s.d == -1 && s.e == 3); s.e++; assert(s.e == -4);",
    "struct F f = { 2 }, *p = &f; f.e = Q; assert(p->e == Q && (p->a |= 1) == 3 && !!p->a && (float)p->a == 3.0f); p->b = 2.9;"
    " assert(p->b == 2); p->c = -1.5f; assert(p->c == -1);",
    "struct F f = { 6, 3 }; int r = f.a > 3 && f.b < 4; f.a = f.b = 9; assert(r && f.a == 1 && f.b == 9 && (f.a, f.b) == 9);",
    "struct { unsigned long u : 40; long s : 33, t : 63; } b = { 1, 1, 1 };"
    " assert(sizeof(b.u + 0) == 8 && sizeof(b.s + 1) == 8 && sizeof(-b.t) == 8 && sizeof(b.u + b.s) == 8);",
    "struct { unsigned char a : 5; unsigned short b : 9; } f = { 31, 511 };"
    " assert(f.a + 1 == 32 && f.b + 1 == 512 && ~f.a == -32);",
]


def may_fail(text: str, **options: str) -> bool:
    """Whether there is a failing assertion that the reading does not rule out."""
    return any(place.kind is Kind.ERROR for place in load_text(text, "f.c", **options).system.places)


@pytest.mark.parametrize("body", TRUE)
def test_bit_fields_mean_what_they_mean_in_c(body: str) -> None:
    assert holds(body, BEFORE)


def test_so_gcc_says(tmp_path: pathlib.Path) -> None:
    functions = "\n".join(f"static void f{i}(void) {{ {body} }}" for i, body in enumerate(TRUE))
    calls = " ".join(f"f{i}();" for i in range(len(TRUE)))
    source = tmp_path / "fields.c"
    source.write_text(f"#include <assert.h>\n{BEFORE}\n{functions}\nint main(void) {{ {calls} return 0; }}\n")
    subprocess.run(["gcc", "-w", "-o", tmp_path / "fields", source], check=True)
    subprocess.run([tmp_path / "fields"], check=True)


LAID_OUT = [
    "char a; int b : 7; char c;", "int a : 30; int b : 3; char c;", "char a : 3; short b : 14; char c;",
    "long long a : 33; char c;",
    "char a; long long b : 40; char c;", "char a; int : 0; char c;", "char a; long : 3; char c;",
    "short a : 9; int b : 23; char c;",
    "_Bool a : 1; _Bool b : 1; char c;", "char a[3]; int b : 8; int d : 1; char c;", "double a; long b : 1; char c;",
    "int a : 1; long long b : 63; char c;", "char a; struct { int b : 3; } s; char c;",
    "char a; union { char d[4]; short s; } u; char c;",
    "char a; union { int b : 3; char d; } u; char c;", "struct { int : 3; char x; } s; char c;", "enum { Z } a : 1; char c;",
    "unsigned a : 16, : 5, b : 12; char c;", "char a; unsigned long b : 20; char c;", "short : 0; char c;",
]


@pytest.mark.parametrize(("model", "option"), [("LP64", "-m64"), ("ILP32", "-m32")])
def test_they_lie_where_gcc_has_them(model: str, option: str) -> None:
    text = "".join(f"struct S{i} {{ {members} }};\n" for i, members in enumerate(LAID_OUT))
    asked = [f"sizeof(struct S{i}) * 256 + __builtin_offsetof(struct S{i}, c)" for i in range(len(LAID_OUT))]
    found = subprocess.run(["gcc", option, "-S", "-x", "c", "-o", "-", "-"], input=f"{text}int all[] = {{ {', '.join(asked)} }};\n",
                           capture_output=True, text=True, check=True).stdout
    numbers = re.findall(r"\.long\s+(\d+)", found)
    assert len(numbers) == len(LAID_OUT)
    own = " && ".join(f"{question} == {number}" for question, number in zip(asked, numbers, strict=True))
    assert not may_fail(f"{text}void reach_error(void);\nint main(void) {{ if (!({own})) reach_error(); }}", data_model=model)


@pytest.mark.parametrize(("body", "said"), [
    ("struct F f; int *p = &f.b;", "the address of a bit-field, f.b"),
    ("struct F f, *q = &f; return sizeof(q->a);", "sizeof of a bit-field, q->a"),
    ("return offsetof(struct F, w);", "offsetof of a bit-field, w"),
    ("struct { int a : 33; } s;", "a bit-field a of 33 bits and type int"),
    ("struct { int a : 0; } s;", "a bit-field a of 0 bits and type int"),
    ("struct { int : -1; } s;", "a bit-field of -1 bits and type int"),
    ("struct { _Bool a : 2; } s;", "a bit-field a of 2 bits and type _Bool"),
    ("struct { float a : 3; } s;", "a bit-field a of type float"),
    ("int n = 3; struct { int a : n; } s;", "not supported: the width of a bit-field that is no constant"),
    ("struct F f; return ((unsigned char *)&f)[1];", "not supported: bytes of pointers, of bit-fields"),
    ("struct F f, g; return memcmp(&f, &g, sizeof f);", "not supported: bytes of pointers, of bit-fields"),
    ("struct F f; memset(&f, 3, sizeof f); return f.a;", "not supported: bytes of pointers, of bit-fields"),
])
def test_what_bit_fields_have_not(body: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        load_text(f"{BEFORE}\nint main(void) {{ {body} }}", "f.c")


def test_overflow_is_that_of_the_promoted_type() -> None:
    text = "struct { int a : 4; int b : 32; } s; int any(void); int main(void) { s.a = 7; s.a++; %s }"
    assert not may_fail(text % "", signed_overflow="error")
    assert may_fail(text % "s.b = any(); s.b++;", signed_overflow="error")


def test_a_bit_field_that_has_no_value_yet_has_any() -> None:
    text = "void reach_error(void); int main(void) { struct { unsigned a : 3; int b : 2; } s; if (%s) reach_error(); }"
    assert not may_fail(text % "s.a > 7 || s.b > 1 || s.b < -2")
    assert may_fail(text % "s.a == 7 && s.b == -2")


@pytest.mark.parametrize("operation", ["b.s * 2", "2 * b.s", "b.s *= 2", "b.s * 4", "b.t * 2", "b.u * 3"])
def test_products_leave_types_that_only_bit_fields_have(operation: str) -> None:
    text = ("int main(void) { struct { long s : 40, t : 63, u : 34; } b = { 0x7fffffffff, 0x3fffffffffffffff, 0x1ffffffff };"
            " long x = 0; %s return x != 0; }")
    assert may_fail(text % f"x = {operation};", signed_overflow="error")
    assert not may_fail(text % "x = (b.s >> 20) * 2;", signed_overflow="error")
