"""Pointers into one object each: what they mean is what gcc makes of them, where they leave their object an assertion fails."""

from __future__ import annotations

import pathlib
import subprocess

import pytest
from c_systems import holds

from synth.errors import InputError
from synth.frontends.c.load import load_text

BEFORE = """
struct P { int n; int a[3]; };
struct Q { struct P p; char c; };
static int counter, table[4] = { 1, 2, 3, 4 }, grid[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
static int sum(const int a[], int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
static int last(int *a, int n) { return *(a + n - 1); }
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static void count(int *n) { (*n)++; }
static void twice(int *n) { count(n); count(n); }
static int length(const char *s) { const char *p = s; while (*p) p++; return p - s; }
static int same(const char *a, const char *b) { while (*a && *a == *b) { a++; b++; } return *a == *b; }
static void copied(char *to, const char *from) { while ((*to++ = *from++)); }
static int total(const struct P *p) { int s = p->n; for (int i = 0; i < 3; i++) s += p->a[i]; return s; }
static void moved(struct P *p) { p->n++; (*p).a[1] = p->n; }
static int trace(int m[2][3]) { return m[0][0] + m[1][1]; }
static int rest(struct P p) { return p.a[0] + p.a[1] + p.a[2]; }
static int row(int *r) { return r[0] * 100 + r[1] * 10 + r[2]; }
static int least(int a[3]) { int *m = a; int i; for (i = 1; i < 3; i++) if (a[i] < *(m + 0)) *m = a[i]; return *m; }
"""

TRUE = [
    "int x = 3, y = 4; swap(&x, &y); assert(x == 4 && y == 3);",
    "int x = 0; twice(&x); twice(&x); assert(x == 4); twice(&counter); assert(counter == 2);",
    "int a[4] = { 1, 2, 3, 4 }; assert(sum(a, 4) == 10 && sum(a + 1, 2) == 5 && sum(&a[2], 2) == 7 && last(a, 4) == 4);",
    "assert(sum(table, 4) == 10 && sum(grid[1], 3) == 15 && row(grid[0]) == 123 && trace(grid) == 6);",
    "int a[3] = { 3, 1, 2 }; assert(least(a) == 1 && a[0] == 1);",
    "int a[5], *p; for (p = a; p < a + 5; p++) *p = p - a; assert(a[0] == 0 && a[4] == 4 && p == &a[5] && p != a);",
    "int a[5] = { 1, 2, 3, 4, 5 }, s = 0; int *p = a + 5; while (p > a) s = s * 10 + *--p; assert(s == 54321);",
    "int a[3] = { 1, 2, 3 }; int *p = a; int x = *p++; assert(x == 1 && *p == 2); x = *++p; assert(x == 3);"
    " *p-- = 9; assert(a[2] == 9);",
    "int a[3] = { 1, 2, 3 }; int *p = a; p += 2; p[-1] = 7; assert(a[1] == 7 && p[0] == 3); p -= 1; (*p)++; assert(a[1] == 8);",
    "int x = 1; int *p = &x; *p += 4; *p <<= 1; assert(x == 10 && p[0] == 10 && *&x == 10 && &x == p);",
    "char s[] = \"hello\"; assert(sizeof s == 6 && s[4] == 'o' && s[5] == 0 && length(s) == 5 && length(s + 3) == 2);",
    "char s[8] = \"hi\"; assert(s[2] == 0 && s[7] == 0 && same(s, \"hi\") && !same(s, \"ho\") && !same(s, \"hit\"));",
    "char s[4] = \"\\x41\\102\\n\", t[4]; copied(t, s); assert(t[0] == 'A' && t[1] == 'B' && t[2] == 10 && t[3] == 0);",
    "const char *s = \"ab\" \"cd\"; assert(s[3] == 'd' && length(s) == 4 && \"xyz\"[1] == 'y' && *\"q\" == 'q');",
    "struct P p = { 1, { 2, 3, 4 } }; assert(total(&p) == 10); moved(&p); assert(p.n == 2 && p.a[1] == 2 && total(&p) == 10);",
    "struct Q q[2] = { { { 1, { 1, 1, 1 } }, 'a' } }; moved(&q[0].p); struct Q *r = q; r++; r->c = 'z'; r->p.a[2] = 5;"
    " assert(q[0].p.n == 2 && q[1].c == 'z' && total(&q[1].p) == 5 && (r - 1)->c == 'a' && sum(r->p.a, 3) == 5);",
    "struct P a[2] = { { 1 }, { 2 } }, *p = &a[1], b; b = *p; p->n = 9; assert(b.n == 2); *p = b; assert(a[1].n == 2);",
    "int x = 1, y = 2, k = counter; int *p = k ? &x : &y; *p = 7; assert(x == 1 && y == 7); k = 1; assert(*p == 7);",
    "int a[2] = { 1, 2 }, b[3] = { 3, 4, 5 }; int *p = counter ? a : b; p[2] = 8; assert(b[2] == 8 && p[1] == 4);",
    "int a[3] = { 0 }; int *p = a; if (p) a[0] = 1; if (!p || p == 0) a[1] = 1; assert(p && p != (void *)0 && sum(p, 3) == 1);",
    "int a[2] = { 0 }; int *p = a, *q; q = p; q++; assert(q - p == 1 && p < q && q >= p && q == a + 1);"
    " assert(sizeof p == sizeof(void *));",
    "int m[2][2] = { { 1, 2 }, { 3, 4 } }; int (*r)[2] = m; r++; assert((*r)[1] == 4 && r[-1][1] == 2 && *r[0] == 3);",
    "int a[3] = { 5, 6, 7 }, i = 0; a[i++] = *(a + 2); assert(a[0] == 7 && i == 1); long k = 2; assert(*(a + k) == 7);",
    "unsigned char b[2] = { 250 }; unsigned char *p = b; *p += 10; assert(*p == 4 && sizeof *p == 1 && (*p ^ 1) == 5);",
    "int a[3] = { 4, 5, 6 }; unsigned u = 2; int *p = a; p++; assert(p[u - 1] == 6 && *(p + u - 1) == 6 && p + u == a + 3);"
    " unsigned long k = 1; p += k; assert(*p == 6 && p - a == 2 && (p - a) + 1 == 3 && a[u] == 6);",
    "int a[2] = { 1, 2 }, k = 5; int *p = a; assert(k > 4 || p[k] == 3); assert(!(k < 2 && p[k]) && (k < 2 ? p[k] : 1));"
    " long n = 1L << 40; assert(n < 2 && p + n < a + 2 || *p == 1);",
    "float f = 1; float *p = &f; *p /= 4; assert(f == 0.25f);",
]

