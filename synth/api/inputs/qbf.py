"""QDIMACS files answered: a formula is true, with Skolem functions, or false, with Herbrand functions."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from synth.api.inputs.base import Input, Told
from synth.api.record import check_texts, functions_of, to_record, word_value
from synth.api.wording import counted
from synth.engines.protocol import candidate_length
from synth.errors import InputError
from synth.frontends.qdimacs import Qbf, read
from synth.program import Program, constant_program
from synth.solver.limits import Cancelled
from synth.solver.options import Options
from synth.solver.outcome import Outcome, Reason, Status
from synth.specification import Specification

if TYPE_CHECKING:
    from synth.checking.prove import Judgement

_VERDICTS = {Status.SOLVED: "true", Status.INFEASIBLE: "false"}
_CODES = {Status.SOLVED: 1, Status.INFEASIBLE: 0}
"""The verdicts as QDIMACS 1.1 has them; -1 for unknown."""

_SHORTEST_PROOF, _LONGEST_PROOF = 0.5, 3600.0


class QbfInput(Input):
    """A QDIMACS file. It has many functions, none of which has to be short; one engine is made for that."""

    defaults: Mapping[str, Any] = {"engines": ("tables",), "minimal": 0.0, "shorter": 0.0}

    def __init__(self, formula: Qbf) -> None:
        super().__init__(formula.joint)
        self._formula = formula

    @classmethod
    def load(cls, path: str) -> QbfInput:
        """The file's formula; InputError, with line and column, where it is none."""
        return cls(read(path))

    def exported(self, verdict: bool | None = None) -> Specification:
        """What shows one verdict, by default that the formula is true: other tools do not stop where one side has its functions."""
        side = verdict is not False
        kind, of = ("Skolem", "existential") if side else ("Herbrand", "universal")
        if not self._formula.functions(side):
            raise InputError(f"it has no {of} variables, and so no {kind} functions; choose --side {str(not side).lower()}",
                             self._formula.file)
        doc = f"{kind} functions of {self._formula.name}: there are some exactly where the formula is {str(side).lower()}."
        return replace(self._formula.side(side, alone=True), doc="\n".join(filter(None, (doc, self._formula.doc))))

    def accept(self, options: Options) -> None:
        """Variables are words of one bit."""
        if options.width not in (None, 1):
            raise InputError("its words have 1 bit, --width cannot change that", self._formula.file)

    def concluded(self, outcome: Outcome, options: Options, cancelled: Cancelled | None = None) -> Outcome:
        """Solved means true, infeasible false: with the functions of the side that they prove, each side tried on its own."""
        from synth.solver.proofs import first_proved

        if outcome.candidate is None:
            return replace(outcome, status=Status.UNKNOWN)
        start = time.monotonic()
        left = _LONGEST_PROOF if options.timeout is None else max(_SHORTEST_PROOF, options.timeout - outcome.seconds)
        proved = first_proved({side: self._formula.side(side) for side in (True, False)}, outcome.candidate, left, cancelled)
        ended = replace(outcome, minimal_width=None, exhausted={}, warnings=(), seconds=outcome.seconds + time.monotonic() - start)
        if proved is None:
            return replace(ended, status=Status.UNKNOWN, reason=Reason.TIMEOUT, candidate=None, limit="neither side proved in time")
        verdict, solver = proved
        own = {f.name: outcome.candidate[f.name] for f in self._formula.functions(verdict)}
        return replace(ended, specification=self._own(verdict), status=Status.SOLVED if verdict else Status.INFEASIBLE,
                       candidate=own, proved_by=solver, reason=None, limit="")

    def _own(self, verdict: bool) -> Specification:
        """The formula with the functions of one side alone, where it has any."""
        return self._formula.side(verdict, alone=True) if self._formula.functions(verdict) else self.specification

    def told(self, outcome: Outcome) -> Told:
        """The verdict and its functions, for a formula without an answer as usual; last the line that QDIMACS has for it."""
        told = Told("\n".join(_lines(outcome))) if outcome.status in _VERDICTS else super().told(outcome)
        largest = max((variable for variable, _ in self._formula.prefix), default=0)
        line = f"s cnf {_CODES.get(outcome.status, -1)} {largest} {len(self._formula.clauses)}"
        return told._replace(answer=f"{told.answer}\n{line}")

    def record(self, outcome: Outcome, name: str) -> dict[str, Any]:
        """The usual record with the verdict, "true" or "false", in the field "qbf"; null where it is unknown."""
        return {**to_record(outcome, name), "qbf": _VERDICTS.get(outcome.status)}

    def judged(self, record: Mapping[str, Any], timeout: float) -> Judgement:
        """The functions are read from their texts, and tried on the side that they are said to prove."""
        from synth.checking.certify import candidate_of, other_solver
        from synth.checking.prove import prove

        verdict = {shown: status for status, shown in _VERDICTS.items()}.get(str(record.get("qbf")))
        if verdict is None or record.get("status") != verdict.value or record.get("width") != 1:
            raise InputError(f"no verdict to check: the formula is said to be {record.get('qbf')!r}, "
                             f"the status is {record.get('status')!r}")
        true = verdict is Status.SOLVED
        given = candidate_of(record, self._own(true)) if self._formula.functions(true) else {}
        if given:
            check_texts(record, self._formula.functions(true), given, 1)
        others: dict[str, Program] = {f.name: constant_program(0, f.arity) for f in self.specification.exists}
        return prove(self._formula.side(true), {**others, **given}, 1, timeout, other_solver(record.get("proved_by")))

    def claim(self, record: Mapping[str, Any], width: int) -> str:
        """That the formula is true, or false."""
        return f"the formula is {record.get('qbf')}"


def _lines(outcome: Outcome) -> Iterator[str]:
    candidate, true = outcome.candidate or {}, outcome.status is Status.SOLVED
    functions = counted(len(candidate), f"{'Skolem' if true else 'Herbrand'} function")
    yield f"{outcome.specification.name}: {_VERDICTS[outcome.status]} and checked, {functions}, " \
          f"{counted(candidate_length(candidate), 'instruction')}"
    for word in outcome.specification.words if candidate else ():
        yield f"\n{word.name} = {word_value(outcome, word)}"
    for function in functions_of(outcome):
        yield f"\n{function['name']}({', '.join(function['parameters'])}):"
        yield textwrap.indent(function["text"], "    ")
    yield f"\nchecked: proved by {outcome.proved_by} that with them the clauses {'hold' if true else 'fail'} for all inputs"
    yield (f"found:   by {outcome.found_by} in {outcome.seconds:.2f} s, {counted(outcome.iterations, 'iteration')}, "
           f"{counted(outcome.counterexamples, 'counterexample')}, seed {outcome.seed}")
