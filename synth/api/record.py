"""Answers as JSON objects of schema synth.result/1: written by `synth SPEC --json`, read back by `synth check`."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from synth import __version__
from synth.errors import InputError
from synth.program import Program, operand_names
from synth.solver.outcome import Outcome
from synth.specification import Function

SCHEMA = "synth.result/1"


def to_record(outcome: Outcome, spec: str) -> dict[str, Any]:
    """The JSON object of an outcome; `spec` is the specification's path or name as the user wrote it."""
    words = {f.name: word_value(outcome, f) for f in outcome.specification.words} if outcome.candidate else {}
    return {
        "schema": SCHEMA, "version": __version__, "status": outcome.status.value,
        "reason": None if outcome.reason is None else outcome.reason.value, "limit": outcome.limit or None,
        "spec": spec, "name": outcome.specification.name, "width": outcome.width,
        "functions": functions_of(outcome), "words": words, "minimal_width": outcome.minimal_width,
        "checked": outcome.checked, "checked_by": outcome.checked_by,
        "found_by": outcome.found_by, "proved_by": outcome.proved_by, "proved_widths": list(outcome.proved_widths),
        "seconds": round(outcome.seconds, 6), "iterations": outcome.iterations, "counterexamples": outcome.counterexamples,
        "counterexample": None if outcome.counterexample is None else dict(outcome.counterexample),
        "conflict": [dict(example) for example in outcome.conflict],
        "exhausted": {str(width): list(lengths) for width, lengths in outcome.exhausted.items()},
        "engines": {name: asdict(report) for name, report in outcome.engines.items()},
        "shares": asdict(outcome.shares), "warnings": list(outcome.warnings), "seed": outcome.seed,
    }


def word_value(outcome: Outcome, word: Function) -> int:
    """The value that an outcome's candidate gives to an ∃ word."""
    from synth.evaluation.integers import run_program

    assert outcome.candidate is not None
    return run_program(outcome.candidate[word.name], (), outcome.width)


def functions_of(outcome: Outcome) -> list[dict[str, Any]]:
    """The found ∃ functions in the order of the specification; empty where nothing was found."""
    candidate = outcome.candidate or {}
    return [function_of(f, candidate[f.name], outcome.width) for f in outcome.specification.functions if f.name in candidate]


def function_of(function: Function, program: Program, width: int) -> dict[str, Any]:
    """The JSON object of one function's program."""
    parameters = operand_names(program, function.parameters, width)[: program.inputs]
    return {"name": function.name, "inputs": program.inputs, "parameters": parameters, "length": program.length,
            "constants": [c % (1 << width) for c in program.constants], "text": program.listing(parameters, width),
            "c": _c(program, function, width, parameters)}


def _c(program: Program, function: Function, width: int, parameters: list[str]) -> str | None:
    """The program in C; None where C has no floating-point type of this width."""
    from synth.frontends.emit import c_function

    try:
        return c_function(program, function.name, width, parameters, function.predicate)
    except InputError:
        return None


def dump(record: Mapping[str, Any]) -> str:
    """A record as one line of JSON."""
    return json.dumps(record, ensure_ascii=False)


def read_record(text: str, file: str, schemas: Sequence[str] = (SCHEMA,)) -> dict[str, Any]:
    """The JSON object in `text`; InputError, naming `file`, where it is of none of the schemas."""
    try:
        record = json.loads(text, parse_constant=_no_json, object_pairs_hook=_object)
        json.dumps(record, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg}", file, error.lineno, error.colno) from None
    except RecursionError:
        raise InputError("not an answer: nested too deeply", file) from None
    except UnicodeEncodeError as error:
        raise InputError(f"not an answer: {error.reason}", file) from None
    except ValueError as error:
        raise InputError(f"not JSON: {error}", file) from None
    if not isinstance(record, dict) or record.get("schema") not in schemas:
        raise InputError(f"not an answer of schema {' or '.join(schemas)}", file)
    return record


def named_in(record: Mapping[str, Any], field: str, chosen: str | None, file: str) -> str:
    """What a record from `file` is about: what is chosen, or what its field names, a path from here or from its folder. InputError,
    naming `file`, where it names nothing."""
    named, what = chosen or record.get(field), {"spec": "specification"}.get(field, field)
    if not isinstance(named, str) or not named or "\0" in named:
        raise InputError(f"the answer names no {what}; give one with --spec", file)
    beside = pathlib.Path(file).parent / named
    return str(beside) if not chosen and not pathlib.Path(named).exists() and beside.is_file() else named


def _no_json(constant: str) -> None:
    raise ValueError(f"{constant} is no number of JSON")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object has one key twice")
    return found


def check_texts(record: Mapping[str, Any], functions: Iterable[Function], candidate: Mapping[str, Program], width: int) -> None:
    """InputError where an answer's functions are not what their texts say: in C, and how many words they take."""
    known = {function.name: function for function in functions}
    for told_of in record["functions"]:
        function, program = known[told_of["name"]], candidate[told_of["name"]]
        names = told_of.get("parameters") or operand_names(program, (), width)[:program.inputs]
        for field, true in (("inputs", program.inputs), ("c", _c(program, function, width, names))):
            told = told_of.get(field, true)
            if type(told) is not type(true) or told != true:
                raise InputError(f"{function.name}: the field {field!r} is not what its text says")
