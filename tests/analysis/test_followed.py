"""Runs in groups that differ only in which elements of arrays they follow, and what is known of elements that are read."""

from __future__ import annotations

import pytest

from synth.analysis.certificates.obligations import before, bounded
from synth.analysis.simulation.simulator import Simulator
from synth.analysis.systems.small_model import SmallModel
from synth.checking.validity.prover import Valid, valid
from synth.frontends.c.load import load_text
from synth.terms import symbol
from synth.transition import Kind, TransitionSystem

HEAD = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void); int a[100000], b[100000];"
SHIFT = "for (int i = 0; i < 99999; i++) a[i + 1] = a[i] + 1; if (a[__VERIFIER_nondet_int() & 1023] > 1023) reach_error();"


def system_of(body: str) -> TransitionSystem:
    program = load_text(f"{HEAD} int main(void) {{ {body} }}", "program.c").about("reach")
    assert program.wider is not None
    return bounded(program.wider.system).cautious(False)


def elements(system: TransitionSystem) -> dict[str, str]:
    """The elements that are followed, with their indices."""
    return {v.name: v.index for v in system.variables if v.index and v.index != v.name}


def test_what_a_run_reads_is_what_another_one_follows() -> None:
    system = system_of(SHIFT)
    head = system.of_kind(Kind.HEAD)[0].number
    for states in (Simulator(system, 0).run().states[head], SmallModel(system).states[head]):
        for element, index in elements(system).items():
            assert len({state[index] for state in states}) > 4
            assert all(state[element] == state[index] for state in states if state[index] <= state["i"])


def test_what_is_known_of_all_elements_is_known_of_one_that_is_read() -> None:
    system = system_of(SHIFT)
    read = [(edge, like, name) for edge in system.edges for like in edge.alike for name in elements(system) if name in like.by]
    assert read
    for edge, like, name in read:
        claim = (before(edge, symbol(name) == 7) & like.when).implies(like.by[name] == 7)
        assert isinstance(valid(claim, system.width, 5.0), Valid)


@pytest.mark.parametrize(("write", "known"), [("a[0] = 3;", True), ("a[0] = a[1] = a[2] = 3;", False),
                                              ("for (int j = 0; j < i; j++) a[j] = 3;", False)])
def test_nothing_is_known_of_one_that_may_have_changed(write: str, known: bool) -> None:
    system = system_of(f"for (int i = 0; i < 99999; i++) {{ {write} if (a[i] > 3) reach_error(); }}")
    outer = min(p.number for p in system.of_kind(Kind.HEAD))
    read = [str(like.by[index]) for e in system.edges if e.source == outer or known for like in e.alike
            for element, index in elements(system).items() if element in like.by]
    assert any("i" in index for index in read) is known
