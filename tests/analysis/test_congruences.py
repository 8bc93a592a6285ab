"""Sums that are multiples of a word are found where loops go round several times, and prove what is said of remainders."""

from __future__ import annotations

import itertools
import pathlib
from collections.abc import Mapping

import pytest

import synth
from synth.algebra.equations import multiplies, without_products
from synth.analysis.invariants.congruences import congruences, divides
from synth.analysis.simulation.simulator import Simulator
from synth.evaluation import integers
from synth.frontends.c.load import load_text
from synth.terms import TermKind, symbol
from synth.transition import Kind, TransitionSystem, symbols

ROUND = """extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint(), walked = 0, left = m;
    if (m == 0 || m > 1000000 || n > 1000000)
        return 0;
    while (walked < n) {
        if (left == 0)
            left = m;
        left--;
        walked++;
    }
    if (n != 0 && (left == 0) != (n % m == 0))
        reach_error();
    return 0;
}
"""
LISTS = pathlib.Path(__file__).parents[2] / "experiments" / "programs" / "lists"


def seen() -> tuple[TransitionSystem, int, list[Mapping[str, int]]]:
    """The system, its loop head, and states in which that was reached."""
    system = load_text(ROUND, "round.c").system
    head = system.of_kind(Kind.HEAD)[0].number
    return system, head, list(Simulator(system, 0, 1024, 64, small=(6, 12)).once().states[head])


def test_what_is_walked_and_what_is_left_are_a_multiple_together() -> None:
    system, head, states = seen()
    assert any(divides(e.guard) for e in system.edges)
    facts = congruences(system, {head: states})[head]
    read = {v.name for v in system.variables if "walked" in v.name or "left" in v.name}
    assert any(symbols((fact.arguments[0].arguments[0],)) == read for fact in facts)
    assert all(integers.evaluate(fact, state, {}, system.width) for fact in facts for state in states)


def test_a_flag_tells_whether_a_sum_is_a_multiple() -> None:
    told = ROUND.replace("if (n != 0", "unsigned whole = left == 0 || left == m, i = 0; for (; i < n; i++) {}\n    if (n != 0")
    system = load_text(told.replace("(left == 0) !=", "whole !=").replace("n % m", "i % m"), "told.c").system
    head = system.of_kind(Kind.HEAD)[1].number
    states = Simulator(system, 0, 1024, 64, small=(6, 12)).once().states[head]
    found = congruences(system, {head: states})[head]
    assert found and all(integers.evaluate(fact, state, {}, system.width) for fact in found for state in states)
    assert any(fact.arguments[0].kind is TermKind.SYMBOL and "whole" in str(fact.arguments[0].data) for fact in found)


def test_no_congruence_is_said_of_states_that_break_it() -> None:
    system, head, states = seen()
    fact = congruences(system, {head: states})[head][0]
    odd = next(dict(s, **{v.name: i}) for s in states for v in system.variables for i in range(9)
               if not integers.evaluate(fact, dict(s, **{v.name: i}), {}, system.width))
    assert all(f is not fact for f in congruences(system, {head: [*states[:200], odd]}).get(head, ()))
    assert congruences(system, {head: []}) == {}


def test_products_are_taken_for_anything() -> None:
    a, b, c = map(symbol, "abc")
    condition = (a % b == 0) & (a < c) & ((a % b == 0) | (b * c == 3))
    easy = without_products(condition)
    assert not multiplies(easy) and symbols((easy,)) > {"a", "c"}
    assert without_products(a < c) is (a < c)
    for values in itertools.product(range(8), repeat=3):
        words = dict(zip("abc", values, strict=True))
        if integers.evaluate(condition, words, {}, 3):
            others = sorted(symbols((easy,)) - {"a", "b", "c"})
            assert any(integers.evaluate(easy, words | dict(zip(others, way, strict=True)), {}, 3)
                       for way in itertools.product((0, 1), repeat=len(others)))


@pytest.mark.slow
@pytest.mark.parametrize("macros", [(), ("SLH_UNANNOTATED",)])
def test_a_list_that_is_walked_again_and_again_divides_another_one(macros: tuple[str, ...], tmp_path: pathlib.Path) -> None:
    file = tmp_path / "divides.c"
    defined = "".join(f"#define {m}\n" for m in macros)
    file.write_text(defined + (LISTS / "l09_divides.c").read_text(encoding="utf-8"), encoding="utf-8")
    found = synth.prove(file, property="unreach-call", timeout=150.0, replay=False)  # where others compute beside
    assert found["unreach-call"].holds is True


@pytest.mark.slow
def test_a_signed_remainder_of_lengths_is_what_a_walk_has_found() -> None:
    file = LISTS.with_name("memory") / "m077_divides.c"
    assert synth.prove(file, property="safety", timeout=150.0, replay=False)["safety"].holds is True
