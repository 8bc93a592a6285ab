"""The search as a whole, with engines of the tests' own and the real verifiers."""

from __future__ import annotations

from typing import ClassVar

import pytest
from busy import SLACK
from solver_fakes import LONGER, SOLUTION, WRONG, Busy, Fake, Use, program, turn_off, use

from synth import WIDTH, Fun, Unknown, Word, spec
from synth.engines.protocol import Event, Exhausted, Point
from synth.evaluation import integers
from synth.program import constant_program
from synth.solver.coordinator import solve
from synth.solver.outcome import Progress, Reason, Status

__all__ = ["use"]


class Twice(Fake):
    """Proposes without regard to its examples."""

    def fits(self, candidate: object) -> bool:
        return True


class Reports(Fake):
    """Tells by its statistics how many examples of 32 bits it knows."""

    def step(self, seconds: float) -> list[Event]:
        self.statistics.candidates = len(self.known.get(32, [])) * 1000 + len(self.known.get(8, []))
        return []


class Misses(Fake):
    """Gives every point up."""

    def step(self, seconds: float) -> list[Event]:
        return [Exhausted(self.point, False)]


class Oversteps(Fake):
    """Gives every point up with more constants than it was asked for."""

    def step(self, seconds: float) -> list[Event]:
        return [Exhausted(Point(self.point.length, self.point.constants + 1, self.point.width), False)]


class Random(Misses):
    """Can close no point, whatever it says."""

    complete: ClassVar[bool] = False

    def step(self, seconds: float) -> list[Event]:
        return [Exhausted(self.point, True)]


def test_an_answer_is_proved_minimal_and_told(use: Use) -> None:
    outcome = solve(turn_off, use(explicit=Fake))
    assert (outcome.status, outcome.reason, outcome.limit) == (Status.SOLVED, None, "")
    assert outcome.candidate == {"f": SOLUTION["f"].normalise(32)}
    assert (outcome.found_by, outcome.proved_by, outcome.proved_widths) == ("explicit", "z3", (8, 32))
    assert outcome.minimal_width == 32
    assert outcome.exhausted == {8: (0, 1), 32: (0, 1)}
    assert outcome.seconds < 5 + SLACK
    report = outcome.engines["explicit"]
    assert (report.wins, report.restarts, report.proposals) == (1, 0, outcome.iterations)


def test_a_wrong_candidate_comes_back_as_an_example(use: Use) -> None:
    outcome = solve(turn_off, use(explicit=Twice))
    assert outcome.candidate is not None
    assert outcome.engines["explicit"].refuted >= 1
    assert outcome.counterexamples >= outcome.engines["explicit"].refuted
    assert outcome.minimal_width == 32


def test_every_engine_learns_every_counterexample(use: Use) -> None:
    outcome = solve(turn_off, use(explicit=type("OnlyWrong", (Twice,), {"candidates": (WRONG,)}), genetic=Reports, timeout=4.0))
    learned = outcome.engines["genetic"].candidates
    assert (outcome.status, outcome.reason) == (Status.UNKNOWN, Reason.TIMEOUT)
    assert learned == 16 * 1000 + 16 + outcome.counterexamples or learned % 1000 > 16


def test_a_longer_answer_is_kept_until_a_shorter_one_is_found(use: Use) -> None:
    class Backwards(Fake):
        candidates = (LONGER,)

        def goto(self, point: Point) -> None:
            super().goto(point)
            self.left = [LONGER] if point.length == 0 and point.width == 8 and not self.statistics.candidates else []
            self.left += [SOLUTION] if point.length == 2 else []

    outcome = solve(turn_off, use(explicit=Backwards))
    assert outcome.candidate == {"f": SOLUTION["f"].normalise(32)}
    assert outcome.engines["explicit"].wins == 2


def test_constants_are_widened_to_the_target(use: Use) -> None:
    @spec(width=32)
    def sign(f: Fun[[Word], Word], x: Word):
        return f(x) == x >> (WIDTH - 1)

    class Narrow(Fake):
        candidates = ({"f": program(1, [7], ("lshr", (0, 1)))},)

    outcome = solve(sign, use(explicit=Narrow))
    assert outcome.candidate == {"f": program(1, [31], ("lshr", (0, 1)))}
    assert outcome.shares.generalise <= outcome.shares.verify


