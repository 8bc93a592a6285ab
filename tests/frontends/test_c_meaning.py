"""What C's expressions, statements and declarations mean."""

from __future__ import annotations

import pytest
from c_systems import holds, system

from synth.errors import InputError
from synth.transition import Kind

TRUE = [
    "assert(-1 > 1u);",
    "assert((unsigned char)300 == 44);",
    "assert((signed char)200 == -56);",
    "assert(-7 / 2 == -3 && -7 % 2 == -1);",
    "assert('a' == 97 && '\\n' == 10 && '\\x41' == 'A' && '\\377' == -1);",
    "assert(0x10 == 16 && 010 == 8 && 0b101 == 5);",
    "assert(2147483647 + 1 < 0 && 2147483648 > 0);",
    "assert(0xffffffff > 0 && sizeof(0xffffffff) == 4 && sizeof(4294967295) == 8);",
    "assert(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long) == 8 && sizeof(double) == 8);",
    "struct { char a; int b; short c; } s; assert(sizeof s == 12 && sizeof(s.c) == 2 && sizeof(int[3]) == 12);",
    "assert(sizeof(x++) == 4 && x == 5);",
    "unsigned char c = 255; c++; assert(c == 0);",
    "signed char c = 127; c++; assert(c == -128);",
    "_Bool b = 256; assert(b == 1); b += 5; assert(b == 1); b--; assert(b == 0);",
    "bool t = true; assert(t && !false);",
    "assert((x = 3, x + 1) == 4);",
    "int y = x++ + 10; assert(y == 15 && x == 6);",
    "int y = ++x; assert(y == 6); y = x--; assert(y == 6);",
    "int y = 0; if (x == 4 && (y = 1)) ; assert(y == 0); if (x == 5 || (y = 2)) ; assert(y == 0);",
    "int y = x > 4 ? x++ : x--; assert(y == 5 && x == 6);",
    "x = x > 9 ? 1 : 2; assert(x == 2);",
    "x <<= 2; x |= 3; x ^= 1; x &= ~2; x %= 7; assert(x == 6);",
    "assert((-8 >> 1) == -4 && (0x80000000 >> 31) == 1);",
    "assert(INT_MAX == 2147483647 && INT_MIN < 0 && UINT_MAX == -1 && CHAR_BIT == 8 && LONG_MAX > INT_MAX);",
    "uint8_t a = -1; int16_t b = 40000; uint64_t c = -1; assert(a == 255 && b < 0 && c == UINT64_MAX && SIZE_MAX == c);",
    "enum E { A, B = 7, C } e = C; assert(A == 0 && e == 8 && sizeof(e) == 4); e = -1; assert(e > 0);",
    "enum { N = -1, M } e = N; assert(e < 0 && M == 0);",
    "typedef unsigned char T; T t = 257; { typedef int T; T u = 257; assert(u == 257); } assert(t == 1);",
    "int s = 0; for (int i = 0; i < 10; i++) { if (i == 3) continue; if (i == 6) break; s += i; } assert(s == 12);",
    "int s = 0; do { s++; if (s == 2) continue; } while (s < 5); assert(s == 5);",
    "int s = 0; switch (x) { case 1: s = 1; case 5: s += 2; case 6: s += 4; break; default: s = 9; } assert(s == 6);",
    "int s = 0; switch (x + 2) { default: s = 9; case 5: s += 2; } assert(s == 11);",
    "switch (x) { case 9: assert(0); }",
    "int s = 0; switch (x) { while (s < 9) { case 5: s += 3; } } assert(s == 9);",
    "int s = 0; goto in; { s = 5; in: s++; } assert(s == 1);",
    "int s = 0; again: if (s++ < 4) goto again; assert(s == 5);",
    "int x = 1; { int x = 2; assert(x == 2); } assert(x == 1);",
    "assert(twice(3) == 6 && next() == 1 && next() == 2);",
    ("struct P p = {1, {2, 3}}, q; q = p; q.a[1] = 9; assert(p.a[1] == 3 && q.a[0] == 2); "
     "assert(total(q) == 12 && make(4).a[1] == 4);"),
    "struct P p = {.a = {[1] = 5}, .n = 2}; struct P r[2] = {p, {7}}; r[1] = r[0]; assert(r[1].a[1] == 5 && r[1].n == 2);",
    "struct P p = {1, 2, 3}; int m[][2] = {1, 2, 3}; assert(p.a[1] == 3 && m[1][0] == 3 && m[1][1] == 0 && sizeof m == 16);",
    "union { float f; unsigned u; } v = {1.0f}; assert(v.u == 0x3f800000); v.u = 0; assert(v.f == 0);",
    "assert(counter == 0 && start == 7 && table[2] == 0);",
    "int y = ({ int t = x; t * 2; }); assert(y == 10);",
    "assert(abs(-5) == 5 && labs(7) == 7);",
    "if (x != 5) exit(1); else if (!x) abort(); assert(x == 5);",
    "unsigned u = 1; assert(u - 2 > 0 && (int)(u - 2) == -1);",
    "long l = x; assert(l - 6 < 0 && l - 6u < 0 && x - 6u > 0);",
    "unsigned short s = 65535; assert(s * s < 0);",
    "signed char c = -1; assert((unsigned)c == 4294967295u && (c & 0xff) == 255);",
    "const int n = 3; static int k = 4; extern int start; register int z = n + k + start; assert(z == 14);",
    "assert(1 ? 1 : nothing());",
    "assert(-(x > 3) == -1 && !x == 0 && ~x == -6 && +x == 5);",
    "assert((2 > 1) + (3 > 1) == 2);",
    "unsigned char a = 200, b = 100; assert(a + b == 300 && (a >> 1) == 100 && a / b == 2 && (unsigned char)(a + b) == 44);",
    "long long a = 1LL << 40; assert((int)a == 0 && a >> 40 == 1 && (a | 1) != a);",
]
BEFORE = """
static int counter, start = 7; int table[4] = { 1, 2 }; int x = 5;
struct P { int n; int a[2]; };
static int twice(int v) { if (v) return v + v; return 0; }
static int next(void) { static int calls; return ++calls; }
static int total(struct P p) { p.n += p.a[0]; return p.n + p.a[1]; }
static struct P make(int v) { struct P p = { v, { v, v } }; return p; }
"""


