"""Which expressions mean something else where another order of evaluation is chosen."""

from __future__ import annotations

import pytest

from synth.frontends.c.load import load_text

HEAD = """int g, a[4];
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
int main(void) { int x = nondet(), y = 0;
"""
LINE = HEAD.count("\n") + 1


@pytest.mark.parametrize("text", [
    "less(next(), next());", "x = next() + next();", "x = g + next();", "a[g] = next();", "x += next();", "less(x++, x);",
    "y = x++ + x;", "x = deep() - reads();", "a[x] = x++;", "x = x++;", "y = less(x = 3, x);",
    "int b[2] = {next(), next()};", "int b[1][2] = {{next(), next()}};", "y = asks() - asks();", "y = a[next()] + g;",
    "less(g, hides());", "less(g, adds(1));", "less(a[0], through(a));",
    "a[x] = ends(x);", "a[x & 3] += ends(x);", "y = 9 / x + ends(x);", "y = ends(x) + ends(y);",
    "y = g + by();", "y = by() - (*by)();", "a[g] = s.by();", "less(of[0](), g);", "y = g * twice(by);",
    "y = of[0](set());", "y = (*of)(set());",
    "y = (1 ? by : next)() + g;"])
def test_an_open_order(text: str) -> None:
    assert load_text(f"{HEAD}{text} assert(x + y + g + a[0] < 9); }}", "program.c").open_order == LINE


@pytest.mark.parametrize("text", [
    "x = next();", "y = x++;", "y = x++ + 1;", "less(nondet(), nondet());", "x = pure(1) + pure(x);", "x = next() && next();",
    "x = next() ? next() : g;", "x = next(), y = next();", "a[0] = next();", "y = x++ + y;", "less(x++, y);", "next(); next();",
    "y = x + asks() * g;", "y = asks() - nondet();",
    "a[0] = ends(x);", "y = 9 / ends(x);", "y = x + ends(x);", "y = by();", "x = twice(by), y = g;",
    "y = to(x);", "y = to(reads());"])
def test_an_order_that_does_not_matter(text: str) -> None:
    assert load_text(f"{HEAD}{text} assert(x + y + g + a[0] < 9); }}", "program.c").open_order is None
