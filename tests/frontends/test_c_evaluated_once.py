"""An access to an array evaluates its index once, and what the array is found by, whatever it is made of and how long it is."""

from __future__ import annotations

import pytest
from c_systems import holds

ARRAYS = {
    "short": ("int a[8], m[4][8], *q[8];", "struct { int x, y[4]; int b : 5; } s[8];",
              "union { int i; unsigned char c[4]; } u[8];"),
    "long": ("int a[5000], m[4][8], *q[5000];", "struct { int x, y[4]; int b : 5; } s[5000];",
             "union { int i; unsigned char c[4]; } u[5000];"),
}
FUNCTIONS = """
int j, other;
int next(void) { return j++; }
int *first(void) { j++; return a; }
int (*whole(void))[sizeof a / sizeof *a] { j++; return &a; }
"""
ACCESSES = [
    "a[j++] = 1;", "a[j++] += 1;", "a[j++]++;", "--a[j++];", "other = a[j++];", "int *p = &a[j++]; *p = 2;", "a[next()] = 1;",
    "other = a[next()]++;", "m[j++][2] = 1;", "m[1][j++] = 1;", "other = m[j++][1];", "int *p = m[j++]; p[1] = 1;",
    "(*(j++, &a))[3] = 1;", "(*whole())[3] = 1;", "other = (*whole())[3];", "first()[3] = 1;", "(j++, a)[2] = 1;", "j++[a] = 1;",
    "*(a + j++) = 1;", "s[j++].x = 1;", "s[j++].x++;", "s[1].y[j++] = 1;", "s[j++].y[2] = 1;", "s[j++].b = 3;", "s[j++].b += 3;",
    "s[j++] = s[3];", "s[3] = s[j++];", "other = s[j++].y[1];", "int *p = &s[j++].x; *p = 1;", "int *p = s[j++].y; *p = 1;",
    "u[j++].i = 7;", "u[j++].c[2] = 1;", "other = u[j++].c[1];", "q[j++] = &other;", "q[2] = &other; j = 2; *q[j++] = 4; j = 1;",
    "a[a[j++]] = 1;", "a[a[next()]]++;", "m[a[j++]][a[1]] = 1;", "a[j++] = a[3] ? a[4] : a[5];", "if (a[j++]) other = 1;",
    "other = a[0] && a[j] ? 0 : a[j++];", "for (a[j++] = 0; a[1]; ) ;", "switch (a[j++]) { case 1: other = 1; }",
    "other = sizeof a[j++]; j++;", "a[2] = (a[j++], 3);", "long long w = a[j++]; other = w;", "other = !a[j++];",
]


@pytest.mark.parametrize("made", ARRAYS)
@pytest.mark.parametrize("access", ACCESSES)
def test_side_effects_happen_once(access: str, made: str) -> None:
    before = "\n".join((*ARRAYS[made], FUNCTIONS))
    assert holds(f"{access} assert(j == 1);", before), access
    assert not holds(f"{access} assert(j == 2);", before), access


@pytest.mark.parametrize("access", ["a[j++] = 1;", "a[j++] += 1;", "other = a[j++];", "a[next()]++;", "int *p = &a[j++]; *p = 2;"])
def test_side_effects_happen_once_in_arrays_of_variable_length(access: str) -> None:
    before = "int j, other, in(void); int next(void) { return j++; }"
    assert holds(f"int n = in(); int a[n]; {access} assert(j == 1);", before, **{"in": 9}), access
    assert not holds(f"int n = in(); int a[n]; {access} assert(j == 2);", before, **{"in": 9}), access


@pytest.mark.parametrize("access", ["(t ? a : b)[3]++;", "(t ? (j++, a) : b)[3] = 1; j--;", "int *p = (t ? a : b) + 3; (*p)++;",
                                    "(j++, t ? a : b)[j + 2]++; j--;"])
def test_an_array_that_is_chosen_has_an_index(access: str) -> None:
    before = f"int a[8], b[8], j, in(void);\nvoid set(int t) {{ {access} }}"
    assert holds("int t = in(); set(t); assert(a[3] == 1 && b[3] == 0 && j == 0);", before, **{"in": 1})
    assert holds("int t = in(); set(t); assert(a[3] == 0 && b[3] == 1 && j == -1 * (j != 0));", before, **{"in": 0})
