"""Verdicts on programs with memory: what is said of all runs is said only where it holds."""

from __future__ import annotations

import json
import pathlib
import time
from typing import Any

import pytest
from sampled import some

import synth
from synth.analysis.certificates.obligations import bounded
from synth.analysis.safety import failing_runs
from synth.analysis.turns import in_turns
from synth.errors import InputError
from synth.frontends.c.load import load

BEFORE = """
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
struct node { int v; struct node *next; };
static int a[100000], b[100000];
"""

PROVED = [
    ("safety", "int main(void) { for (int i = 0; i < 100000; i++) a[i] = 7;"
               " for (int i = 0; i < 100000; i++) assert(a[i] == 7); }"),
    ("safety", "int main(void) { int n = __VERIFIER_nondet_int(); if (n <= 0) return 0; int c[n];"
               " for (int i = 0; i < n; i++) c[i] = i;"
               " int k = __VERIFIER_nondet_int(); if (0 <= k && k < n) assert(c[k] == k); }"),
    ("safety", "int main(void) { int i = 300; goto in; { int c[100000]; in: c[i] = 3; assert(c[i] == 3); } }"),
    ("memory-safety", "int main(void) { switch (__VERIFIER_nondet_int()) { int c[5000]; case 0: c[4] = 5; break;"
                      " default: c[3] = 6; } return 0; }"),
    ("memory-safety", "int main(void) { int *p = (int[6000]){0}; p[17] = 4; return p[5999]; }"),
    ("memory-safety", "int main(void) { int n = __VERIFIER_nondet_int(); if (n <= 0) return 0; int *p = malloc(n * sizeof *p);"
                      " if (!p) return 0; for (int i = 0; i < n; i++) p[i] = i; free(p); return 0; }"),
    ("memory-safety", "int main(void) { int *q; { q = __builtin_alloca(8); } q[1] = 3; return q[1]; }"),
    ("memory-safety", "int main(void) { int n = __VERIFIER_nondet_int(); while (n-- > 0) { struct node *p = malloc(sizeof *p);"
                      " if (!p) return 0; p->v = n; free(p); } return 0; }"),
    ("memory-safety", "int main(void) { unsigned long n = __VERIFIER_nondet_ulong(); char *p = malloc(n); if (!p) return 0;"
                      " int i = __VERIFIER_nondet_int(); if (i >= 0 && (unsigned long)i < n) p[i] = 0; free(p); return 0; }"),
    ("memory-safety", "int main(void) { unsigned long n = __VERIFIER_nondet_ulong(); if (n == 0) return 0; char p[n];"
                      " int i = __VERIFIER_nondet_int(); if (i >= 0 && (unsigned long)i < n) p[i] = 0; return 0; }"),
    ("safety", "int main(void) { int k = 0, *p = 0; { again:; int x = 5; if (k == 1) { assert(p == &x); return 0; }"
               " p = &x; k = 1; goto again; } }"),
    ("termination", "static int f(int n) { return n <= 0 ? 0 : f(n - 1) + f(n - 2); }"
                    " int main(void) { return f(__VERIFIER_nondet_int()); }"),
    ("termination", "static unsigned odd(unsigned); static unsigned even(unsigned n) { return n == 0 || odd(n - 1); }"
                    " static unsigned odd(unsigned n) { return n != 0 && even(n - 1); }"
                    " int main(void) { return even(__VERIFIER_nondet_int()); }"),
    ("safety", "static void fill(int *p, int n) { if (n > 0) { p[n - 1] = 1; fill(p, n - 1); } }"
               " int main(void) { int c[8]; fill(c, 8); return 0; }"),
    ("safety", "int main(void) { b[0] = a[0]; for (int i = 1; i < 100000; i++) b[i] = b[i - 1] + a[i];"
               " for (int i = 0; i < 100000; i++) assert(b[i] == 0); }"),
]

