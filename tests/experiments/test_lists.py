"""The questions about lists that are measured have the answers that they say, whoever is asked; and the measurement tells them."""

from __future__ import annotations

import importlib.util

import pytest
from click.testing import CliRunner

from experiments import lists
from synth.checking.backends import SOLVERS
from synth.heap.kernels import satisfiable_by_kernels
from synth.heap.outcome import Model

BACKENDS = [b for b in lists.BACKENDS if b in SOLVERS or importlib.util.find_spec("pysat") is not None]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", lists.FAMILIES)
def test_small_questions_are_answered(name: str, backend: str) -> None:
    family = lists.FAMILIES[name]
    assert lists.answer(family.formula(family.sizes[0]), backend, 60.0) == family.answer


@pytest.mark.parametrize("name", lists.FAMILIES)
def test_answers_are_those_of_all_kernels(name: str) -> None:
    family = lists.FAMILIES[name]
    found = satisfiable_by_kernels(family.formula(family.sizes[0]), 60.0)
    assert isinstance(found, Model) == (family.answer == "sat")


def test_the_table_tells_each_solver() -> None:
    done = CliRunner().invoke(lists.main, ["--family", "a chain of pointers", "--solver", "z3", "--most", "2"])
    assert done.exit_code == 0
    assert "| a chain of pointers | unsat | pointers | z3 | 1: 0." in done.output
