"""SyGuS-IF files: answers in the standard's own syntax, re-checked before they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from synth.api.functions import SynthesisedFunction, function_from
from synth.api.inputs.base import Input, Told, width_of
from synth.api.readable import details
from synth.api.record import function_of, to_record
from synth.errors import InputError
from synth.frontends.sygus.answer import define_funs
from synth.frontends.sygus.load import load
from synth.frontends.sygus.problem import Problem
from synth.frontends.sygus.recheck import recheck
from synth.program import Program
from synth.solver.options import Options
from synth.solver.outcome import Outcome, Status

if TYPE_CHECKING:
    from synth.checking.prove import Judgement


class SygusInput(Input):
    """A SyGuS-IF file. Any answer is as good as a shorter one, and it is wanted soon."""

    defaults: Mapping[str, Any] = {"shorter": 0.5, "minimal": 0.0}
    unchecked = "the other texts of the answer than its define-funs"

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.specification)
        self._problem = problem

    @classmethod
    def load(cls, path: str) -> SygusInput:
        """The file's problem; InputError, with line and column, where it is none."""
        return cls(load(path))

    def accept(self, options: Options) -> None:
        """A file means something at its own widths only."""
        if options.width not in (None, self.specification.width):
            raise InputError(f"its words have {self.specification.width} bits, --width cannot change that", self.specification.file)

    def told(self, outcome: Outcome) -> Told:
        """The define-funs in the order of the file between parentheses, (infeasible) or (fail); the rest is details."""
        match outcome.status:
            case Status.SOLVED:
                answer = "\n".join(("(", *self._texts(outcome).values(), ")"))
            case Status.INFEASIBLE:
                answer = "(infeasible)"
            case Status.UNKNOWN:
                answer = "(fail)"
        return Told(answer, details(outcome))

    def record(self, outcome: Outcome, name: str) -> dict[str, Any]:
        """The usual record; each function, one without parameters included, has its define-fun as the field "sygus"."""
        record = to_record(outcome, name)
        if outcome.status is Status.SOLVED and outcome.candidate is not None:
            texts, functions = self._texts(outcome), {f.name: f for f in self.specification.exists}
            record["functions"] = [function_of(functions[n], outcome.candidate[n], outcome.width) | {"sygus": text}
                                   for n, text in texts.items()]
        return record

    def function(self, told: Mapping[str, Any], program: Program, width: int) -> SynthesisedFunction:
        """A function over the sorts of the file."""
        signature = next(s for s in self._problem.signatures if s.name == told["name"])
        sorts = tuple(sort.width for _, sort in signature.parameters), signature.sort.bits
        return function_from(told, program, width, not signature.sort.bits, sorts)

    def judged(self, record: Mapping[str, Any], timeout: float) -> Judgement:
        """The define-funs are read from their texts; `NotDerivable` where one is not what the file asks for."""
        from synth.checking.certify import other_solver
        from synth.checking.prove import prove

        if record.get("status") != Status.SOLVED.value:
            return super().judged(record, timeout)
        if width_of(record) != self.specification.width:
            raise InputError(f"the answer is for words of {record['width']} bits, the file has {self.specification.width}")
        candidate = recheck(self._problem, _written(record))
        return prove(self.specification, candidate, self.specification.width, timeout, other_solver(record.get("proved_by")))

    def _texts(self, outcome: Outcome) -> dict[str, str]:
        assert outcome.candidate is not None
        return define_funs(self._problem, outcome.candidate)


def _written(record: Mapping[str, Any]) -> dict[str, str]:
    """The define-funs of a record by the names of their functions."""
    functions = record.get("functions")
    if not isinstance(functions, list) or not all(
            isinstance(f, dict) and isinstance(f.get("name"), str) and isinstance(f.get("sygus"), str) for f in functions):
        raise InputError('a malformed answer: each function has a "name", and its define-fun as "sygus"')
    found = {f["name"]: f["sygus"] for f in functions}
    if len(found) < len(functions):
        raise InputError("a malformed answer: it has a function twice")
    return found