SPECIAL = "int main(void) { for (int i = 0; i < 99990; i++) { if (i == 99000) WRITE int x = a[i + 1]; assert(x == 0); } }"
CHANGED_BEFORE = [
    "{ a[i + 1] = 1; a[i + 2] = a[i + 3] + a[i + 4] + a[i + 5] + a[i + 6]; }",
    "{ a[i + 1] = 1; for (int j = 0; j < 10; j++) b[j] = 1; }",
    "for (int j = 0; j < 10; j++) a[i + j] = 1;",
    "{ int *p = &a[i]; p[1] = 1; a[0] = a[1] = a[2] = 0; }",
    "{ int j = 0; do a[i + j] = j; while (j++ < 1); }",
    "{ if (i % 2) { a[i] = 2; a[i + 2] = 3; } else { a[i + 1] = 1; for (int j = 0; j < 3; j++) b[j] = 1; } }",
]

LATE = """static int n; static int f(void) { int t; for (t = 0; t < n; t++); return a[0]; }
int main(void) { int i, x, y; n = __VERIFIER_nondet_int(); for (i = 1; i < 90000; i++) { a[i] ASSIGN f() + (i == 80000);
x = a[i]; y = a[0]; assert(x == 0); } return y; }"""

FETCHED_BEHIND_GOTO = """static int f(void) { int p = 0, x; x = a[0]; x = a[1]; x = a[2];
again: x = a[p]; if (x + 1234567 != __VERIFIER_nondet_int()) { p = __VERIFIER_nondet_int() & 255; goto again; } return 5; }
int main(void) { int m = 300, j = 400; a[m] = f(); b[j] = a[m]; assert(b[j] == 0); return 0; }"""

