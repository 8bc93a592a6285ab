"""`synth check`: prove an earlier answer anew, with a solver that had no part in it."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TextIO, assert_never

import click

from synth.cli import parameters
from synth.cli.exits import Exit
from synth.cli.inputs import Input, load_input
from synth.cli.recheck import Rechecked, recheck
from synth.cli.record import SCHEMA, read_record
from synth.errors import InputError
from synth.frontends.sygus.recheck import NotDerivable

VERDICT = "synth.verdict/1"
"""The schema of what `synth prove` says."""

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
    from synth.solver.apart import SLACK, Exceeded, within
    from synth.solver.limits import Limits

    contents = _contents(file)
    try:
        name, found = within(Limits(timeout + SLACK, None), "check", lambda: _checked(contents, file.name, spec, timeout))
    except Exceeded as exceeded:
        name, found = spec or file.name, Rechecked(Exit.UNKNOWN, f"undecided, {exceeded.reason.value}")
    told = {"schema": "synth.check/1", "file": file.name, "confirmed": _CONFIRMED[found.status], "text": found.text, **found.more}
    lines = [f"{name}: {found.text}", *(f"  {line}" for line in found.details)]
    click.echo(json.dumps(told, ensure_ascii=False) if as_json else "\n".join(lines))
    return found.status


def _checked(contents: str, file: str, spec: str | None, timeout: float) -> tuple[str, Rechecked]:
    """What the answer is about, and how the check came out."""
    record = read_record(contents, file, (SCHEMA, VERDICT))
    if record["schema"] == VERDICT:
        return str(spec or record.get("file")), _about(file, lambda: recheck(record, timeout, spec))
    given = _input(record, spec, file)
    return given.specification.name, _judged(given, record, timeout, file)


_SHARED = "the reading of the specification, and what its operators mean"
_CONFIRMED = {Exit.SOLVED: True, Exit.NO_SOLUTION: False, Exit.UNKNOWN: None}


def _contents(file: TextIO) -> str:
    try:
        return file.read()
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 text: {error.reason}", file.name) from None


def _input(record: Mapping[str, Any], chosen: str | None, file: str) -> Input:
    """The specification that is chosen, or named by the record: a path from here or from the record's folder, or a bundled name."""
    named = chosen or record.get("spec")
    if not isinstance(named, str) or not named or "\0" in named:
        raise InputError("the answer names no specification; give one with --spec", file)
    beside = pathlib.Path(file).parent / named
    if not chosen and not pathlib.Path(named).exists() and beside.is_file():
        named = str(beside)
    return load_input(named)


def _judged(given: Input, record: Mapping[str, Any], timeout: float, file: str) -> Rechecked:
    try:
        return _about(file, lambda: _verdict(given.judged(record, timeout), given, record))
    except NotDerivable as error:
        return Rechecked(Exit.NO_SOLUTION, f"refuted, {error.message}")


def _about(file: str, judge: Callable[[], Rechecked]) -> Rechecked:
    """What `judge` says; its errors, where they name no file, are about `file`."""
    try:
        return judge()
    except NotDerivable:
        raise
    except InputError as error:
        raise error if error.file else InputError(error.message, file, error.line) from None


def _verdict(judgement: Judgement, given: Input, record: Mapping[str, Any]) -> Rechecked:
    from synth.checking.prove import Proved, Refuted, Undecided

    match judgement:
        case Proved(width, solver):
            left = ["that no shorter program exists"] if record.get("minimal_width") is not None else []
            left += [given.unchecked] if given.unchecked and record.get("functions") else []
            return Rechecked(Exit.SOLVED, f"confirmed, {given.claim(record, width)}, proved by {solver}",
                             (f"shared with the search: {_SHARED}", *(f"not checked: {what}" for what in left)),
                             {"proved_by": [solver], "shared": [_SHARED], "not_checked": left})
        case Refuted(example, solver):
            return Rechecked(Exit.NO_SOLUTION, f"refuted, the answer fails at {example} (found by {solver})")
        case Undecided(reason):
            return Rechecked(Exit.UNKNOWN, f"undecided, {reason}")
    assert_never(judgement)
