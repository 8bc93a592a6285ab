"""Which expressions mean something else where another order of evaluation is chosen."""

from __future__ import annotations

import pytest

from synth.frontends.c.load import load_text

HEAD = """#include <stdlib.h>
#include <string.h>
int g, a[4];
int next(void) { return ++g; }
int pure(int x) { int y = x; y++; return y + 1; }
int reads(void) { return g; }
int deep(void) { return next() + 1; }
int asks(void) { return nondet(); }
int less(int x, int y) { return x < y; }
int hides(void) { { int g = 0; g++; } g = 7; return 1; }
int adds(int x) { { int g = x; x = g; } g += x; return 1; }
typedef int *A; int through(A a) { a[0] = 5; return 1; }
int ends(int x) { if (x) exit(0); return x; }
int (*by)(void) = next, (*of[2])(); struct { int (*by)(void); } s = { next };
int set(void) { of[0] = reads; return 1; } int ten(int x) { return x; } int (*to)(int) = ten;
int twice(int (*it)(void)) { return it() + 1; }
int loop(void) { for (;;) ; return 0; } int get(int *p) { return *p; } int check(int *p) { if (!p) exit(0); return 0; }
int into(int *p) { int *b[1]; b[0] = p; b[0][0] = 5; return 0; }
int set_at(int *p) { int i = 0; i[p] = 5; return 0; } typedef int *P; P any(P p) { P q = p; q[0] = 5; return q; }
int typed(void) { typedef int P; P p = 1; return p; } int size(void) { return 1; } int *moving = a;
int move(void) { moving = a + 1; return 1; } struct f { int f; } fields, *to_fields = &fields;
int main(void) { int x = nondet(), y = 0;
"""
LINE = HEAD.count("\n") + 1


@pytest.mark.parametrize("text", [
    "less(next(), next());", "x = next() + next();", "x = g + next();", "a[g] = next();", "g += next();", "less(x++, x);",
    "y = x++ + x;", "x = deep() - reads();", "a[x] = x++;", "x = x++;", "y = less(x = 3, x);",
    "int b[2] = {next(), next()};", "int b[1][2] = {{next(), next()}};", "y = asks() - asks();", "y = a[next()] + g;",
    "less(g, hides());", "less(g, adds(1));", "less(a[0], through(a));",
    "a[x] = ends(x);", "a[x & 3] += ends(x);", "y = 9 / x + ends(x);", "y = ends(x) + ends(y);",
    "y = g + by();", "y = by() - (*by)();", "a[g] = s.by();", "less(of[0](), g);", "y = g * twice(by);",
    "y = of[0](set());", "y = (*of)(set());",
    "y = (1 ? by : next)() + g;",
    "y = less(loop(), a[x]);", "y = less(loop(), (reach_error(), 0));", "y = less((exit(0), 0), loop());",
    "y = less(ends(1), loop());", "y = less(check(&x), get(&x));", "y = less((exit(0), 0), by());", "y = x + set_at(&x);",
    "y = x + *any(&x);", "{ int size = 1; y = size + set_at(&size); }", "moving[0] = move();",
    "y = less(to_fields->f, fields.f = 5);",
    "int *b[1] = {&x}; y = less(b[0][0], x = 5);", "y = x + into(&x);", "char s[2] = {1}, *t = s; y = less(strlen(t), s[0] = 0);",
    "y = less((exit(0), 0), !malloc(4));", "y = less((exit(0), 0), (moving = 0, 1));",
    "y = less((exit(0), 0), strlen((char *)moving));",
    "y = less(moving[0], g = 5);", "y = less(moving[1], a[1]++);"])
def test_an_open_order(text: str) -> None:
    assert load_text(f"{HEAD}{text} assert(x + y + g + a[0] < 9); }}", "program.c").open_order == LINE


@pytest.mark.parametrize("text", [
    "x = next();", "x += next();",
    "y = x++;", "y = x++ + 1;", "less(nondet(), nondet());", "x = pure(1) + pure(x);", "x = next() && next();",
    "x = next() ? next() : g;", "x = next(), y = next();", "a[0] = next();", "y = x++ + y;", "less(x++, y);", "next(); next();",
    "y = x + asks() * g;", "y = asks() - nondet();",
    "a[0] = ends(x);", "y = 9 / ends(x);", "y = x + ends(x);", "y = by();", "x = twice(by), y = g;",
    "y = to(x);", "y = to(reads());", "y = loop() + x;", "y = loop() + loop();", "y = pure(x) + less(x, y);", "a[1] = y++;"])
def test_an_order_that_does_not_matter(text: str) -> None:
    assert load_text(f"{HEAD}{text} assert(x + y + g + a[0] < 9); }}", "program.c").open_order is None


def test_operations_that_may_fail() -> None:
    text = f"{HEAD}y = less((exit(0), 0), x + 1); }}"
    assert load_text(text, "program.c").open_order is None
    assert load_text(text, "program.c", signed_overflow="error").open_order == LINE


def test_a_failure_that_the_file_defines() -> None:
    text = HEAD.replace("int main", "void reach_error(void) {}\nint need(int c) { if (c) reach_error(); return 0; }\nint main")
    assert load_text(f"{text}y = less(ends(1), need(1)); }}", "program.c").open_order == LINE + 2