@pytest.mark.parametrize("body", TRUE)
def test_assertions_that_hold_in_c(body: str) -> None:
    assert holds(body, BEFORE)


def test_assertions_that_do_not_hold_fail() -> None:
    assert not holds("assert(x == 6);", BEFORE)


def test_data_models_differ() -> None:
    text = ("#include <limits.h>\nint main(void) { long x = -1; assert((x > 1u) == (sizeof(long) == 4));"
            " assert(LONG_MAX / 2 == INT_MAX / 2); }")
    assert [p.kind for p in system(text, data_model="ILP32").places] == [Kind.ENTRY, Kind.EXIT]
    assert [p.text for p in system(text).places] == ["", "(0x7fffffffffffffffL / 2) == (0x7fffffff / 2)"]
    with pytest.raises(InputError, match="there are LP64, ILP32"):
        system(text, data_model="LP32")


def test_division_and_shifts_are_total() -> None:
    assert holds("int z = in(); assert(7 / z == -1 && -7 / z == 1 && 7 % z == 7 && 7u / z == -1);", "int in(void);")
    assert holds("int d = in(); assert(1 << d == 0 && -1 >> d == -1 && 4000000000u >> d == 0);", "int in(void);", **{"in": 32})
    assert holds("long z = in(), w = z; int n = -7; assert(n / (int)z == 1 && w / z == -1 && n << 40 == 0);", "int in(void);")


def test_locals_that_are_not_initialised_have_any_value() -> None:
    assert holds("int y; assert(y != 3);", y=4)
    assert not holds("int y; assert(y != 3);", y=3)
    assert not holds("extern int e; assert(e != 3);", e=3)


