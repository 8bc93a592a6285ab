"""What one operand is stays what it is while the next ones are evaluated, whoever changes what it was read from."""

from __future__ import annotations

import pytest
from c_systems import holds

CALLS = {"by name": "set()", "by a pointer": "by()", "by what a pointer points to": "(*by)()", "by a member": "s.by()",
         "by an element": "each[0]()", "in an expression": "(1 ? by : set)()", "by a parenthesis": "(set)()"}
BEFORE = """
int i, *p, a[32], m[32][2], b[8], *r[2] = { a, a + 20 };
struct { int y[2]; } t[32];
int set(void) { i = 20; p = a + 20; return 0; }
int (*by)(void) = set, (*each[2])(void) = { set, set };
struct { int (*by)(void); } s = { set };
int first(int x, int y) { return x; }
"""
OPERANDS = [
    ("int x = ++i + {};", "x == 1"), ("int x = (i = 5) * 2 - {};", "x == 10"), ("int x = (++i < 10 + {});", "x == 1"),
    ("int x = a[++i] + {};", "x == 7"), ("a[++i] = {};", "a[1] == 0 && a[20] == 8"), ("a[++i] += {} + 1;", "a[1] == 8"),
    ("m[++i][{}] = 5;", "m[1][0] == 5 && m[20][0] == 0"), ("int x = m[++i][{}];", "x == 3"), ("m[++i][{}]++;", "m[1][0] == 4"),
    ("t[++i].y[{}] = 5;", "t[1].y[0] == 5"), ("p = a; *++p = {};", "a[1] == 0 && a[21] == 0"),
    ("p = a; int x = (++p)[{}];", "x == 7"),
    ("p = a; int x = *(++p + {});", "x == 7"), ("p = a; int x = ++p == a + 1 + {};", "x == 1"),
    ("int x = first(++i, {});", "x == 1"), ("int x[2] = {{ ++i, {} }};", "x[0] == 1"), ("int *x = &m[++i][{}];", "x == m[1]"),
    ("int x = (++i, i) + {};", "x == 1"), ("int x = -++i + {};", "x == -1"), ("int x = (char)++i | {};", "x == 1"),
    ("int x = (i++ ? 3 : i) + {};", "x == 1"), ("double x = ++i * 0.5 + {};", "x == 0.5"), ("r[++i - 1][{}] = 5;", "a[0] == 5"),
    ("int x = ++i << 1 ^ {};", "x == 2"), ("long long x = ++i + {} + 0LL;", "x == 1"), ("int x = !(i -= 0) + {};", "x == 1"),
]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(("statement", "then"), OPERANDS)
def test_operands_stay_what_they_were(statement: str, then: str, call: str) -> None:
    begin = "a[1] = 7; a[20] = 8; m[1][0] = 3;"
    assert holds(f"{begin} {statement.format(CALLS[call])} assert(i == 20);", BEFORE)
    assert holds(f"{begin} {statement.format(CALLS[call])} assert({then});", BEFORE)


@pytest.mark.parametrize(("access", "same"), [
    ("m[(x & 1) + 1][one()]", "m[x + 1][1]"), ("t[(x & 1) + 2].y[one()]", "t[x + 2].y[1]"),
    ("m[1 + (x > 0)][(j++, 1)]", "m[x + 1][1]")])
def test_rows_that_an_index_cannot_be_are_not_accessed(access: str, same: str) -> None:
    before = """int m[4][2], j; struct { int y[2]; } t[4]; unsigned in(void); int one(void) { return 1; }
                void fill(void) { for (int i = 0; i < 4; i++) m[i][1] = t[i].y[1] = i; }
                int nines(void) { int n = 0; for (int i = 0; i < 4; i++) n += (m[i][1] == 9) + (t[i].y[1] == 9); return n; }"""
    for given in (0, 1):
        body = f"unsigned x = in() & 1; fill(); int r = {access}; assert(r == {same}); {access} = 9; assert({same} == 9);"
        assert holds(f"{body} assert(nines() == 1);", before, **{"in": given})


def test_a_pointer_is_moved_from_where_the_right_side_leaves_it() -> None:
    before = "int a[10], *p = a; int f(void) { p++; return 1; } int (*by)(void) = f;"
    assert holds("p += f(); assert(p == a + 2); p -= f(); assert(p == a + 2); p += by(); assert(p == a + 4);", before)


@pytest.mark.parametrize("access", ["r = i[f()];", "r = *&i[f()];", "int *q = &i[f()]; r = *q;", "i[f()]++; r = --a[0];",
                                    "r = i[(i = 3, a)];", "r = __builtin_expect(i, f() != 0) + 1;", "r = i[*g()];", "r = 0[a];"])
def test_what_is_written_first_is_evaluated_first(access: str) -> None:
    before = "int a[4] = {1, 2, 3, 4}, i, r; int *f(void) { i = 3; return a; } int (*g(void))[4] { i = 3; return &a; }"
    assert holds(f"{access} assert(r == 1);", before)


@pytest.mark.parametrize("made", ["q = i == 0 ? (int[]){7 + i} : q;",
                                  "q = i != 0 ? q : &(struct { int x; }){7 + i}.x;", "i == 0 && (q = (int[]){7 + i});",
                                  "i || (q = (int[]){7 + i});"])
def test_a_literal_is_made_where_it_is_evaluated(made: str) -> None:
    assert holds(f"int i = 0, *q = 0; again: {made} i++; if (i < 3) goto again; assert(*q == 7);")


@pytest.mark.parametrize("call", ["memset(&i, 0, sizeof i)", "memcpy(&i, b, sizeof i)", "(b[0] = 0, i = 0)"])
def test_functions_that_write_memory_change_operands(call: str) -> None:
    assert holds(f"i = 4; int x = ++i + ({call}, 1); assert(x == 6 && i == 0);", f"#include <string.h>\n{BEFORE}")
    assert holds(f"i = 4; a[++i] = ({call}, 1); assert(a[5] == 1 && i == 0);", f"#include <string.h>\n{BEFORE}")
