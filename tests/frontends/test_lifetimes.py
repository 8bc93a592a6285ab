"""How long objects live (C11, 6.2.4, 6.5.2.5, 7.22.3): what is done to one that is gone fails in a run, what is allowed in none."""

from __future__ import annotations

import pytest

from synth.analysis.simulation.simulator import Simulator
from synth.errors import InputError
from synth.frontends.c.load import load_text

_HEAD = """
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct s { int x; int *a; };
int *g;
"""

GONE = {
    "a parameter's copy of a pointer, freed and allocated again":
        "void f(int *p) { if (p) free(p); int *q = malloc(4); if (!q) exit(0); *q = 1; if (p) *p = 3; g = q; }"
        " int main(void) { for (int i = 0; i < 2; i++) f(g); free(g); }",
    "a local of an earlier call": "int f(int *p) { int x = 5; int r = p ? *p : 0; g = &x; return r; }"
                                                 " int main(void) { for (int i = 0; i < 2; i++) f(g); }",
    "an inner block entered again": "void f(int *p) { { int x = 1; if (p) *p = 2; g = &x; } }"
                                    " int main(void) { for (int i = 0; i < 2; i++) f(g); }",
    "freed before it is assigned to": "int f(void) { free(g); return 1; }"
                                      " int main(void) { g = malloc(4); if (g) *g = f(); }",
    "freed before it is added to": "int f(void) { free(g); return 1; }"
                                   " int main(void) { g = malloc(4); if (g) { *g = 1; *g += f(); } }",
    "freed while an index is evaluated": "int f(struct s *p) { free(p); return 0; }"
                                         " struct t { int a[2]; }; int main(void) { struct t *p = calloc(1, sizeof *p);"
                                         " return p ? p->a[f((struct s *)0) + (free(p), 1)] : 0; }",
    "a compound literal of a function that returned": "int *f(void) { return (int[]){1, 2}; } int main(void) { return *f(); }",
    "a compound literal of an earlier round":
        "int main(void) { for (int i = 0; i < 2; i++) { if (g) *g = 1; int *p = &(int){3}; g = p; } }",
    "a parameter of an earlier call": "int h(int x) { if (x == 2) return *g; g = &x; return x; }"
                                      " int main(void) { for (int i = 1; i < 3; i++) h(i); }",
    "a pointer parameter of an earlier call": "int **gg; int h(int *q, int i) { if (i) return **gg; gg = &q; q = q; return 0; }"
                                              " int main(void) { int x = 1; for (int i = 0; i < 2; i++) h(&x, i); }",
    "a block that a case enters again":
        "int main(void) { int i = 0; L: switch (i) { int x; case 0: g = &x; i = 1; break; case 1: return *g; } goto L; }",
    "a block that is entered again, its declaration passed over":
        "int main(void) { int i = 0; L: i++; { if (i == 2) goto M; int x; M: if (i == 2) return *g; g = &x; } goto L; }",
    "lost before exit": "int main(void) { int *p = malloc(4); p = 0; exit(0); }",
}

THERE = {
    "assigned after a call that frees another": "int f(int *p) { free(p); return 1; }"
                                                " int main(void) { g = malloc(4); int *q = malloc(4);"
                                                " if (g) *g = f(q); else free(q); free(g); }",
    "a compound literal of a block around": "int main(void) { int *p = (int[]){1, 2}; for (int i = 0; i < 2; i++) p[i]++; }",
    "a compound literal of the file": "int *p = (int[]){1, 2}; int main(void) { for (int i = 0; i < 2; i++) p[i]++; }",
    "a local of the caller": "int f(int *p) { return *p; } int main(void) { int x = 1; for (int i = 0; i < 3; i++) f(&x); }",
    "known to the caller at exit": "void f(int *p) { if (p) *p = 1; exit(0); } int main(void) { int *p = malloc(4); f(p); }",
    "known to a parameter at exit": "void f(int *p) { if (p) *p = 1; exit(0); } int main(void) { f(malloc(4)); }",
    "more than there can be": "int main(void) { char *p = calloc(1ul << 62, 16); if (p) p[0] = 1; }",
}


def _fails(text: str) -> bool:
    system = load_text(_HEAD + text, "program.c", asked="memory-safety").system.within_limits()
    return bool(Simulator(system, 0).run().failing)


@pytest.mark.parametrize("text", GONE.values(), ids=GONE.keys())
def test_what_is_gone_is_not_used(text: str) -> None:
    assert _fails(text)


@pytest.mark.parametrize("text", THERE.values(), ids=THERE.keys())
def test_what_is_there_is_used(text: str) -> None:
    assert not _fails(text)


@pytest.mark.parametrize("text", [
    "int main(void) { int *p = malloc(10); if (!p) return 0; ((char *)p)[9] = 1; free(p); }",
    "int main(void) { g = malloc(4); int *q = realloc(g, 0); if (!q) free(g); }",
])
def test_what_is_not_looked_at_is_a_limit(text: str) -> None:
    """The rest of a block behind its last element, and whether realloc to nothing frees."""
    program = load_text(_HEAD + text, "program.c", asked="memory-safety")
    assert program.system.limited and not _fails(text)


@pytest.mark.parametrize("text", [
    "int main(void) { char *s[2]; for (int i = 0; i < 2; i++) s[i] = __builtin_alloca(2); s[0][1] = 1; }",
    "struct t { int a[2]; }; struct t f(void) { struct t x = {{1}}; return x; } int main(void) { int *p = f().a; return *p; }",
])
def test_what_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="not supported"):
        load_text(_HEAD + text, "program.c")