NOT_PROVED = [
    ("safety", FETCHED_BEHIND_GOTO),
    ("memory-safety", "static int g; static int f(void) { g++; return g & 7; }"
                      " int main(void) { for (int i = 0; i <= 100000; i++) a[i] = f(); return 0; }"),
    ("safety", "static int f(int i) { assert(i < 100000); return 5; }"
               " int main(void) { for (int i = 0; i <= 100000; i++) a[i] = f(i); return 0; }"),
    ("memory-safety", "static int f(void) { a[3]++; return 1; } int main(void) { int n = 70000; int *p = malloc(n * sizeof(int));"
                      " if (!p) return 0; for (int i = 0; i <= n; i++) *(p + i) += f(); free(p); return 0; }"),
    ("termination", "int main(void) { goto in; { int c[100000]; in: c[0] = 3; } for (;;) ; return 0; }"),
    *(("safety", LATE.replace("ASSIGN", operator)) for operator in ("=", "+=")),
    *(("safety", SPECIAL.replace("WRITE", write)) for write in CHANGED_BEFORE),
    ("safety", "int main(void) { int *p = calloc(100000, 4); if (!p) return 0; for (int i = 0; i < 100000; i++) {"
               " if (i == 99000) { free(p); p = malloc(400000); if (!p) return 0; } int x = p[i]; assert(x == 0); } }"),
    ("safety", "int main(void) { int i = 0; again: if (i < 99000) { if (i == 98000) a[i + 1] = 1;"
               " if (i == 98001) { int x = a[i]; assert(x == 0); } i++; goto again; } }"),
    ("safety", "int main(void) { int i = 0, s = 0; while (i < 99000) switch (s) { case 0: if (i == 98000) a[i] = 1; s = 1; break;"
               " case 1: { int x = a[i]; assert(x == 0); i++; s = 0; } } }"),
    ("safety", "struct pair { int x, y; }; static struct pair c[100000]; int main(void) { for (int i = 0; i < 100000; i++) {"
               " if (i == 99000) { struct pair t = {0, 1}; c[i] = t; } struct pair u = c[i]; assert(u.y == 0); } }"),
    ("safety", "struct rows { int w[3]; int y; }; static struct rows c[100000]; static void set(int *p) { p[1] = 5; }"
               " int main(void) { int x = __VERIFIER_nondet_int(); if (x < 20 || x >= 100000) return 0;"
               " c[x].y = 1; set(c[1].w); assert(c[1].w[1] != 5); }"),
    ("safety", "struct rows { int w[3]; int y; }; static void set(int *p) { p[1] = 5; }"
               " int main(void) { int n = __VERIFIER_nondet_int(); if (n < 30 || n > 1000) return 0;"
               " struct rows *q = malloc(n * sizeof *q); if (!q) return 0; q[25].y = 1; set(q[1].w); assert(q[1].w[1] != 5); }"),
    ("safety", "int main(void) { for (int i = 0; i < 99999; i++) a[i] = 7;"
               " for (int i = 0; i < 100000; i++) assert(a[i] == 7); }"),
    ("safety", "int main(void) { for (int i = 0; i < 100000; i++) a[i] = i == 5000 ? 8 : 7;"
               " int k = __VERIFIER_nondet_int(); if (0 <= k && k < 100000) { int x = a[k], y = b[k]; (void)y;"
               " assert(x == 7); } }"),
    ("safety", "int main(void) { a[70000] = 1; int s = 0; for (int i = 0; i < 100000; i++) s += a[i]; assert(s == 0); }"),
    ("safety", "int main(void) { a[60000] = 3; int i = 60000, j = 2; int x = a[i]; int y = a[j]; assert(x <= y); }"),
    ("safety", "static int x, *p[10000]; int main(void) { for (int i = 0; i < 10000; i++) p[i] = &x;"
               " for (int i = 0; i < 10000; i++) *p[i] = 1; assert(x == 0); }"),
    ("safety", "static int g; static void f(int n) { g++; if (n > 0) f(n - 1); } int main(void) { f(40); assert(g == 1); }"),
    ("safety", "static void f(int *p, int n) { if (n > 0) { *p += 1; f(p, n - 1); } }"
               " int main(void) { int x = 0; f(&x, 40); assert(x < 40); }"),
    ("termination", "static int *f(int n, int *p) { return n <= 0 ? p : f(n - 1, p); } int main(void) { int x = 1;"
                    " int *q = f(1000, &x); while (*q) { } }"),
    ("termination", "static int done; static void f(int n) { if (n == 0) done = 0; else f(n - 1); }"
                    " int main(void) { done = 1; f(50); while (!done) { } }"),
    ("safety", "int main(void) { int x = 0; for (int i = 0; i < 10000; i++) { x = i >= 20000 ? a[i - 20000] : b[i]; }"
               " assert(x != 0); }"),
    ("safety", "int main(void) { int i = 0; b[9000] = 1; while (i < 0 ? a[i + 1] == 0 : b[i] == 0) i++; assert(i < 6000); }"),
    ("safety", "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 5000 || n > 100000) return 0;"
               " int *p = malloc(20 * sizeof(int)); if (!p) return 0; for (int i = 0; i < 20; i++) p[i] = 0; p[15] = 1;"
               " int *q = realloc(p, n * sizeof(int)); if (!q) { free(p); return 0; } assert(q[15] == 0); free(q); return 0; }"),
    ("termination", "static void f(int n, int *p) { if (*p <= 0) return; if (n != 77777) *p = *p - 1; f(n, p); }"
                    " int main(void) { int x = 500; f(__VERIFIER_nondet_int(), &x); return 0; }"),
    ("safety", "int main(void) { for (int i = 0; i < 10000; i++) a[i] = 1; int n = __VERIFIER_nondet_int();"
               " if (n < 0 || n > 100000) return 0; int *p = malloc(n * sizeof(int)); if (!p) return 0;"
               " assert(n != 0); free(p); }"),
    ("termination", "static void f(int n, int *p) { if (*p <= 0) return; if (n != 77777) *p = *p - 1; f(n, p); }"
                    " static void h(int n) { int x = 500; f(n, &x); } int main(void) { h(3); h(__VERIFIER_nondet_int()); }"),
    ("termination", "static int done; static void h(int n, int *p);"
                    " static void f(int n, int *p) { done++; if (*p <= 0) return; h(n, p); }"
                    " static void h(int n, int *p) { f(n, p); } int main(void) { int x = 500; f(3, &x); return 0; }"),
    ("termination", "int main(void) { a[6000] = 1; a[7000] = 1; int x = a[6000] + a[7000]; while (x) { } }"),
    ("termination", "int main(void) { static int c[10000]; int i = __VERIFIER_nondet_int(); if (i < 5000 || i >= 10000) return 0;"
                    " c[i] = 1; while (c[i] == 1 && c[i - 1] == 0) { } }"),
    ("termination", "int main(void) { a[90000] = 1; int i = 0; while (i < 100000) if (a[i] == 0) i++; }"),
    ("memory-safety", "int main(void) { int *p = malloc(4); if (!p) return 0; if (__VERIFIER_nondet_int()) free(p); free(p); }"),
    ("memory-safety", "static int *keep; int main(void) { keep = malloc(4); if (!keep) return 0; keep = 0; return 0; }"),
    ("memory-safety", "int main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }"),
    ("memory-safety", "static void f(int n) { if (n <= 0) { malloc(3); return; } f(n - 1); }"
                      " int main(void) { int n = __VERIFIER_nondet_int(); if (n < 100) return 0; f(n); return 0; }"),
    ("memory-safety", "int main(void) { int *p = 0; int i = 0; again: { int x = i; if (i == 1) return *p; p = &x; } i++;"
                      " if (i < 2) goto again; return 0; }"),
    ("memory-safety", "static int *k; static int f(int i) { int x = i; if (i == 0) { k = &x; return 0; } x = 3; return *k; }"
                      " int main(void) { int i = 0; l: f(i); i++; if (i < 2) goto l; return 0; }"),
    ("safety", "int main(void) { int *p = malloc(4); if (!p) return 0; free(p); int *q = malloc(4); if (!q) return 0;"
               " assert(p != q); return 0; }"),
    ("safety", "int main(void) { int x = 0, y = 0; for (int i = 0; i < 10000; i++) { if (i >= 20000) x = a[i - 20000];"
               " else if (b[i] == 5) y = 1; } assert(x + y == 1); return 0; }"),
    ("valid-memcleanup", "int main(void) { int *p = malloc(4); (void)p; _Exit(0); }"),
    ("safety", "int main(void) { int k = 0, *p = 0; again: { int x = 5; if (k == 1) { assert(p == &x); return 0; }"
               " p = &x; k = 1; goto again; } }"),
    ("memory-safety", "int main(void) { a[__VERIFIER_nondet_int()] = 1; return 0; }"),
]


