"""What a format of specifications decides: which defaults a search has, how answers are told and judged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from synth.api.functions import SynthesisedFunction, function_from
from synth.api.readable import readable
from synth.api.record import check_texts, to_record
from synth.errors import InputError
from synth.program import Program
from synth.solver.limits import Cancelled
from synth.solver.options import Options
from synth.solver.outcome import Outcome, Status
from synth.specification import Specification

if TYPE_CHECKING:
    from synth.checking.prove import Judgement


class Told(NamedTuple):
    """An answer as text: what goes to stdout, and what goes to stderr unless it is to be quiet."""

    answer: str
    details: str = ""


class Input:
    """A specification in Python, and what other formats have in common with it."""

    defaults: Mapping[str, Any] = {}
    """Options whose defaults differ from those that `Options` declares."""

    unchecked: str = ""
    """What `judged` leaves aside in an answer."""

    def __init__(self, specification: Specification) -> None:
        self.specification = specification

    def exported(self, verdict: bool | None = None) -> Specification:
        """What other tools are given; of a formula that is true or false, what shows one `verdict`. InputError for other inputs."""
        if verdict is not None:
            raise InputError("--side is for quantified Boolean formulas", self.specification.file)
        return self.specification

    def accept(self, options: Options) -> None:
        """InputError where an option makes no sense for this format."""

    def concluded(self, outcome: Outcome, options: Options, cancelled: Cancelled | None = None) -> Outcome:
        """What the end of the search means for this format; work that it takes ends where it is `cancelled`."""
        return outcome

    def told(self, outcome: Outcome) -> Told:
        """The answer for people, or for what else reads stdout in this format."""
        return Told(readable(outcome))

    def record(self, outcome: Outcome, name: str) -> dict[str, Any]:
        """The answer as an object of schema synth.result/1; `name` is what the user called the specification."""
        return to_record(outcome, name)

    def function(self, told: Mapping[str, Any], program: Program, width: int) -> SynthesisedFunction:
        """A function of an answer, of which `told` is its part of the record."""
        predicate = any(f.name == told["name"] and f.predicate for f in self.specification.exists)
        return function_from(told, program, width, predicate)

    def judged(self, record: Mapping[str, Any], timeout: float) -> Judgement:
        """The judgement of an earlier answer, by a solver that had no part in it; InputError for what is no answer."""
        from synth.checking.certify import candidate_of, certify, certify_infeasible, other_solver

        width = width_of(record)
        if record.get("status") != Status.INFEASIBLE.value:
            if record.get("status") == Status.SOLVED.value:
                check_texts(record, self.specification.exists, candidate_of(record, self.specification), width)
            return certify(record, self.specification, timeout=timeout)
        examples = _examples(record.get("conflict") or [record.get("counterexample")], width)
        return certify_infeasible(self.specification, examples, width, other_solver(record.get("proved_by")), timeout)

    def claim(self, record: Mapping[str, Any], width: int) -> str:
        """What an answer says, in words."""
        infeasible = record.get("status") == Status.INFEASIBLE.value
        return f"{'infeasible' if infeasible else 'correct for all inputs'} at {width} bits"


def _examples(examples: Any, width: int) -> list[dict[str, int]]:
    if not isinstance(examples, list) or not all(
            isinstance(e, dict) and all(type(value) is int and 0 <= value < 1 << width for value in e.values()) for e in examples):
        raise InputError("the answer holds no inputs at which nothing can satisfy the specification")
    return examples


def width_of(record: Mapping[str, Any]) -> int:
    """The width that an answer is given for; InputError where it is none."""
    width = record.get("width")
    if type(width) is not int or not 1 <= width <= 64:
        raise InputError(f"the width {width!r} is none")
    return width
