"""How long objects live (C11, 6.2.4, 6.5.2.5, 7.22.3): what is done to one that is gone fails in a run, what is allowed in none."""

from __future__ import annotations

import pytest

from synth.analysis.simulation.simulator import Simulator
from synth.errors import InputError
from synth.frontends.c.load import load_text

_HEAD = """
#include <assert.h>
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
    "a block that is left after a jump back within it":
        "int main(void) { for (int i = 0; i < 2; i++) { int k = 0; again: if (k || i) return g ? *g : 0; int x = 5; g = &x; k = 1;"
        " if (!i) continue; goto again; } }",
    "a block that is jumped into anew, and back within it":
        "int main(void) { int i = 0; out: i++; { int k = 0; again: if (i == 2) return *g; int x = 5; g = &x; if (k) goto out;"
        " k = 1; goto again; } }",
    "what a pointer held that a jump back leads over, in an earlier round":
        "int main(void) { for (int i = 0; i < 2; i++) { int k = 0; again: if (k || i) exit(0); int *p = malloc(4);"
        " if (!i) continue; k = 1; goto again; } }",
    "an array of variable length that a jump leads back over":
        "int main(void) { int n = 3, k = 0, *p = 0; again:; int a[n]; a[0] = 0; if (k == 1) return *p; p = a; k = 1; goto again; }",
    "a compound literal of a condition": "int main(void) { int *p; if (p = &(int){5}, 1) { } return *p; }",
    "a compound literal of a condition that a jump leads back over":
        "int main(void) { int *p, k = 0; again: if (k) return *p; if (p = &(int){5}, 1) { k = 1; goto again; } }",
    "a compound literal that a jump passes over":
        "int main(void) { int i = 0; out: i++; { if (i == 2) goto past; g = (int[]){1}; past: if (i == 2) return *g; } goto out; }",
    "lost before exit": "int main(void) { int *p = malloc(4); p = 0; exit(0); }",
    "lost before _Exit": "int main(void) { int *p = malloc(4); p = 0; _Exit(0); }",
    "lost before __builtin__exit": "int main(void) { int *p = malloc(4); p = 0; __builtin__exit(0); }",
}

THERE = {
    "assigned after a call that frees another": "int f(int *p) { free(p); return 1; }"
                                                " int main(void) { g = malloc(4); int *q = malloc(4);"
                                                " if (g) *g = f(q); else free(q); free(g); }",
    "a compound literal of a block around": "int main(void) { int *p = (int[]){1, 2}; for (int i = 0; i < 2; i++) p[i]++; }",
    "a compound literal of the file": "int *p = (int[]){1, 2}; int main(void) { for (int i = 0; i < 2; i++) p[i]++; }",
    "before its declaration, to which a jump leads back":
        "int main(void) { int k = 0; int *q = 0; again: if (k) { *q = 1; return 0; } int x[2]; q = x; k = 1; goto again; }",
    "from outside, at its declaration once more":
        "int main(void) { int k = 0, *p = 0; { again:; int x = 5; if (k == 1) { *p = 1; return 0; } p = &x; k = 1; goto again; } }",
    "in a block within, to which a jump leads back":
        "int main(void) { for (int i = 0; i < 2; i++) { int k = 0, *p = 0; { again: if (k) { *p = 1; continue; } } int x; p = &x;"
        " k = 1; goto again; } }",
    "known to a pointer to whose declaration a jump leads back":
        "int main(void) { int k = 0; again: if (k) exit(0); int *p = malloc(4); k = 1; goto again; }",
    "a compound literal to which a jump leads back":
        "struct t { int i; }; int f(void) { struct t *p = 0, *q; int j = 0; again: q = p, p = &((struct t){j++});"
        " if (j < 2) goto again; return p == q && q->i == 1; } int main(void) { int *p = 0; if (!f()) return *p; }",
    "a compound literal of a loop's condition":
        "int main(void) { int *p = 0, *q = 0, k = 0; while (q = p, p = &(int){k}, (q ? *q : k) < 2) k++; }",
    "a local of the caller": "int f(int *p) { return *p; } int main(void) { int x = 1; for (int i = 0; i < 3; i++) f(&x); }",
    "known to the caller at exit": "void f(int *p) { if (p) *p = 1; exit(0); } int main(void) { int *p = malloc(4); f(p); }",
    "known to a parameter at exit": "void f(int *p) { if (p) *p = 1; exit(0); } int main(void) { f(malloc(4)); }",
    "lost before a trap": "int main(void) { int *p = malloc(4); p = 0; __builtin_trap(); }",
    "more than there can be": "int main(void) { char *p = calloc(1ul << 62, 16); if (p) p[0] = 1; }",
}


MOVED = {
    "to the other sign": "char *p = malloc(4); if (!p) return 0; p[0] = 'a'; unsigned char *q = realloc(p, 8);"
                         " if (q) assert(q[0] == 'a');",
    "to the other sign, shorter": "unsigned *p = malloc(8); if (!p) return 0; p[0] = -1u; int *q = realloc(p, 4);"
                                " if (q) assert(q[0] == -1);",
    "numbers to bytes": "int *p = malloc(8); if (!p) return 0; p[0] = 0x01020304; p[1] = 5; char *q = realloc(p, 16);"
                        " if (q) assert(q[0] == 4 && q[3] == 1 && q[4] == 5);",
    "bytes to numbers": "char *p = malloc(4); if (!p) return 0; p[0] = 4; p[1] = p[2] = p[3] = 0; int *q = realloc(p, 8);"
                        " if (q) assert(q[0] == 4);",
    "by a cast": "int *p = malloc(4); if (!p) return 0; p[0] = 4; int *q = realloc((char *)p, 8); if (q) assert(q[0] == 4);",
    "arrays to their elements": "int (*p)[2] = malloc(16); if (!p) return 0; p[0][0] = 4; p[1][1] = 5; int *q = realloc(p, 32);"
                                " if (q) assert(q[0] == 4 && q[3] == 5);",
    "structs to their members": "struct t { int *p; } *p = malloc(8); int x = 3; if (!p) return 0; p->p = &x;"
                                " int **q = realloc(p, 16); if (q) assert(*q[0] == 3);",
    "by the first member": "struct t { int a, b; } *p = malloc(8); if (!p) return 0; p->a = 1; p->b = 7;"
                           " int *q = realloc(&p->a, 16); if (q) assert(q[1] == 7);",
    "more elements than are looked at": "int n = __VERIFIER_nondet_int(); if (n < 14 || n > 30) return 0; int *p = calloc(n, 4);"
                                        " if (!p) return 0; int *q = realloc(p, 80); if (q) assert(q[13] == 0);",
    "what is not read otherwise": "float *p = malloc(4); if (!p) return 0; *p = 1; unsigned *q = realloc(p, 8);"
                                  " if (q) assert(q[0] == 0x3f800000);",
    "bit-fields": "struct t { int x : 3; } *p = malloc(4); if (!p) return 0; p->x = 1; int *q = realloc(p, 8);"
                  " if (q) assert((q[0] & 7) == 1);",
}

NOT_MOVED = {
    "the second, to the other sign": "unsigned *p = malloc(8); if (!p) return 0; p[1] = -1u; int *q = realloc(p, 8);"
                                     " if (q) assert(q[1] != -1);",
    "the first, as bytes": "int *p = malloc(8); if (!p) return 0; p[0] = 1; char *q = realloc(p, 4); if (q) assert(q[0] != 1);",
}


@pytest.mark.parametrize("text", MOVED.values(), ids=MOVED.keys())
def test_realloc_keeps_what_is_read_as_another_type(text: str) -> None:
    assert not _fails(f"int main(void) {{ {text} }}", "safety")


@pytest.mark.parametrize("text", NOT_MOVED.values(), ids=NOT_MOVED.keys())
def test_what_realloc_keeps_may_fail(text: str) -> None:
    assert _fails(f"int main(void) {{ {text} }}", "safety")


def _fails(text: str, asked: str = "memory-safety") -> bool:
    system = load_text(_HEAD + text, "program.c", asked=asked).system.within_limits()
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
