"""How runs are put together: repeats, limits, options, contradictions, the order of everything."""

from __future__ import annotations

from recorded import run, termination

from experiments.harness.records import Outcome
from experiments.order import natural
from experiments.reports.entries import SEVERITY, measured


def test_repeats_are_one_entry_of_median_time() -> None:
    found = measured([run("a", wall=wall, repeat=number) for number, wall in enumerate((3.0, 1.0, 2.0))])
    (entry,) = found.entries
    assert (entry.outcome, entry.seconds, entry.run.wall, len(entry.runs)) == (Outcome.RIGHT, 2.0, 2.0, 3)


def test_most_runs_decide_ties_for_the_worse_and_one_wrong_answer_is_wrong() -> None:
    def outcome(*outcomes: str) -> Outcome:
        return measured([run("a", outcome=o, repeat=number) for number, o in enumerate(outcomes)]).entries[0].outcome

    assert outcome("right", "right", "timeout") is Outcome.RIGHT
    assert outcome("right", "timeout") is Outcome.TIMEOUT
    assert outcome("right", "right", "wrong") is Outcome.WRONG


def test_a_run_that_is_recorded_twice_counts_once_as_it_ended_last() -> None:
    (entry,) = measured([run("a", outcome="crash"), run("a", outcome="right")]).entries
    assert (entry.outcome, len(entry.runs)) == (Outcome.RIGHT, 1)


def test_of_several_limits_the_longest_counts() -> None:
    (entry,) = measured([run("a", outcome="timeout", wall=10.0), run("a", wall=40.0, limit=60.0)]).entries
    assert (entry.solved, entry.seconds) == (True, 40.0)


def test_ours_comes_first_and_options_are_told_where_there_are_several() -> None:
    runs = [run("a", "cvc5"), run("a"), run("a", "synth-explicit"), run("a", "cvc5", options=("--sygus-si",))]
    found = measured(runs)
    assert found.tools == ("synth", "cvc5", "synth-explicit", "cvc5 --sygus-si")
    assert (found.main, found.rivals) == ("synth", ("cvc5", "cvc5 --sygus-si"))


def test_tasks_are_in_the_order_that_a_person_expects() -> None:
    assert sorted(["loop10", "loop2", "loop", "a9b10", "a9b2"], key=natural) == ["a9b2", "a9b10", "loop", "loop2", "loop10"]
    found = measured([termination(name) for name in ("loop10", "loop9")])
    assert [task for _, task, _ in found.questions] == ["termination/loop9", "termination/loop10"]


def test_groups_tell_the_suite_and_its_categories() -> None:
    names = [("own", "own"), ("hackers-delight", "hackers_delight"), ("termination", "figures"), ("own", "")]
    groups = {measured([run("a", suite=suite, category=category)]).entries[0].group for suite, category in names}
    assert groups == {"own", "hackers-delight", "termination/figures"}


def test_who_contradicts_a_checked_answer_is_wrong() -> None:
    infeasible = run("a", "cvc5", "unconfirmed", verdict="infeasible")
    assert [e.outcome for e in measured([run("a"), infeasible]).entries] == [Outcome.RIGHT, Outcome.WRONG]
    assert [e.outcome for e in measured([run("b"), infeasible]).entries] == [Outcome.UNCONFIRMED, Outcome.RIGHT]
    unchecked = run("a", outcome="unconfirmed")
    assert [e.outcome for e in measured([unchecked, infeasible]).entries] == [Outcome.UNCONFIRMED, Outcome.UNCONFIRMED]


def test_every_outcome_has_its_place() -> None:
    assert set(SEVERITY) == set(Outcome)
    assert min(SEVERITY, key=SEVERITY.__getitem__) is Outcome.RIGHT
    assert max(SEVERITY, key=SEVERITY.__getitem__) is Outcome.WRONG