SWITCHED = ("static int f(int n) { switch (n) { case 3: return f(2) + 1; case 2: return 5; default: return 0; } }"
            " int main(void) { assert(f(3) == 6); }")


def test_a_function_is_called_within_its_own_switch(tmp_path: pathlib.Path) -> None:
    assert verdict(tmp_path, "safety", SWITCHED, 20.0) is True


def verdict(tmp_path: pathlib.Path, asked: str, text: str, seconds: float) -> bool | None:
    file = tmp_path / "program.c"
    file.write_text(f"{BEFORE}{text}\n", encoding="utf-8")
    return synth.prove(file, property=asked, timeout=seconds, replay=False)[asked].holds


@pytest.mark.parametrize(("asked", "text"), some(PROVED, PROVED[::2]))
def test_what_holds_is_proved(tmp_path: pathlib.Path, asked: str, text: str) -> None:
    assert verdict(tmp_path, asked, text, 60.0) is True


@pytest.mark.parametrize(("asked", "text"), NOT_PROVED)
def test_what_does_not_hold_is_not_proved(tmp_path: pathlib.Path, asked: str, text: str) -> None:
    assert verdict(tmp_path, asked, text, 3.0) is not True


WITHIN = "struct w { int x[2]; union { int i; unsigned char c[4]; } u; }; static struct w c[100000]; int main(void) { int j = 400; "

FAILING_BY_ELEMENTS = [
    "c[300].x[0] = 7; c[300].x[0] = f(); b[j] = c[300].x[0]; assert(b[j] == 7); }",
    "c[300].x[0] = 7; c[300].x[0] += f(); b[j] = c[300].x[0]; assert(b[j] == 7); }",
    "int i = 0; c[300].x[i] = g(&i); assert(c[300].x[0] == 0); }",
    "c[300].u.c[0] = f(); b[j] = c[300].u.i; assert(b[j] == 0); }",
    "c[300].x[0] = 1; c[301].x[0] = 2; c[302].x[0] = 3; b[j] = ((c[300].x[0] != c[301].x[0]) & (c[300].x[0] != c[302].x[0]) &"
    " (c[301].x[0] != c[302].x[0])) + ((c[303].x[0] & 0) + (c[304].x[0] & 0)); assert(b[j] == 0); }",
]
"""An access that begins before elements of the same array are looked at, and ends behind that."""


