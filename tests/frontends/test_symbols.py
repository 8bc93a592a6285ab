"""Names in SMT-LIB and SyGuS-IF: kept where they can be, changed where a reader would take them for another, never merged."""

from __future__ import annotations

import keyword

from hypothesis import given
from hypothesis import strategies as st

from synth.frontends.symbols import is_built_in, quoted, symbols


def test_ordinary_names_are_kept() -> None:
    names = ["f", "x0", "x'", "a b", "size!", "min", "case", "7up", "x.end"]
    assert symbols(names) == ["f", "x0", "|x'|", "|a b|", "size!", "min", "case", "|7up|", "x.end"]


def test_names_of_the_standards_are_changed() -> None:
    assert symbols(["and", "bvadd", "let", "true", "Constant", "fp.add", "@f"]) == [
        "and_", "_bvadd", "let_", "true_", "Constant_", "_fp.add", "_@f"]


def test_what_changes_keeps_clear_of_what_does_not() -> None:
    assert symbols(["and", "and_", "a|b", "a\\b", "", "é"]) == ["and__", "and_", "a_b", "a_b_", "__", "___"]
    assert symbols(["f", "g", "f"], ["g"]) == ["f", "g_", "f_"]


NAMES = st.one_of(st.text(max_size=6), st.sampled_from(["and", "and_", "|", "bv", "_bv", "|x|", *keyword.kwlist]))


@given(st.lists(NAMES, max_size=8), st.sets(st.sampled_from(["x", "and_", "|a b|"])))
def test_symbols_are_distinct_and_free(names: list[str], taken: set[str]) -> None:
    found = symbols(names, taken)
    assert len(set(found)) == len(names)
    assert not taken & set(found)
    for symbol in found:
        bare = symbol.strip("|")
        assert not is_built_in(bare)
        assert quoted(bare) == symbol
        assert bare.isascii() and bare.isprintable() and "|" not in bare and "\\" not in bare