ORDERED = [
    "static int i; int a[4] = { 0, 1, 2, 3 }; int *p = a; int r = *(p + i + (i = 1)); assert(r == 1);",
    "int m[2][2] = { { 1, 2 }, { 3, 4 } }; int *best; for (int i = 0; i < 2; i++) { int *row = m[i]; if (i == 0) best = row; }"
    " assert(best[0] == 1 && best[1] == 2);",
    "int x = 1, y = 2, *q, i; for (i = 0; i < 2; i++) { int *p = i ? &x : &y; if (i == 0) q = p; } assert(*q == 2);",
    "char string[3] = \"ab\"; const char *s = \"xy\"; int i = 0; while (i < 1) { i++; string[2] = 0; } assert(string[0] == 'a');"
    " assert(s[0] == 'x');",
    "struct P p = { 1, { 2, 3, 4 } }, *q = &p; (void)q; assert(rest(*q) == 9 && sizeof *q == 16);",
    "int x = 1; int *p = &x; int y = *p + (x = 5); assert(y == 6); y = x + (*p = 2); assert(y == 7 && x == 2);",
    "int x = 2; int *p = &x; x = (*p)++ + x; assert(x == 5); counter = 3; int *q = &counter; assert(counter++ + *q == 7);",
    "int x = 1; count(&x); int y = x + (count(&x), x); assert(y == 5);",
    "int a[3] = { 1, 2, 3 }; int *p = a; *p++ = *p; assert(a[0] == 2 && p == a + 1); *p = *p++ + *p; assert(a[1] == 5);",
]
"""What C leaves open and is read from left to right here."""

FALSE = [
    "int a[3] = { 0 }; int *p = a; p += 3; int x = *p;",
    "int a[3] = { 0 }; int *p = a; p--; *p = 1;",
    "int x = 0; int *p = &x; x = p[1];",
    "int a[3] = { 1, 1, 1 }; int s = sum(a, 4);",
    "char s[2] = \"hi\"; int n = length(s);",
    "int a[2], b[3]; int *p = counter ? b : a; p[2] = 8;",
    "int a[3]; int *p = a; long k = 1L << 40; p += k; *p = 1;",
    "int a[4] = {0}; int *p = a; p += 2147483647; p += 2147483647; p += 2; *p = 1;",
    "int a[4] = {0}; int *p = a; *(p + 2147483647 + 2147483647 + 2) = 1;",
    "int x; int *p = &x; p += 2147483647; p += 2147483647; p += 2; *p = 1;",
    "int a[4] = {0}; int *p = a; p -= 2147483647; p -= 2147483647; assert(p > a); p -= 2; a[0] = *p;",
    "int a[2] = {0}; int *p = a; for (long i = 0; i < 4; i++) p += 1L << 30; *p = 1;",
    "char a[2] = {0}; char *p = a; unsigned u = 4294967295u; p += u; p++; *p = 1;",
    "int a[3] = { 0 }; unsigned u = -1; int *p = a + 1; a[0] = p[u];",
    "int *p; int a[2] = { 0 }; if (counter) p = a; else counter = *(p = a, p + 2);",
]