def fails_by_elements(file: pathlib.Path, text: str, asked: str) -> bool:
    """Whether a run that fails is found in the reading of a program for proofs."""
    file.write_text(f"{BEFORE}{text}\n", encoding="utf-8")
    wider = load(str(file)).about(asked).wider
    assert wider is not None
    return any(in_turns(*failing_runs(bounded(wider.system).cautious(False), time.monotonic() + 20.0, 0)))


@pytest.mark.parametrize("access", ["a[i] = 3", "int *p = b; *(p + i) = 3", "int *p = b; p += i; *p = 3"])
def test_no_bits_are_cut_off_an_index_that_is_wider_than_an_address(tmp_path: pathlib.Path, access: str) -> None:
    text = f"int main(void) {{ long long i = 1LL + __VERIFIER_nondet_int(); i += 0xffffffffLL; {access}; return 0; }}\n"
    (tmp_path / "program.c").write_text(BEFORE + text, encoding="utf-8")
    with pytest.raises(InputError, match="moved by long long, which is wider than an address"):
        load(str(tmp_path / "program.c"), data_model="ILP32")
    load(str(tmp_path / "program.c"))


@pytest.mark.parametrize("text", FAILING_BY_ELEMENTS)
def test_runs_that_fail_are_in_the_reading_for_proofs(tmp_path: pathlib.Path, text: str) -> None:
    called = "static int f(void); static int g(int *i); "
    bodies = " static int f(void) { int x = c[11].x[1]; return 5; } static int g(int *i) { *i = 1; return c[12].x[0] + 5; }"
    assert fails_by_elements(tmp_path / "program.c", f"{called}{WITHIN}{text}{bodies}", "safety")


@pytest.mark.parametrize("index", ["n", "n + 1", "99999 + n", "-n"])
@pytest.mark.parametrize("access", ["a[INDEX] = f()", "*(a + (INDEX)) += f()", "a[INDEX]++"])
def test_runs_that_leave_an_array_are_in_the_reading_for_proofs(tmp_path: pathlib.Path, index: str, access: str) -> None:
    """Also where that is checked behind the right side."""
    text = ("static int f(void) { b[7] = 3; return 5; } int main(void) { int n = __VERIFIER_nondet_int();"
            f" if (n <= 0 || n > 200000) return 0; {access.replace('INDEX', index)}; return b[n & 63]; }}")
    assert fails_by_elements(tmp_path / "program.c", text, "memory-safety")


MEMBER_FIRST = """extern void reach_error(void); struct s { int w[3]; int y; } c[100000];
int main(void) { int x = __VERIFIER_nondet_int(); if (x < 20 || x >= 100000) return 0; c[x].y = 1;
    int *p = (int *)(c + 1); *p = 5; if (c[1].w[0] == 5) reach_error(); }"""


def test_elements_that_are_looked_at_are_not_taken_for_the_first_ones(tmp_path: pathlib.Path) -> None:
    with pytest.raises(InputError, match="a pointer to struct s as one to int"):
        verdict(tmp_path, "safety", MEMBER_FIRST, 20.0)


FEW_CALLS = """static unsigned square(unsigned n) { if (n == 0) return 0; return square(n - 1) + 2 * n - 1; }
int main(void) { unsigned n = __VERIFIER_nondet_int(); if (n > MOST) return 0; assert(square(n) == n * n); }"""


