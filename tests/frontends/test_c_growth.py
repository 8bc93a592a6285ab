"""Long and deeply nested C: it is read in time that grows with its length, or refused; and never a crash."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from sampled import some

from synth.errors import InputError
from synth.frontends.c.load import load_text
from synth.solver.isolated import within
from synth.solver.limits import Limits
from synth.transition import TransitionSystem

HEAD = "extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);\n"
DEEP = 15_000


def program(body: str, before: str = "") -> str:
    return f"{HEAD}{before}\nint main(void) {{ unsigned x = __VERIFIER_nondet_uint();\n{body}\nif (x == 7) reach_error(); }}\n"


def read(text: str) -> TransitionSystem:
    """Read in a process whose stack has room, as the command line does."""
    return within(Limits(60.0, None), "read", lambda: load_text(text, "long.c").system)


def seconds(text: str) -> float:
    start = time.process_time()
    load_text(text, "long.c")
    return time.process_time() - start


LONG: dict[str, Callable[[int], str]] = {
    "statements": lambda n: program("x = x + 1;\n" * n),
    "one line": lambda n: program("x = x + 1;" * n),
    "branches": lambda n: program("if (x > 5) x = x + 1;\n" * n),
    "alternatives": lambda n: program("else ".join(f"if (x == {i}) x = {i + 1};" for i in range(n // 4))),
    "functions": lambda n: program("x = f1(x);", "".join(f"int f{i}(int x) {{ return x + {i}; }}\n" for i in range(n))),
    "calls": lambda n: program("x = f1(x);", "int f0(int x) { return x + __VERIFIER_nondet_uint(); }\n" + "".join(
        f"int f{i + 1}(int x) {{ return f{i}(x) + {i}; }}\n" for i in range(n))),
    "constants": lambda n: program("x = E5;", f"enum e {{ {', '.join(f'E{i}' for i in range(n))} }};"),
    "comments": lambda n: program(f"/* {'long ' * n * 100} */"),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", some(LONG, 2))
def test_time_grows_with_length(kind: str) -> None:
    once = min(seconds(LONG[kind](500)) for _ in range(2))
    assert seconds(LONG[kind](2000)) < 10 * once + 1.0


@pytest.mark.slow
def test_arrays_with_two_indices_are_read_in_time() -> None:
    text = program("unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint(); int a[SIZE];\n"
                   "if (i >= SIZE || j >= SIZE) return 0; a[i] = 1; a[j] = 2; if (a[i] == 0) reach_error();")
    once = min(seconds(text.replace("SIZE", "256")) for _ in range(2))
    assert seconds(text.replace("SIZE", "1024")) < 10 * once + 1.0


NESTED: dict[str, Callable[[int], str]] = {
    "parentheses": lambda n: program(f"x = {'(' * n}x{')' * n};"),
    "blocks": lambda n: program(f"{'{' * n}x++;{'}' * n}"),
    "branches": lambda n: program(f"{'if (x) {' * n}x++;{'}' * n}"),
    "choices": lambda n: program(f"x = {'x ? ' * n}1{' : 2' * n};"),
    "calls": lambda n: program(f"x = {'f(' * n}x{')' * n};", "unsigned f(unsigned y) { return y; }"),
    "indices": lambda n: program(f"x = {'a[' * n}0{']' * n};", "unsigned a[4];"),
    "negations": lambda n: program(f"x = {'!' * n}x;"),
    "addresses": lambda n: program(f"x = {'*&' * n}x;"),
    "pointers": lambda n: program(f"int {'*' * n}p;"),
    "initialisers": lambda n: program(f"int a[2] = {'{' * n}1{'}' * n};"),
    "structs": lambda n: program("", f"struct s {{{'struct {' * n}int y;{'} s;' * n}}};"),
    "assignments": lambda n: program(f"unsigned y; y = {'x = ' * n}1;"),
    "sums": lambda n: program(f"x = {'(x + ' * n}1{')' * n};"),
    "declarators": lambda n: program(f"int {'(' * n}y{')' * n};"),
    "switches": lambda n: program(f"{'switch (x) { case 1: ' * n}x = 2;{'}' * n}"),
}


@pytest.mark.parametrize("kind", some(NESTED, 3))
def test_deep_nesting_is_refused(kind: str) -> None:
    with pytest.raises(InputError, match="not supported: "):
        read(NESTED[kind](DEEP))


def test_nesting_that_people_write_is_read() -> None:
    for kind in ("parentheses", "blocks", "branches", "choices", "negations", "assignments"):
        assert read(NESTED[kind](200)).places
