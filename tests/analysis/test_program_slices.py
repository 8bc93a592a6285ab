"""Slices of programs: what they leave out, and that what is inductive in one is inductive in the program."""

import time
from collections.abc import Iterator
from itertools import count, islice

import pytest
from random_systems import random_system
from sampled import some

from synth import terms
from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import Predicates, Ranking, SafetyInvariant
from synth.analysis.certificates.obligations import bounded, inductive
from synth.analysis.safety import invariants
from synth.analysis.simulation.reached import explored
from synth.analysis.systems.relevance import of_looping
from synth.analysis.systems.slices import Slice, slices_to_failures, slices_to_nests, together
from synth.analysis.termination import ranked
from synth.booleans import TRUE
from synth.checking.validity.prover import Valid, valid
from synth.frontends.c.load import load_text
from synth.transition import Kind, TransitionSystem

_LOOP = "int n{0} = __VERIFIER_nondet_int(); if (n{0} < 0) n{0} = 0; int x{0} = n{0}, y{0} = 0;" \
        "while (x{0} > 0) {{ x{0}--; y{0}++; }} if (y{0} != n{0}) reach_error();"


def read(text: str) -> TransitionSystem:
    """The system of a C program."""
    return bounded(load_text(text, "made.c").system)


def in_sequence(loops: int) -> TransitionSystem:
    """So many loops one after the other, each with an assertion of its own."""
    body = "\n".join(_LOOP.format(i) for i in range(loops))
    return read("extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
                        f"int main(void) {{ {body} return 0; }}")


def of_random_programs(first: int) -> Iterator[tuple[TransitionSystem, Slice]]:
    """Slices of random programs."""
    for seed in count(first):
        system = bounded(random_system(seed))
        looping = of_looping(system)
        yield from ((system, part) for part in slices_to_failures(system))
        yield from ((looping, part) for part in slices_to_nests(looping))


def excludes_failures(system: TransitionSystem, invariants: Predicates) -> bool:
    """Whether no assertion fails in a state of the invariants."""
    ways = [invariants.get(e.source, TRUE) & e.guard for e in system.edges if system.places[e.target].kind is Kind.ERROR]
    return all(isinstance(valid(terms.apply("eq", way, 0), system.width, 5), Valid) for way in ways)


def test_the_sizes_of_inputs_are_said_once() -> None:
    system = read("extern unsigned char __VERIFIER_nondet_uchar(void); extern int __VERIFIER_nondet_int(void);"
                  "int main(void) { int x = __VERIFIER_nondet_int(); while (__VERIFIER_nondet_uchar() > x) x++; return x; }")
    assert any(i.bits < system.width for e in system.edges for i in e.inputs) and bounded(system) is system


def test_loops_that_are_independent_have_slices_of_one_loop() -> None:
    system = in_sequence(4)
    for part in slices_to_failures(system):
        assert len(part.system.variables) == 3
        assert len(part.system.of_kind(Kind.HEAD)) == len(part.goals) == 1
    assert [len(p.bypassed) for p in slices_to_failures(system)] == [0, 1, 2, 3]
    for part in slices_to_nests(of_looping(system)):
        assert len(part.system.variables) == len(part.system.of_kind(Kind.HEAD)) == 1


def test_what_decides_how_often_a_loop_goes_round_is_in_its_slice() -> None:
    system = read("""extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
        int main(void) { int n = __VERIFIER_nondet_int(), m = 0, i = 0, other = 0;
            while (i < n) { i++; m += 2; }
            while (other < 10) other++;
            while (m > 0) m -= 2;
            if (m < 0) reach_error(); }""")
    (part,) = slices_to_failures(system)
    assert {v.text for v in part.system.variables} == {"i", "m", "n"}
    assert len(part.system.of_kind(Kind.HEAD)) == 2


def test_a_program_that_does_not_fall_apart_has_no_slices() -> None:
    assert slices_to_failures(in_sequence(1)) == []


def test_an_assertion_about_inputs_keeps_its_condition() -> None:
    text = "int main(void) {{ int x = __VERIFIER_nondet_int(); if (x > 3 && x < {}) reach_error(); while (x > 0) x--; }}"
    (safe,), (failing,) = (slices_to_failures(read(text.format(bound))) for bound in (2, 9))
    assert excludes_failures(safe.system, {})
    assert not excludes_failures(failing.system, {})


@pytest.mark.parametrize("first", some(range(0, 300, 50), 1))
def test_what_is_inductive_in_a_slice_is_in_the_program(first: int) -> None:
    looked_at = bypassed = 0
    for system, part in islice(of_random_programs(first), 30):
        states = explored(part.system, time.monotonic() + 1)
        if states is None or not excludes_failures(part.system, states.predicates()):
            continue
        for claim in inductive(system, part.lifted(states.predicates())):
            assert isinstance(valid(claim.formula, system.width, 5), Valid), (system.name, claim.name)
        looked_at, bypassed = looked_at + 1, bypassed + bool(part.bypassed)
    assert looked_at > 10
    assert bypassed > 0


@pytest.mark.parametrize("loops", [2, 6])
def test_invariants_and_ranks_of_slices_prove_the_program(loops: int) -> None:
    system = in_sequence(loops)
    safe = next(filter(None, invariants(system, time.monotonic() + 60, 0))).certificate
    ends = next(filter(None, ranked(system, time.monotonic() + 60, 0))).certificate
    assert isinstance(safe, SafetyInvariant)
    assert isinstance(ends, Ranking)
    assert checked(system, safe, 20).holds
    assert checked(system, ends, 20).holds


def test_facts_of_one_place_are_joined() -> None:
    system = in_sequence(2)
    first, second = slices_to_failures(system)
    states = {n: first.system.variables[0].term >= 0 for n in first.own_goals}
    assert together([first.lifted(states), second.lifted({})]).keys() == set(first.goals)