def shown_of(file: pathlib.Path, text: str, holds: bool, reading: str) -> dict[str, Any]:
    """The record of a verdict on whether no assertion of a program fails, which is shown of a reading, and confirmed."""
    file.write_text(BEFORE + text, encoding="utf-8")
    found = synth.prove(file, property="safety", timeout=60.0, replay=False)
    record: dict[str, Any] = json.loads(found.json)
    assert found["safety"].holds is holds and record["verdicts"][0][reading] is True
    assert synth.check(record).confirmed is True
    return record


def test_calls_that_are_all_followed_need_no_contract(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "program.c"
    record = shown_of(file, FEW_CALLS.replace("MOST", "6"), True, "followed")
    file.write_text(BEFORE + FEW_CALLS.replace("MOST", "600"), encoding="utf-8")
    assert synth.check(record).confirmed is False


@pytest.mark.parametrize(("asked", "text"), [
    ("memory-safety", "int main(void) { for (int i = 0; i <= 100000; i++) a[i] = 7; return 0; }"),
    ("memory-safety", "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1000) return 0; char c[n]; c[n] = 0; return 0; }"),
    ("safety", "int main(void) { for (int i = 0; i < 100000; i++) { b[i] = 4; a[i] = i; } assert(a[3] == b[4]); }"),
])
def test_what_is_written_far_behind_stops_no_run(tmp_path: pathlib.Path, asked: str, text: str) -> None:
    assert verdict(tmp_path, asked, text, 30.0) is False


def test_what_was_written_far_behind_is_not_taken_for_what_was_there_before(tmp_path: pathlib.Path) -> None:
    text = "int main(void) { a[500] = 1; int *p = a + 500; b[*p] = 2; assert(a[500] == 1 && *p == 1 && b[1] == 2); }"
    assert verdict(tmp_path, "safety", text, 3.0) is not False


MANY_INPUTS = """int main(void) { int c[SIZE]; for (int i = 0; i < SIZE; i++) c[i] = __VERIFIER_nondet_int();
    if (c[20] == 7 && c[SIZE - 1] == 9) abort(); assert(c[SIZE - 2] != 300); }"""


def test_all_elements_of_arrays_are_read_where_runs_need_them(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "program.c"
    record = shown_of(file, MANY_INPUTS.replace("SIZE", "50"), False, "all_elements")
    file.write_text(BEFORE + MANY_INPUTS.replace("SIZE", "50").replace("300", "301"), encoding="utf-8")
    assert synth.check(record).confirmed is False
    file.write_text(BEFORE + MANY_INPUTS.replace("SIZE", "30"), encoding="utf-8")
    with pytest.raises(InputError, match="no reading 'all_elements'"):
        synth.check(record)


GREATEST = """int main(void) { int c[SIZE]; for (int i = 0; i < SIZE; i++) c[i] = __VERIFIER_nondet_int(); int most = c[0];
for (int i = 1; i < SIZE; i++) if (c[i] > most) most = c[i]; for (int i = 0; i < LAST; i++) assert(c[i] <= most); }"""


@pytest.mark.slow
def test_short_arrays_are_read_by_elements_where_that_is_easier(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "program.c"
    record = shown_of(file, GREATEST.replace("SIZE", "24").replace("LAST", "24"), True, "by_elements")
    file.write_text(BEFORE + GREATEST.replace("SIZE", "24").replace("LAST", "25"), encoding="utf-8")
    assert synth.check(record).confirmed is False


@pytest.mark.parametrize(("text", "told"), [
    ("int main(void) { int *p = malloc(4); if (p) { free(p); *p = 1; } }", "*p in memory that is not freed"),
    ("int main(void) { int *p = malloc(4); if (p) free(p + 1); }", "free(p + 1) of memory that was allocated and not freed"),
    ("int main(void) { int *p = malloc(4); (void)p; return 0; }", "the memory of malloc(4) is freed in the end"),
    ("int main(void) { struct node *p = 0; return p->v; }", "p->v not through a null pointer"),
])
def test_a_misuse_is_told(tmp_path: pathlib.Path, text: str, told: str) -> None:
    file = tmp_path / "program.c"
    file.write_text(f"{BEFORE}{text}\n", encoding="utf-8")
    found = synth.prove(file, property="memory-safety", timeout=20)["memory-safety"]
    assert found.holds is False and told in found.text
