"""Widening of constants: every rule, most plausible first, and constants solved for at the new width."""

from __future__ import annotations

import itertools

import pytest

from synth import Fun, Unknown, Word, ite, slt, spec
from synth.checking.examples import initial_examples
from synth.checking.prove import Proved, prove
from synth.checking.widen import solve_constants, widen, widenings
from synth.operators import operator
from synth.program import Instruction, Program, constant_program


@pytest.mark.parametrize(("value", "m", "n", "wanted"), [
    (5, 8, 32, 5), (5, 8, 32, 0x05000000), (5, 8, 32, 0x05050505), (5, 8, 32, 0xFFFFFF05), (0x85, 8, 32, 0xFFFFFF85),
    (8, 8, 32, 32), (7, 8, 32, 31), (9, 8, 32, 33), (3, 4, 16, 15), (4, 8, 32, 16), (6, 8, 32, 30), (0x7F, 8, 32, 0x7FFFFFFF),
    (0xF0, 8, 32, 0xFFFF0000), (5, 3, 8, 0b01101101), (1, 1, 8, 0xFF), (5, 8, 64, 61),
])
def test_every_rule_is_there(value: int, m: int, n: int, wanted: int) -> None:
    assert wanted in widenings(value, m, n)


@pytest.mark.parametrize(("value", "first"), [
    (0, 0), (1, 1), (2, 2), (5, 5), (7, 31), (8, 32), (0xFF, 0xFFFFFFFF), (0xFE, 0xFFFFFFFE), (0x80, 0x80000000),
    (0x7F, 0x7FFFFFFF), (0x55, 0x55555555), (0x33, 0x33333333), (0x42, 0x42),
])
def test_the_most_plausible_comes_first(value: int, first: int) -> None:
    assert widenings(value, 8, 32)[0] == first


@pytest.mark.parametrize(("m", "n"), [(1, 2), (3, 8), (4, 8), (4, 32), (8, 64), (12, 31)])
def test_widenings_are_distinct_words(m: int, n: int) -> None:
    for value in range(1 << min(m, 6)):
        found = widenings(value, m, n)
        assert value in found
        assert len(set(found)) == len(found) <= 12
        assert all(0 <= word < 1 << n for word in found)


def test_the_same_width_changes_nothing() -> None:
    assert widenings(7, 8, 8) == (7,)


def shifted(*constants: int) -> Program:
    return Program(1, constants, (Instruction(operator("lshr"), (0, 1)), Instruction(operator("add"), (3, 2))), 4)


def test_equal_constants_widen_alike_first() -> None:
    found = [(c["f"].constants, c["w"].constants) for c in widen({"f": shifted(7, 1), "w": constant_program(7)}, 8, 32, 400)]
    assert found[0] == ((31, 1), (31,))
    alike = list(itertools.takewhile(lambda c: c[0][0] == c[1][0], found))
    assert len(alike) == len(widenings(7, 8, 32)) * len(widenings(1, 8, 32))
    assert ((31, 1), (7,)) in found
    assert len(set(found)) == len(found)


def test_the_limit_holds() -> None:
    assert len(list(widen({"f": shifted(7, 1)}, 8, 32, 5))) == 5


def test_without_constants_there_is_one_candidate() -> None:
    candidate = {"f": Program(1, (), (Instruction(operator("neg"), (0,)),), 1)}
    assert list(widen(candidate, 8, 32)) == [candidate]


@spec()
def two_values(f: Fun[[Word], Word], x: Word):
    return f(x) == ite(slt(x, 0), 12345, 7)


def test_constants_are_solved_for() -> None:
    masked = Program(1, (1, 2, 3), (Instruction(operator("ashr"), (0, 1)), Instruction(operator("and"), (4, 2)),
                                    Instruction(operator("xor"), (5, 3))), 6)
    found = solve_constants(two_values, {"f": masked}, 32, initial_examples(two_values, 32, 0), 10.0)
    assert found is not None
    assert isinstance(prove(two_values, found, 32, 5.0), Proved)


def test_a_skeleton_that_cannot_do_it_has_no_constants() -> None:
    assert solve_constants(two_values, {"f": shifted(1, 1)}, 32, initial_examples(two_values, 32, 0), 10.0) is None


def test_counterexamples_are_found_without_examples() -> None:
    @spec()
    def scaled(f: Fun[[Word], Word], w: Unknown, x: Word):
        return (f(x) == (x >> 13) + 99) & (w == 5)

    found = solve_constants(scaled, {"f": shifted(0, 0), "w": constant_program(0)}, 32, [], 10.0)
    assert found == {"f": shifted(13, 99), "w": constant_program(5)}


def test_no_time_gives_nothing() -> None:
    assert solve_constants(two_values, {"f": shifted(1, 1)}, 32, [], 0.0) is None
