"""Re-checking of an answer, as `synth check` does: the programs are read back from their text and proved anew by another solver.

Nothing that searched has a part in it: neither engines nor coordinator are imported, only the evaluators and the provers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from synth.checking.backends import SOLVERS
from synth.checking.closure import Conflict
from synth.checking.infeasible import confirmed
from synth.checking.prove import ALGEBRA, NORMAL_FORM, Judgement, Proved, Undecided, prove
from synth.errors import InputError, NotDerivable
from synth.program import Program, constant_program, parse_listing
from synth.specification import Function, Specification

SCHEMA = "synth.result/1"


def certify(result: Mapping[str, Any], spec: Specification, solver: str | None = None, timeout: float = 60.0) -> Judgement:
    """Prove the answer in `result`, an object of schema synth.result/1, at the width it was given for.

    `solver` is one that `prove` knows; None: one other than the answer's `proved_by`. InputError where the object is malformed,
    holds no answer, or does not belong to `spec`; NotDerivable where a program is none that `spec` allows.
    """
    if result.get("schema") != SCHEMA:
        raise InputError(f"not an answer of schema {SCHEMA}")
    if result.get("status") != "solved":
        raise InputError(f"no program to check: the status is {result.get('status')!r}")
    width = result.get("width")
    if type(width) is not int or not 1 <= width <= 64:
        raise InputError(f"the width {width!r} is none")
    candidate = candidate_of(result, spec)
    _require_allowed(spec.with_width(width), candidate)
    return prove(spec, candidate, width, timeout, solver or other_solver(result.get("proved_by")))


def _require_allowed(spec: Specification, candidate: Mapping[str, Program]) -> None:
    if not spec.admits(candidate):
        used = (op for program in candidate.values() for op, _ in program.instructions)
        others = dict.fromkeys(op.name for op in used if op not in spec.operator_set)
        raise NotDerivable(f"the specification does not allow {' and '.join(others) or 'a program of this form'}")


def certify_infeasible(spec: Specification, examples: list[dict[str, int]], width: int, solver: str | None = None,
                       timeout: float = 60.0) -> Judgement:
    """Prove that nothing allowed satisfies `examples` together: where `Proved`, the specification is infeasible at `width`."""
    shown = confirmed(spec, examples, width, timeout, solver if solver in SOLVERS else SOLVERS[0])
    return Proved(width, shown.shown_by) if isinstance(shown, Conflict) else Undecided(shown.reason)


def other_solver(proved_by: str | None) -> str:
    """A solver that had no part in an answer proved by `proved_by`; what else there is for one that algebra proved."""
    proved = (proved_by or "").split(", ")
    return NORMAL_FORM if ALGEBRA in proved else next(s for s in reversed(SOLVERS) if s not in proved)


def candidate_of(result: Mapping[str, Any], spec: Specification) -> dict[str, Program]:
    """The programs of an answer, for every ∃ function and word of `spec`; InputError where one is missing or malformed."""
    functions, words = result.get("functions"), result.get("words", {})
    if not isinstance(functions, list) or not all(map(_is_function, functions)):
        raise InputError("a malformed answer: each function has a name and a text")
    width = int(result["width"])
    if not isinstance(words, Mapping) or not all(type(v) is int and 0 <= v < 1 << width for v in words.values()):
        raise InputError(f"a malformed answer: its words are no words of {width} bits")
    names = [*(f["name"] for f in functions), *words]
    unknown = set(names) - {f.name for f in spec.exists}
    if unknown:
        raise InputError(f"the answer has {', '.join(sorted(unknown))}, which the specification does not")
    if len(set(names)) < len(names):
        raise InputError("a malformed answer: it has a function or word twice")
    texts = {f["name"]: f["text"] for f in functions}
    parameters = {f["name"]: tuple(f.get("parameters", ())) for f in functions}
    candidate = {f.name: _program(f, texts, words, parameters) for f in spec.exists}
    for record in functions:
        _agrees(record, candidate[record["name"]], width)
    return candidate


def _is_function(told: Any) -> bool:
    """Whether an object of JSON may be a function of an answer."""
    if not isinstance(told, Mapping) or not isinstance(told.get("name"), str) or not isinstance(told.get("text"), str):
        return False
    parameters = told.get("parameters", [])
    return isinstance(parameters, (list, tuple)) and all(isinstance(p, str) for p in parameters)


def _agrees(record: Mapping[str, Any], program: Program, width: int) -> None:
    """InputError where what the answer says of a function is not true of its text."""
    true = {"length": program.length, "constants": sorted(c % (1 << width) for c in program.constants)}
    for field, value in true.items():
        told = record.get(field, value)
        numbers = told if isinstance(told, list) else [told]
        if any(type(n) is not int for n in numbers) or (sorted(told) if isinstance(told, list) else told) != value:
            raise InputError(f"{record['name']}: the {field} of its text is {value}, not {told} as the answer says")


def _program(function: Function, texts: Mapping[str, str], words: Mapping[str, int],
             parameters: Mapping[str, tuple[str, ...]]) -> Program:
    if not function.arity and function.name in words:
        return constant_program(words[function.name])
    if function.name not in texts:
        raise InputError(f"the answer has nothing for {function.name}")
    names = parameters[function.name] or function.parameters
    if names and len(names) != function.arity:
        raise InputError(f"{function.name} takes {function.arity} words, the answer's has {len(names)}")
    return parse_listing(texts[function.name], function.arity, names)
