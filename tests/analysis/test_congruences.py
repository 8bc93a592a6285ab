"""Sums that are multiples of a word are found where loops go round several times, and prove what is said of remainders."""

from __future__ import annotations

import pathlib

import pytest

import synth
from synth.analysis.invariants.congruences import congruences, divides
from synth.analysis.simulation.simulator import Simulator
from synth.frontends.c.load import load_text
from synth.terms import name_of, postorder
from synth.transition import Kind

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


def test_what_is_walked_and_what_is_left_are_a_multiple_together() -> None:
    system = load_text(ROUND, "round.c").system
    assert any(divides(e.guard) for e in system.edges)
    seen = Simulator(system, 0, 1024, 64, small=(6, 12)).once().states
    found = congruences(system, seen)
    heads = [p.number for p in system.of_kind(Kind.HEAD)]
    assert all(any(name_of(n) == "urem" for n in postorder(fact)) for h in heads for fact in found.get(h, ()))
    assert any(found.values())


def test_no_congruence_is_said_of_states_that_break_it() -> None:
    system = load_text(ROUND, "round.c").system
    head = system.of_kind(Kind.HEAD)[0].number
    states = Simulator(system, 0, 1024, 64, small=(6, 12)).once().states[head]
    broken = [dict(s, **{v.name: 3 for v in system.variables}) for s in states[:1]]
    some = congruences(system, {head: [*states, *broken, {v.name: 5 + i for i, v in enumerate(system.variables)}]})
    assert len(some.get(head, ())) <= len(congruences(system, {head: states}).get(head, ()))
    assert congruences(system, {head: []}) == {}


@pytest.mark.slow
@pytest.mark.parametrize("macros", [(), ("SLH_UNANNOTATED",)])
def test_a_list_that_is_walked_again_and_again_divides_another_one(macros: tuple[str, ...], tmp_path: pathlib.Path) -> None:
    file = tmp_path / "divides.c"
    defined = "".join(f"#define {m}\n" for m in macros)
    file.write_text(defined + (LISTS / "l09_divides.c").read_text(encoding="utf-8"), encoding="utf-8")
    found = synth.prove(file, property="unreach-call", timeout=60.0, replay=False)
    assert found["unreach-call"].holds is True