def test_constants_that_no_rule_widens_are_solved_for(use: Use) -> None:
    @spec(width=16)
    def odd(f: Fun[[Word], Word], x: Word):
        return f(x) == x * 12345

    class Narrow(Fake):
        candidates = ({"f": program(1, [12345 % 256], ("mul", (0, 1)))},)

    assert solve(odd, use(explicit=Narrow)).candidate == {"f": program(1, [12345], ("mul", (0, 1)))}


def test_the_width_is_raised_where_a_candidate_is_right_at_the_small_one_only(use: Use) -> None:
    @spec(width=16)
    def half(f: Fun[[Word], Word], x: Word):
        return f(x) == x >> 10

    class Both(Fake):
        candidates = ({"f": constant_program(0, 1)}, {"f": program(1, [10], ("lshr", (0, 1)))})

    outcome = solve(half, use(explicit=Both))
    assert outcome.candidate == {"f": program(1, [10], ("lshr", (0, 1)))}
    assert outcome.exhausted == {16: (0,)}, "length 0 has a program at 8 bits, so that it is not closed there"
    assert (outcome.minimal_width, outcome.proved_widths) == (16, (16,))


def test_an_exhausted_lattice_ends_the_search(use: Use) -> None:
    outcome = solve(turn_off, use(explicit=type("Nothing", (Fake,), {"candidates": ()}), max_length=2))
    assert (outcome.status, outcome.reason) == (Status.UNKNOWN, Reason.MAX_LENGTH)
    assert outcome.limit == "maximal length 2"
    assert outcome.exhausted == {8: (0, 1, 2), 16: (0, 1, 2), 32: (0, 1, 2)}


@pytest.mark.parametrize("engine", [Misses, Oversteps, Random])
def test_what_is_given_up_is_not_closed(use: Use, engine: type) -> None:
    outcome = solve(turn_off, use(explicit=engine, max_length=2))
    assert (outcome.reason, outcome.exhausted) == (Reason.MAX_LENGTH, {})
    assert outcome.limit == "maximal length 2 (given up in part by explicit)"


def test_a_closed_point_is_left_by_those_who_still_search_it(use: Use) -> None:
    outcome = solve(turn_off, use(explicit=Fake, genetic=Busy))
    assert outcome.status is Status.SOLVED and outcome.minimal_width == 32


def test_infeasible_is_shown_by_an_example(use: Use) -> None:
    @spec(width=32)
    def impossible(f: Fun[[Word], Word], x: Word):
        return (f(x) == x) & (f(x) == x + 1)

    outcome = solve(impossible, use(explicit=Busy))
    assert (outcome.status, outcome.reason) == (Status.INFEASIBLE, None)
    assert outcome.counterexample is not None and set(outcome.counterexample) == {"x"}


def test_a_conflict_may_take_several_examples(use: Use) -> None:
    @spec(width=8)
    def constant(c: Unknown, x: Word):
        return c == x

    outcome = solve(constant, use(explicit=Busy))
    assert outcome.status is Status.INFEASIBLE and outcome.counterexample is None
    assert len(outcome.conflict) == 2


def test_warnings_name_what_is_pointless(use: Use) -> None:
    @spec(width=8, given=lambda x: x < 0)
    def vacuous(f: Fun[[Word], Word], g: Fun[[Word], Word], x: Word):
        return f(x) == x

    class Anything(Fake):
        candidates = ({"f": constant_program(3, 1), "g": constant_program(3, 1)},)

    outcome = solve(vacuous, use(explicit=Anything))
    assert outcome.status is Status.SOLVED
    assert [w.split(":")[0] for w in outcome.warnings] == [
        "g is never used", "no value of the ∀ words was found that satisfies the precondition"]


def test_progress_is_shown_while_the_search_lasts(use: Use) -> None:
    seen: list[Progress] = []
    solve(turn_off, use(explicit=Busy, timeout=3.0), seen.append)
    assert 3 <= len(seen) <= 45
    assert (seen[-1].length, seen[-1].width, seen[-1].phase, seen[-1].examples) == (0, 8, "search", 16)
    assert seen[-1].engines["explicit"].state == "length 0, 0 constants, 8 bits"


def test_the_target_width_can_be_chosen(use: Use) -> None:
    outcome = solve(turn_off, use(explicit=Fake, width=12))
    assert (outcome.width, outcome.proved_widths, outcome.specification.width) == (12, (8, 12), 12)
    assert outcome.candidate is not None
    assert all(integers.evaluate(turn_off.formula, {"x": x}, outcome.candidate, 12) for x in range(4096))
