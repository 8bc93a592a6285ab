"""`synth check`: prove an earlier answer anew, with a solver that had no part in it."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TextIO, assert_never

import click

from synth.cli import parameters
from synth.cli.exits import Exit
from synth.cli.record import read_record
from synth.cli.solve import load_specification
from synth.errors import InputError
from synth.solver.outcome import Status
from synth.specification import Specification

if TYPE_CHECKING:
    from synth.checking.prove import Judgement


@click.command("check")
@click.argument("file", type=click.File(encoding="utf-8"))
@click.option("--spec", "spec", metavar="SPEC", help="The specification, instead of the one that the answer names.")
@click.option("--timeout", default=60.0, metavar="S", type=parameters.SECONDS, help="Stop after this many seconds.  [60]")
@parameters.as_json
@parameters.debug
def check(file: TextIO, spec: str | None, timeout: float, as_json: bool) -> Exit:
    """Re-check the answer in FILE (of `synth SPEC --json`; - for stdin) with a solver other than the one that proved it."""
    record = read_record(_contents(file), file.name)
    specification = _specification(record, spec, file.name)
    judgement = _judged(record, specification, timeout, file.name)
    status, text = _verdict(judgement, record)
    click.echo(json.dumps({"schema": "synth.check/1", "file": file.name, "confirmed": _CONFIRMED[status], "text": text},
                          ensure_ascii=False) if as_json else f"{specification.name}: {text}")
    return status


_CONFIRMED = {Exit.SOLVED: True, Exit.NO_SOLUTION: False, Exit.UNKNOWN: None}


def _contents(file: TextIO) -> str:
    try:
        return file.read()
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 text: {error.reason}", file.name) from None


def _specification(record: Mapping[str, Any], chosen: str | None, file: str) -> Specification:
    """The specification, chosen or named by the record: a path from here or from the record's folder, or a bundled name."""
    named = chosen or record.get("spec")
    if not isinstance(named, str) or not named:
        raise InputError("the answer names no specification; give one with --spec", file)
    beside = pathlib.Path(file).parent / named
    if not chosen and not pathlib.Path(named).exists() and beside.is_file():
        named = str(beside)
    return load_specification(named)


def _judged(record: Mapping[str, Any], spec: Specification, timeout: float, file: str) -> Judgement:
    from synth.checking.certify import certify, certify_infeasible, other_solver

    try:
        if record.get("status") != Status.INFEASIBLE.value:
            return certify(record, spec, timeout=timeout)
        examples = record.get("conflict") or [record.get("counterexample")]
        return certify_infeasible(spec, _examples(examples), _width(record), other_solver(record.get("proved_by")), timeout)
    except InputError as error:
        raise error if error.file else InputError(error.message, file, error.line) from None


def _examples(examples: Any) -> list[dict[str, int]]:
    if not isinstance(examples, list) or not all(
            isinstance(e, dict) and all(isinstance(value, int) for value in e.values()) for e in examples):
        raise InputError("the answer holds no inputs at which nothing can satisfy the specification")
    return examples


def _width(record: Mapping[str, Any]) -> int:
    width = record.get("width")
    if not isinstance(width, int) or not 1 <= width <= 64:
        raise InputError(f"the width {width!r} is none")
    return width


def _verdict(judgement: Judgement, record: Mapping[str, Any]) -> tuple[Exit, str]:
    from synth.checking.prove import Proved, Refuted, Undecided

    claim = "infeasible" if record.get("status") == Status.INFEASIBLE.value else "correct for all inputs"
    match judgement:
        case Proved(width, solver):
            return Exit.SOLVED, f"confirmed, {claim} at {width} bits, proved by {solver}"
        case Refuted(example, solver):
            return Exit.NO_SOLUTION, f"refuted, the answer fails at {example} (found by {solver})"
        case Undecided(reason):
            return Exit.UNKNOWN, f"undecided, {reason}"
    assert_never(judgement)