REFUSED = [
    ("int x; long y = 1 + &x;", "a pointer as a number"),
    ("int x; int *p = &x; int y = p + 1 != 3;", "a pointer as a number"),
    ("int x; int *p = &x; int y = *p + p;", "a pointer as a number"),
    ("char *s = \"ab\"; s[0] = 'x';", "writing to a string"),
    ("int a[2]; int *p = a; int x = p + p;", "a pointer as a number"),
    ("int a[2]; int *p = a; int *q = 1 - p;", "- of a pointer"),
    ("int x, y; assert(&x < &y);", "< of pointers into different objects"),
    ("int x; x = *x;", "is no object"),
    ("int x = \"abc\" + 1 == \"bc\";", "== of pointers into two string literals"),
    ("const char *s = \"abc\"; int x = s != \"abc\";", "!= of pointers into two string literals"),
    ("float f; int *p = (int *)&f;", "a pointer to float as one to int"),
    ("int x; void *p = &x; *p = 1;", "a pointer to void that is followed"),
    ("struct N *n = 0; n++;", "a pointer to struct N that is moved"),
    ("union { int *p; int i; } u;", "pointers and _Bool in unions"),
]


@pytest.mark.parametrize("body", [*TRUE, *ORDERED])
def test_pointers_mean_what_they_mean_in_c(body: str) -> None:
    assert holds(body, BEFORE)


def test_so_gcc_says(tmp_path: pathlib.Path) -> None:
    functions = "\n".join(f"static void f{i}(void) {{ counter = 0; {body} }}" for i, body in enumerate(TRUE))
    calls = " ".join(f"f{i}();" for i in range(len(TRUE)))
    source = tmp_path / "pointers.c"
    source.write_text(f"#include <assert.h>\n{BEFORE}\n{functions}\nint main(void) {{ {calls} return 0; }}\n")
    subprocess.run(["gcc", "-w", "-o", tmp_path / "pointers", source], check=True)
    subprocess.run([tmp_path / "pointers"], check=True)


@pytest.mark.parametrize("body", FALSE)
def test_leaving_an_object_fails(body: str) -> None:
    assert not holds(body, BEFORE)


@pytest.mark.parametrize(("body", "said"), REFUSED)
def test_what_is_refused(body: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        load_text(f"int main(void) {{\n{body}\nreturn 0; }}\n", "file.c")
    assert said in str(refused.value) and str(refused.value).startswith("file.c:2:")


@pytest.mark.parametrize("claim", ["p - x == 2", "x < p", "p >= x + 2", "q - x == 0", "p - q == 2", "s.a + 1 <= r", "r - s.a == 1"])
def test_pointers_that_only_their_initialisers_set_are_compared(claim: str) -> None:
    before = "int x[3], *p = x + 2, *const q = x; struct { int a[4]; } s; int *r = s.a + 1;"
    assert holds(f"assert({claim});", before)
    assert not holds(f"assert(!({claim}));", before)


@pytest.mark.parametrize("claim", [
    "&s[1].a < &s[1].b", "&s[1].b < &s[2].a", "&s[i].a < &s[i + 1].a", "&s[i].b - &s[i].a == 1", "&s[i + 1].a - &s[i].a == 2",
    "&u.h[1] > &u.h[0] && &u.h[1] >= &u.t.b && &u.t.a < &u.h[1]", "(char *)&n.c < (char *)&n.in[i]",
    "(char *)&n.in[i].z - (char *)&n == 8 + 8 * i"])
def test_parts_of_one_object_are_in_order(claim: str) -> None:
    before = """struct { int a, b; } s[3]; union { struct { short a, b; } t; int i; short h[2]; } u; unsigned in(void);
                struct { char c; struct { char c[3]; int z; } in[2]; } n;"""
    for given in (0, 1):
        assert holds(f"unsigned i = in() & 1; assert({claim});", before, **{"in": given})
        assert not holds(f"unsigned i = in() & 1; assert(!({claim}));", before, **{"in": given})
