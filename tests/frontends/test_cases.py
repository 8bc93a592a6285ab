"""What flags and pointers to one of several objects are at a node is decided where all paths to it say the same."""

from __future__ import annotations

from itertools import pairwise

import pytest

from synth.frontends.c.load import load_text
from synth.transition import Kind

_HEAD = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"


def _system(body: str):
    return load_text(f"{_HEAD}int main(void)\n{{\n{body}\n}}\n", "program.c").system


def _failures(body: str) -> list[str]:
    return [p.cause for p in _system(body).of_kind(Kind.ERROR)]


def test_what_was_compared_with_null_is_not_asked_again() -> None:
    system = _system("int *p = malloc(sizeof *p); if (p == NULL) return 0; *p = 0; while (*p < 9) (*p)++; return 0;")
    assert len(system.variables) == 1
    assert not system.of_kind(Kind.ERROR)


def test_what_was_not_compared_may_fail() -> None:
    assert "bounds" in _failures("int *p = malloc(sizeof *p); *p = 0; return 0;")


@pytest.mark.parametrize("fails, body", [
    (False, "int a = 1, b = 2, *p = x ? &a : &b; free(p == &a || p == &b ? NULL : p); return *p;"),
    (True, "int a, *p = x ? &a : NULL; if (y) return 0; return *p;"),
    (False, "int a = 1, *p = x ? &a : NULL; if (p) return *p; return 0;"),
    (True, "int a = 1, *p = x ? &a : NULL; if (p) p = y ? p : NULL; else p = &a; return *p;"),
    (False, "int a = 1, *p = x ? &a : NULL, *q = p; if (q) return *p; return 0;"),
    (True, "int *p = malloc(4); if (!p) return 0; *p = 1; if (x) free(p); return *p;"),
    (False, "int *p = malloc(4); if (!p) return 0; *p = 1; if (x) { free(p); p = NULL; } return p ? *p : 0;"),
    (True, "int a = 1, *p = &a; while (x) { if (y) p = NULL; y = *p; x--; } return 0;"),
])
def test_paths_are_told_apart(fails: bool, body: str) -> None:
    told = _failures(f"int x = __VERIFIER_nondet_int() & 3, y = __VERIFIER_nondet_int(); {body}")
    assert ("bounds" in told or "free" in told) == fails


def test_many_pointers_are_any() -> None:
    """Where the cases become too many, nothing is claimed."""
    names = [f"p{i}" for i in range(8)]
    body = "int a = 1, b = 2; " + " ".join(f"int *{n} = __VERIFIER_nondet_int() ? &a : NULL;" for n in names)
    body += " while (__VERIFIER_nondet_int()) " + " ".join(f"if (__VERIFIER_nondet_int()) {n} = {m};"
                                                          for n, m in pairwise(names))
    assert "bounds" in _failures(body + " return *p0 + *p7;")
