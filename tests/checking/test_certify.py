"""Re-checking of answers from their text alone."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from synth import Fun, InputError, Unknown, Word, spec
from synth.checking.certify import SCHEMA, certify, certify_infeasible, other_solver
from synth.checking.prove import Proved, Refuted, Undecided


@spec()
def masked(f: Fun[[Word], Word], w: Unknown, x: Word):
    return (f(x) == x & (x - 1)) & (w == 5)


def answer(text: str = "t0 = add x, -1\nt1 = and x, t0\nreturn t1", **changes: Any) -> dict[str, Any]:
    return {"schema": SCHEMA, "status": "solved", "width": 32, "functions": [{"name": "f", "inputs": 1, "text": text}],
            "words": {"w": 5}, "proved_by": "z3"} | changes


@pytest.mark.parametrize(("proved_by", "other"), [("z3", "bitwuzla"), ("bitwuzla", "z3"), (None, "bitwuzla")])
def test_another_solver_proves_it_again(proved_by: str | None, other: str) -> None:
    assert certify(answer(proved_by=proved_by), masked) == Proved(32, other)


def test_the_solver_can_be_chosen() -> None:
    assert certify(answer(), masked, "z3") == Proved(32, "z3")


def test_a_wrong_answer_is_refuted() -> None:
    assert isinstance(certify(answer("t0 = add x, 1\nt1 = and x, t0\nreturn t1"), masked), Refuted)
    assert isinstance(certify(answer(words={"w": 6}), masked), Refuted)


def test_the_width_is_the_answers() -> None:
    assert certify(answer(width=8), masked) == Proved(8, "bitwuzla")


@pytest.mark.parametrize(("changes", "message"), [
    ({"schema": "other"}, "schema"), ({"status": "unknown"}, "no program to check"), ({"width": 99}, "width"),
    ({"functions": []}, "nothing for f"), ({"words": {}}, "nothing for w"), ({"functions": [{"name": "f"}]}, "malformed"),
    ({"functions": [{"name": "f", "text": "t0 = nand x, x\nreturn t0"}]}, "unknown operator nand"),
    ({"functions": [{"name": "f", "text": "return a", "parameters": ["a", "b"]}]}, "takes 1 words"),
])
def test_what_is_no_answer_is_an_input_error(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        certify(answer(**changes), masked)


def test_infeasibility_is_checked_on_its_examples() -> None:
    @spec(given=lambda x: x != 3)
    def half(f: Fun[[Word], Word], x: Word):
        return f(x) * 2 == x

    for solver in ("z3", "bitwuzla"):
        assert certify_infeasible(half, [{"x": 1}], 8, solver) == Proved(8, solver)
        assert isinstance(certify_infeasible(half, [{"x": 2}], 8, solver), Undecided)
    assert isinstance(certify_infeasible(half, [{"x": 3}], 8), Undecided)
    assert isinstance(certify_infeasible(half, [], 8), Undecided)


def test_nothing_that_searches_is_imported() -> None:
    code = "import sys, synth.checking.certify; print([m for m in sys.modules if m.startswith(('synth.engines', 'synth.solver'))])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("tampered", [{"length": 1}, {"constants": [5]}, {"name": "g"}])
def test_what_an_answer_says_of_its_programs_must_be_true(tampered: dict[str, Any]) -> None:
    record = answer()
    record["functions"][0] |= tampered
    with pytest.raises(InputError):
        certify(record, masked)


@pytest.mark.parametrize(("proved_by", "other"), [
    ("z3", "bitwuzla"), ("algebra", "normal form"), ("algebra, z3", "normal form"), ("bitwuzla", "z3"), (None, "bitwuzla")])
def test_who_had_no_part_in_a_proof(proved_by: str | None, other: str) -> None:
    assert other_solver(proved_by) == other
