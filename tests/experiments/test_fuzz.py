"""Planted programs solve their specifications, and the judge of the fuzzer finds lies."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import pytest
from click.testing import CliRunner

from experiments import fuzz
from experiments.planted import VARIANTS, planted, random_program
from synth.evaluation import integers
from synth.operators import WORD_OPERATORS
from synth.program import Program, constant_program
from synth.solver.options import Options
from synth.solver.outcome import Outcome, Status


@pytest.mark.parametrize("variant", VARIANTS)
def test_planted_programs_are_solutions(variant: str) -> None:
    for index in range(12):
        case = planted(1, index, variant)
        assert fuzz.refutations(case.specification, case.solution) == []
        assert case.length == sum(p.length for p in case.solution.values())
        for narrow in (3, 4):
            rng = random.Random(index)
            words = {str(s.data): rng.randrange(1 << narrow) for s in case.specification.forall}
            assert integers.evaluate(case.specification.formula, words, case.solution, narrow)


def test_a_case_is_a_function_of_its_seed_and_index() -> None:
    assert [planted(3, i).solution for i in range(20)] == [planted(3, i).solution for i in range(20)]
    assert len({planted(s, i).name for s in range(2) for i in range(5)}) == 10


def test_random_programs_have_no_dead_code() -> None:
    rng = random.Random(5)
    programs = [random_program(rng, WORD_OPERATORS, 2, 3, 8) for _ in range(50)]
    assert all(p.length == 3 for p in programs)


def outcome(case: Any, status: Status = Status.SOLVED, **more: Any) -> Outcome:
    known = {"candidate": dict(case.solution), "width": case.specification.width}
    return Outcome(case.specification, status, **known | more)


def test_the_judge_accepts_the_truth() -> None:
    case = planted(0, 0, "plain")
    assert fuzz.judge(case, outcome(case, minimal_width=8, exhausted={8: tuple(range(case.length))})) == []
    assert fuzz.judge(case, outcome(case, Status.UNKNOWN, candidate=None)) == []


def test_the_judge_finds_lies() -> None:
    case = planted(0, 0, "plain")
    inputs = case.specification.functions[0].arity
    longer = case.solution["f"]
    longer = Program(inputs, longer.constants, (*longer.instructions, longer.instructions[0]), longer.result)
    assert fuzz.judge(case, outcome(case, Status.INFEASIBLE, candidate=None))
    assert fuzz.judge(case, outcome(case, exhausted={4: tuple(range(case.length + 1))}))
    assert fuzz.judge(case, outcome(case, candidate={"f": longer}, minimal_width=4))
    assert any("numpy" in w for w in fuzz.judge(case, outcome(case, candidate={"f": constant_program(5, inputs)})))


def test_orphans_are_seen_and_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as child:
        assert fuzz.orphans() == [f"orphan: {child.pid}"]
        assert child.wait(5) != 0


def test_hangs_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: Any) -> None:
        while True:
            pass

    monkeypatch.setattr(fuzz, "solve", endless)
    monkeypatch.setattr(fuzz, "_GRACE", 0.1)
    assert fuzz.run_case(planted(0, 0), Options(timeout=0.1)) == ["hang"]


def test_fuzzing_a_few() -> None:
    done = CliRunner().invoke(fuzz.main, ["--count", "3", "--seed", "5", "--timeout", "5", "--variant", "plain"])
    assert done.exit_code == 0, done.output
    assert "seed 5, 3 specifications: " in done.output
