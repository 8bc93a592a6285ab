"""Pointers as numbers, and as pointers to words of another width: runs that need them are not followed."""

from __future__ import annotations

import pytest
from all_runs import AllRuns

from synth.errors import InputError
from synth.frontends.c.load import load_text
from synth.frontends.c.specification import load_text as load_specification

SKIPPED = """char text[4]; int main(void) { char *p = text; int n = 3;
while (n > 0 && ((unsigned long)p & 7) != 0) { *p++ = 1; n--; } if (n > 4) *(text + 4) = 0; }"""
WORDS = "char c[8]; extern int nondet(void); int main(void) { if (nondet() > 1) return *(short *)c; return 0; }"
BACK = "int x; int main(void) { unsigned long n = (unsigned long)&x; int *p = (int *)n; *p = 1; while (x) ; }"
LATER = """int x; int main(void) { unsigned long n = 0; int *p = (int *)4;
for (int i = 0; i < 2; i++) { if (n) p = (int *)n; n = (unsigned long)&x; } *p = 1; }"""


def _ends(text: str, **inputs: int) -> tuple[set[str], set[str]]:
    """How the runs that are followed end, and those of the reading without limits."""
    program = load_text(text, "program.c", asked="memory-safety")
    assert program.system.limited and program.wider is not None
    return AllRuns(program, inputs).ends, AllRuns(program.wider, inputs).ends


def test_a_run_ends_where_it_needs_an_address_and_all_runs_go_on_with_any() -> None:
    assert _ends("int x; int main(void) { return ((unsigned char)&x & 1) == 0; }") == ({"limit"}, {""})
    followed, system = load_text(SKIPPED, "program.c").system, load_text(SKIPPED, "program.c").wider
    assert followed.limited and system is not None and not system.system.limited


def test_null_is_zero() -> None:
    text = "int main(void) { int *p = 0; __VERIFIER_assert((unsigned long)p == 0 && !(long)(void *)0); }"
    assert AllRuns(load_text(text, "program.c"), {}).ends == {""}


@pytest.mark.parametrize("text", [BACK, LATER], ids=["at once", "in a later round"])
def test_of_a_number_that_may_be_an_address_nothing_is_said(text: str) -> None:
    """Following such a pointer is no failure: it may be one to an object after all."""
    program = load_text(text, "program.c", asked="memory-safety")
    assert program.wider is not None and program.system.limited and program.wider.system.limited
    assert AllRuns(program, {}).ends == {"limit"}


def test_words_of_another_width_are_no_matter_where_no_run_comes_to_them() -> None:
    assert _ends(WORDS, nondet=2) == ({""}, {""})
    assert _ends(WORDS, nondet=3) == ({"", "limit"}, {"", "limit"})


@pytest.mark.parametrize("body", ["return (unsigned)&x;", "return *(unsigned *)c;"])
def test_a_specification_has_no_limits(body: str) -> None:
    text = f"extern unsigned f(unsigned); int check(unsigned x) {{ static unsigned char c[4]; {body} }}"
    with pytest.raises(InputError, match="not supported: a pointer"):
        load_specification(text, "f.c")
