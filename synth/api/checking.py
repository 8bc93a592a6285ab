"""An earlier answer or verdict, checked anew by solvers that had no part in it."""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, assert_never

from synth.api.inputs import Input, load_input
from synth.api.recheck import Rechecked, recheck
from synth.api.record import SCHEMA, read_record
from synth.errors import InputError
from synth.frontends.sygus.recheck import NotDerivable

if TYPE_CHECKING:
    from synth.checking.prove import Judgement

VERDICT = "synth.verdict/1"
"""The schema of what `synth prove` says."""

_SHARED = "the reading of the specification, and what its operators mean"


def rechecked(contents: str, file: str, spec: str | None, timeout: float) -> tuple[str, Rechecked]:
    """What the answer in `contents` is about, and how its check came out; limits of time and memory hold.

    InputError for what is no answer, named as one of `file`; `spec` is the specification instead of the one that it names.
    """
    from synth.solver.apart import SLACK, Exceeded, within
    from synth.solver.limits import Limits

    try:
        return within(Limits(timeout + SLACK, None), "check", lambda: _checked(contents, file, spec, timeout))
    except Exceeded as exceeded:
        return spec or file, Rechecked(None, f"undecided, {exceeded.reason.value}")


def _checked(contents: str, file: str, spec: str | None, timeout: float) -> tuple[str, Rechecked]:
    """What the answer is about, and how the check came out."""
    record = read_record(contents, file, (SCHEMA, VERDICT))
    if record["schema"] == VERDICT:
        return str(spec or record.get("file")), _about(file, lambda: recheck(record, timeout, spec))
    given = _input(record, spec, file)
    return given.specification.name, _judged(given, record, timeout, file)


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
        return Rechecked(False, f"refuted, {error.message}")


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
            return Rechecked(True, f"confirmed, {given.claim(record, width)}, proved by {solver}",
                             (f"shared with the search: {_SHARED}", *(f"not checked: {what}" for what in left)),
                             {"proved_by": [solver], "shared": [_SHARED], "not_checked": left})
        case Refuted(example, solver):
            return Rechecked(False, f"refuted, the answer fails at {example} (found by {solver})")
        case Undecided(reason):
            return Rechecked(None, f"undecided, {reason}")
    assert_never(judgement)
