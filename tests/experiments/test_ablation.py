"""What ideas are worth: they are left out where they are said to be, and there again afterwards."""

from __future__ import annotations

from experiments import ablation
from experiments.reports.table import markdown
from synth.engines.registry import ENGINES


def test_ideas_are_left_out_and_come_back() -> None:
    for idea in ablation.IDEAS:
        if idea.owner is None:
            assert not idea.engine or idea.engine in ENGINES
            continue
        before = getattr(idea.owner, idea.function)
        with idea.left_out():
            assert getattr(idea.owner, idea.function)(None, None) is idea.instead
        assert getattr(idea.owner, idea.function) is before


def test_an_easy_problem_is_solved_without_any() -> None:
    found = {idea.name: ablation.seconds("p01", idea, 60.0) for idea in ablation.IDEAS[:2]}
    assert all(seconds is not None for seconds in found.values())
    assert markdown(ablation.table([{"without": name, "p01": f"{seconds:.1f}"} for name, seconds in found.items() if seconds])
                    ).startswith("| without | p01 |")
