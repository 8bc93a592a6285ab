"""Facts about elements of arrays, and about the phases of a loop."""

import time

import pytest
from systems import loop

from synth import terms
from synth.analysis.certificates.checker import checked
from synth.analysis.invariants.elements import arrays, element_facts
from synth.analysis.invariants.facts import phase_facts
from synth.analysis.invariants.program_predicates import phases
from synth.analysis.safety import invariants
from synth.analysis.systems.relevance import principal_variables
from synth.frontends.c.load import load_text
from synth.terms import constant, symbol

X, Y = symbol("x"), symbol("y")
HALVES = loop("x y", X < 1000, {"x": X + 1, "y": terms.ite(X < 500, Y + 1, Y - 1)}, {"x": constant(0), "y": constant(0)},
              wrong=Y != 0)
FILLED = """
int main(void) {{
    int a[{n}], k = __VERIFIER_nondet_int();
    for (int i = 0; i < {n}; i++) a[i] = {value};
    if (k >= 0 && k < {n}) __VERIFIER_assert({claim});
    return 0;
}}
"""


def states(count: int) -> list[dict[str, int]]:
    """Of HALVES."""
    return [{"x": i, "y": min(i, 1000 - i)} for i in range(count)]


def test_phases_are_parted_by_what_the_program_decides_by() -> None:
    assert [repr(a) for a in phases(HALVES, states(1001))][:1] == ["ult(x, 500)"]
    assert phases(HALVES, states(10)) == [] or all("500" not in repr(a) for a in phases(HALVES, states(10)))


def test_facts_of_phases() -> None:
    found = [repr(f) for f in phase_facts(HALVES, {1: states(1001)}, {})[1]]
    assert "implies(ult(x, 500), eq(x, y))" in found
    assert "implies(eq(ult(x, 500), 0), eq(add(x, y), 1000))" in found


def test_arrays_are_told_by_their_names() -> None:
    system = load_text(FILLED.format(n=6, value="7", claim="a[k] == 7"), "file.c").system
    assert [[v.name for v in own] for own in arrays(system)] == [[f"a[{i}]" for i in range(6)]]
    seen = [{v.name: 7 if v.name != "i" and int(v.name[2:-1]) < i else i if v.name == "i" else 99 + i for v in system.variables
             if v.name == "i" or "[" in v.name} | {"k": 3} for i in range(7)]
    facts = [repr(f) for f in element_facts(system, [{v.name: own.get(v.name, 0) for v in system.variables} for own in seen])]
    assert "implies(slt(0, i), eq(a[0], 7))" in facts and "implies(slt(5, i), eq(a[5], 7))" in facts


@pytest.mark.parametrize(("n", "value", "claim"), [(30, "7", "a[k] == 7"), (12, "2 * i + 1", "a[k] == 2 * k + 1"),
                                                   (9, "i * i", "a[k] >= 0 && a[k] < 81")])
def test_filled_arrays(n: int, value: str, claim: str) -> None:
    system = load_text(FILLED.format(n=n, value=value, claim=claim), "file.c").system
    found = next(filter(None, invariants(system, time.monotonic() + 40, 0)), None)
    assert found is not None and checked(system, found.certificate, 20.0).holds


def test_an_index_below_zero_is_a_large_word() -> None:
    text = "int main(void) { int a[5]; unsigned long i; for (i = 4; i < 5; i--) a[i] = 1; __VERIFIER_assert(a[2] == 1); return 0; }"
    system = load_text(text, "file.c").system
    found = next(filter(None, invariants(system, time.monotonic() + 40, 0)), None)
    assert found is not None and checked(system, found.certificate, 20.0).holds


def test_the_foremost_of_many_scalars() -> None:
    names = [f"v{i}" for i in range(30)]
    system = loop(f"x {' '.join(names)}", X < 9, {n: symbol(n) + 1 for n in names} | {"x": X + 1})
    assert len(principal_variables(system)) == 24 and principal_variables(system)[0].name == "x"


def test_the_foremost_of_many_words() -> None:
    system = load_text(FILLED.format(n=30, value="7", claim="a[k] == 7"), "file.c").system
    assert "i" in {v.name for v in principal_variables(system)} and len(principal_variables(system)) < len(system.variables)