FLOATS = [
    "float f = 0.1f; assert(f != 0.1 && f > 0.1 && f < 0.11);",
    "float f = 1; f = f / 3; assert(f * 3 == 1.0f && f != 1.0 / 3);",
    "double d = 0.1 + 0.2; assert(d != 0.3 && d > 0.3);",
    "float f = 16777216.0f; f = f + 1.0; assert(f == 16777216);",
    "float f = 1e-45f; f *= 0.5; assert(f == 0 && !f && -f == f);",
    "float f = 100; int n = 0; while (f > 0) { f /= 2; n++; } assert(n == 157);",
    "double d = 1e308; d *= 10; assert(d > 1e308 && d == d + 1); d -= d; assert(d != d && !(d < 1) && !(d >= 1));",
    "float f = -2.5f; int k = (int)-2.5; assert(k == -2 && f < -2); assert(-f == 2.5);",
    "int n = 16777217; float f = n; double d = n; assert(f == 16777216 && d == 16777217 && (int)f != n && (int)d == n);",
    "unsigned u = 4294967295u; float f = u; assert(f == 4294967296.0 && (double)u == 4294967295.0 && u * 1.0 > 4294967294.0);",
    "double d = -7.9; int n = d; unsigned char c = 255.9f; long l = d * 1e10; assert(n == -7 && c == 255 && l == -79000000000);",
    "float f = 0.1f; double d = f; assert(d > 0.1 && (float)d == f && (float)(d * 3) == (float)(f * 3.0));",
    "long l = 1; float f = 0; while (l < 1000000000000) { l = l * 10; f = f + l; } assert(f > 1.1e12f && l == (long)1e12);",
    "long l = (1L << 53) + 1; assert((double)l == 1L << 53); l = (1L << 40) + (1L << 16) + 1; assert((float)l > 1L << 40);",
    "unsigned long u = -1; assert((double)u == 0x1p64 && (float)(u >> 40) == (u >> 40) && (unsigned long)0x1.8p63 == 3UL << 62);",
    "double d = 1; int n = 0; while (d < 1e9) { d *= 10; n++; } short s = n / 2.0; _Bool b = d - 1e9; assert(s == 4 && !b);",
    "float f = 2.5f; long n = 3; n += f; assert(n == 5); f += n; assert(f == 7.5f && (n > f) == 0 && (n ? f : n) == 7.5);",
    "float f = 3; assert(f ? 1 : 0); f = 0x1.8p1f; assert(f == 3 && f >= 3 && f <= 3 && !(f != 3)); _Bool b = f; assert(b);",
]


@pytest.mark.parametrize("body", FLOATS)
def test_floating_point(body: str) -> None:
    assert holds(body)


def test_typeof_names_the_type_of_an_expression_that_is_not_evaluated() -> None:
    before = """struct S { int a; long long b[3]; struct S *next; };
        int seven(void) { return 7; }
        typeof(int *) same(int *p) { typeof(p) q = p; return q; }
        #define MAX(a, b) ({ __typeof__(a) first = (a); __typeof(b) second = (b); first > second ? first : second; })"""
    assert holds("""struct S s = {5}, *p = &s; int n = 3;
        s.b[2] = 1ll << 40;
        typeof(*p) copy = s, *there = &copy;
        typeof(p->b) all;
        const typeof(((struct S *)0)->b[1]) one = p->b[2];
        all[2] = one;
        assert(sizeof all == 24 && all[2] == 1ll << 40 && there->a == 5 && *same(&copy.a) == 5);
        assert(MAX(n, 1ll << 33) == 1ll << 33 && sizeof(typeof(s.a)) == 4 && (typeof(n))2.9 == 2);
        typeof(n++) after = n;
        typeof(seven) *call = seven;
        assert(after == 3 && call() == 7 && ((typeof(p))&copy)->a == 5);
        for (typeof(n) i = 0; i < 2; i++) n += i;
        assert(n == 4);""", before)
    assert not holds("int n = 3; typeof(n) x; assert(x != 9);", x=9)


def test_the_address_of_a_member_of_an_object_at_null_is_where_the_member_is() -> None:
    before = """#include <stddef.h>
        struct I { char c; int d[3]; }; typedef struct { short s; struct I inner; char *p; } T;
        #define AT(type, member) ((size_t) &((type *)0)->member)"""
    assert holds("""assert(AT(T, s) == 0 && AT(T, inner) == 4 && AT(T, inner.d[2]) == offsetof(T, inner.d[2]));
        assert((unsigned long)(&((T *)NULL)->p) == offsetof(T, p) && (char)(int)&((struct I *)(void *)0)->d == 4);""", before)
    assert system("struct S { int a; } s; int main(void) { struct S *p = &s; return (int)(long)&p->a; }").limited
