"""What C leaves open of pointers and memory is read both ways, and what it defines in one: all runs of small programs."""

from __future__ import annotations

import pytest
from all_runs import AllRuns

from synth.frontends.c.load import load_text

BEFORE = """#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
struct S { int a, b; };
static char *known;
static void ends(void) { exit(0); }
"""
GONE = "char *p; { char x = 1; p = &x; }"
FREED = "char *p = malloc(1), *q = p; if (!p) return 0; free(p);"

CASES = [
    (f"{GONE} if (!p) reach_error();", {"", "call"}),
    (f"{GONE} if (p == NULL) reach_error();", {"", "call"}),
    (f"{GONE} if (p) reach_error();", {"", "call"}),
    (f"{FREED} if (!p) reach_error();", {""}),
    (f"{FREED} if (p == NULL) reach_error();", {""}),
    (f"{FREED} if (p != q) reach_error();", {"", "call"}),
    (f"{FREED} q = malloc(1); if (q && p == q) reach_error(); free(q);", {"", "call"}),
    ("char *p, *q; q = p; if (p != q) reach_error();", {"", "call"}),
    ("char x, y; if (&x == &y) reach_error();", {""}),
    ("char x[1], y[1]; if (x + 1 == y) reach_error();", {"", "call"}),
    ("unsigned char x, y = x; if (x != y) reach_error();", {""}),
    ("struct S s, t; t = s; if (s.b != t.b) reach_error();", {""}),
    ("struct S s, t; memcpy(&t, &s, sizeof s); if (s.b != t.b) reach_error();", {""}),
    ("int *p = malloc(4); if (!p) return 0; *p = 7; int *q = realloc(p, 8); if (q) assert(*q == 7);"
     " free(q ? q : p);", {""}),
    ("char *a = malloc(1), *kept = a; if (!a) return 0; *a = 5; a = NULL; char *p = realloc(a, 1); if (p && *p != 5) reach_error();"
     " free(p); free(kept);", {"", "call"}),
    ("char *p = malloc(0), *q = malloc(0); if (p && p == q) reach_error(); free(p); free(q);", {""}),
    ("char *p = malloc(2); if (p) known = p + 2;", {""}),
    ("char *p = malloc(1); ends();", {""}),
    ("char *p = malloc(1); abort();", {""}),
    ("char *p = malloc(1); assert(!p);", {"", "assertion"}),
    ("char *p = malloc(1); if (p) p = 0;", {"", "leak"}),
    ("char *p = malloc(1); for (;;);", {"infinite"}),
]


@pytest.mark.parametrize(("body", "ends"), CASES)
def test_all_runs(body: str, ends: set[str]) -> None:
    program = load_text(f"{BEFORE}int main(void) {{ {body} return 0; }}\n", "open.c", asked="memory-safety")
    assert AllRuns(program, {}).ends == ends


@pytest.mark.parametrize(("body", "ends"), [("ends();", {"", "left"}), ("abort();", {""}), ("known = p;", {"", "left"})])
def test_what_is_left_at_the_end(body: str, ends: set[str]) -> None:
    """`exit` ends a program as the end of `main` does; `abort` leaves all to whoever started it."""
    text = f"{BEFORE}int main(void) {{ char *p = malloc(1); {body} return 0; }}\n"
    assert AllRuns(load_text(text, "left.c", asked="valid-memcleanup"), {}).ends == ends
