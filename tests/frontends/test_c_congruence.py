"""Variables that are equal on all runs: one stands for them, and others stay."""

from __future__ import annotations

import dataclasses
import random

import pytest
from c_systems import system
from sampled import some

from experiments.conformance.execution import execute
from experiments.conformance.random_c.program import case
from synth.frontends.c.load import load_text
from synth.transition import Kind, TransitionSystem

_HEAD = "#include <stdlib.h>\nextern int nondet(void);\nvoid reach_error(void);\n"
_CALLED = """static int below(int bound) { int i = 0; while (i < bound && nondet()) i++; return i; }
int main(void) { int n = nondet(); int s = below(n); if (n >= 0 && s > n) reach_error(); return 0; }
"""


def needed(made: TransitionSystem) -> list[set[str]]:
    """What matters at each loop head, by the names of the source."""
    return [{v.text for v in made.variables if v.name in made.needed[p.number]} for p in made.of_kind(Kind.HEAD)]


def looping(declared: str, changed: str, asked: str) -> TransitionSystem:
    return system(f"{_HEAD}int main(void) {{ {declared} while (nondet()) {{ {changed} }} if ({asked}) reach_error(); return 0; }}")


def test_an_argument_and_its_parameter_are_one_that_is_in_scope() -> None:
    assert needed(system(_HEAD + _CALLED)) == [{"bound", "i"}]


def test_lengths_that_were_computed_alike_are_one() -> None:
    text = ("int main(void) { unsigned n = nondet(); char *a = malloc(n), *b = malloc(n); if (!a || !b) return 0;\n"
            "for (unsigned i = 0; i < n; i++) a[i] = b[i]; return 0; }")
    made = load_text(_HEAD + text, "program.c", asked="memory-safety").wider
    assert made is not None
    assert {v.text for v in made.system.variables if "malloc" not in v.name} == {"n", "i"}
    assert not any("length" in v.text for v in made.system.variables)


@pytest.mark.parametrize(("size", "gone"), [("n * sizeof *a", True), ("sizeof *a * n", True), ("n * sizeof *a + 8", False)])
def test_a_block_of_n_elements_has_n(size: str, gone: bool) -> None:
    text = (f"int main(void) {{ int n = nondet(); if (n <= 0) return 0; long *a = malloc({size}); if (!a) return 0;\n"
            "for (int i = 0; i < n; i++) a[i] = i; free(a); return 0; }")
    made = system(_HEAD + text, asked="memory-safety")
    assert any("length" in v.text for v in made.variables) is not gone


def test_what_may_overflow_is_not_the_factor() -> None:
    text = ("int main(void) { unsigned n = nondet(); int *a = malloc(n * 4u); if (!a) return 0;\n"
            "for (unsigned i = 0; i < n; i++) a[i] = 0; free(a); return 0; }")
    assert any("length" in v.text for v in system(_HEAD + text, asked="memory-safety").variables)


@pytest.mark.parametrize(("declared", "changed"), [
    ("int a = nondet(), b = a;", "a++; b++;"), ("int a = nondet(), b = a;", "a += 2; b = a;"),
    ("int a = nondet(), b = a;", "int c = a; a = b * 3; b = c * 3;")])
def test_what_stays_equal_is_seen_to_be(declared: str, changed: str) -> None:
    assert looping(declared, changed, "a != b").of_kind(Kind.ERROR) == ()


@pytest.mark.parametrize(("declared", "changed"), [
    ("int a = nondet(), b = a; if (nondet()) b = 1;", "a++; b++;"), ("int a = nondet(), b = a;", "a++; b += 2;"),
    ("int a = nondet(), b = nondet();", "a++; b++;")])
def test_what_differs_somewhere_stays_apart(declared: str, changed: str) -> None:
    assert needed(looping(declared, changed, "a != b")) == [{"a", "b"}]


def test_equal_words_of_other_types_are_one() -> None:
    assert needed(looping("int a = nondet(); unsigned b = a;", "a++; b++;", "a > 5 && b < 3")) == [{"b"}]


def test_equal_numbers_that_are_other_words_stay_apart() -> None:
    assert needed(looping("int a = nondet(); long b = a;", "a++; b++;", "a > 5 && b < 3")) == [{"a", "b"}]


@pytest.mark.parametrize("seed", some(range(12), 4))
def test_runs_of_random_programs_stay_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = case(0, seed).text
    after = load_text(text, "random.c").system
    monkeypatch.setattr("synth.frontends.c.lowering.system.merged", lambda made: made)
    before = load_text(text, "random.c").system
    assert len(after.variables) <= len(before.variables)
    rng = random.Random(seed)
    for _ in range(20):
        inputs = {i.name.partition("!")[0]: rng.getrandbits(3) for e in before.edges for i in e.inputs}
        one, other = (dataclasses.replace(execute(made, inputs).place, number=0) for made in (before, after))
        assert one == other


def test_a_length_that_depends_on_what_a_call_returns_is_left() -> None:
    text = ("unsigned f(unsigned n) { if (n == 0) return 0; unsigned r = f(n - 1); int *a = malloc(r * sizeof *a);\n"
            "if (a) { for (unsigned i = 0; i < r; i++) a[i] = 0; free(a); } return n; }\n"
            "int main(void) { unsigned n = nondet(); if (f(n) != n) reach_error(); return 0; }")
    wide = load_text(_HEAD + text, "program.c").wider
    assert wide is not None and wide.opened is not None


@pytest.mark.parametrize(("factor", "count", "elements"), [("int n", "n", "n"), ("unsigned n", "n", "n"), ("long n", "n", None),
                                                           ("int n", "n + 1", None), ("short n", "n", "n")])
def test_how_many_elements_a_block_has(factor: str, count: str, elements: str | None) -> None:
    text = (f"int main(void) {{ {factor} = nondet(); long *a = malloc(({count}) * sizeof *a); if (!a) return 0;\n"
            f"for (int i = 0; i < n; i++) a[i] = i; free(a); return 0; }}")
    made = system(_HEAD + text, asked="memory-safety")
    assert any("length" in v.text for v in made.variables) is (elements is None)
