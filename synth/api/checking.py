"""An earlier answer or verdict, checked anew by solvers that had no part in it."""

from __future__ import annotations

import json
import os
import pathlib
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, assert_never

from synth.api.answers import Answer
from synth.api.checks import CheckResult
from synth.api.ending import ending
from synth.api.heap_checks import SCHEMA as HEAPS
from synth.api.heap_checks import recheck_heaps
from synth.api.inputs.base import Input
from synth.api.inputs.formats import load_input
from synth.api.recheck import VERDICTS, recheck
from synth.api.record import SCHEMA, named_in, read_record
from synth.api.solving import Problem
from synth.api.verdicts import Verdict, Verdicts
from synth.errors import InputError, NotDerivable
from synth.solver.limits import Cancelled
from synth.specification import Specification

if TYPE_CHECKING:
    from synth.checking.prove import Judgement

_SHARED = "the reading of the specification, and what its operators mean"

Checkable = Answer | Verdict | Verdicts | Mapping[str, Any] | str | os.PathLike[str]
"""What can be checked: a result, its JSON object, or the path of a file with one."""


def check(answer: Checkable, specification: Problem | None = None, *, timeout: float = 60.0,
          cancel: threading.Event | None = None) -> CheckResult:
    """Prove an earlier answer or verdicts anew, by solvers that had no part in them; verdicts are tried on the compiled program.

    Args:
        answer: An answer, a verdict or verdicts, the JSON object (`answer.record`), or the path of a file that holds one.
        specification: What it is about, instead of what it names: a specification, or a path; for a verdict the path of a C file.
        timeout: Stop after this many seconds.
        cancel: Setting it ends the check within a second; it is undecided then.

    Returns:
        Whether the answer is confirmed, refuted or undecided.

    Raises:
        InputError: where the answer or what it names cannot be read.
        KeyboardInterrupt: after Ctrl-C, in the main thread.
    """
    if isinstance(answer, Answer) and answer.source is None and specification is None:
        specification = answer.specification
    chosen = os.fspath(specification) if isinstance(specification, os.PathLike) else specification
    file = "" if isinstance(answer, (Answer, Verdict, Verdicts, Mapping)) else os.fspath(answer)
    with ending(cancel) as cancelled:
        return rechecked(_contents(answer), file, chosen, timeout, cancelled)


def _contents(answer: Checkable) -> str:
    if isinstance(answer, (Answer, Verdict, Verdicts)):
        return answer.json
    if isinstance(answer, Mapping):
        return json.dumps(dict(answer))
    try:
        return pathlib.Path(answer).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 text: {error.reason}", os.fspath(answer)) from None
    except OSError as error:
        raise InputError(error.strerror or str(error), os.fspath(answer)) from None


def rechecked(contents: str, file: str, spec: str | Specification | None, timeout: float,
              cancelled: Cancelled | None = None) -> CheckResult:
    """How the check of the answer in `contents` came out, within `timeout` seconds.

    InputError for what is no answer, named as one of `file`; `spec` is the specification instead of the one that it names. Signals
    end the check, unless it is asked whether it is `cancelled`.
    """
    from synth.solver.isolated import SLACK, Exceeded, within
    from synth.solver.limits import Limits

    def checked() -> CheckResult:
        found = _checked(contents, file, spec, timeout)
        return replace(found, file=file, parts=tuple(replace(part, file=file) for part in found.parts))

    name = spec if isinstance(spec, str) else file
    try:
        return within(Limits(timeout + SLACK, None, 0.0, cancelled), "check", checked)
    except Exceeded as exceeded:
        return CheckResult(None, name, f"undecided, {exceeded.reason.value}", file=file)
    except KeyboardInterrupt:
        if cancelled is None:
            raise
        return CheckResult(None, name, "undecided, interrupted", file=file)


def _checked(contents: str, file: str, spec: str | Specification | None, timeout: float) -> CheckResult:
    record = read_record(contents, file, (SCHEMA, *VERDICTS, HEAPS))
    if record["schema"] == HEAPS:
        if isinstance(spec, Specification):
            raise InputError("an answer about heaps is about an SLH file, not about a specification", file)
        return _about(file, lambda: recheck_heaps(record, timeout, spec, file))
    if record["schema"] in VERDICTS:
        if isinstance(spec, Specification):
            raise InputError("a verdict is about a C file, not about a specification", file)
        return _about(file, lambda: recheck(record, timeout, spec))
    given = Input(spec) if isinstance(spec, Specification) else _input(record, spec, file)
    return _judged(given, record, timeout, file)


def _input(record: Mapping[str, Any], chosen: str | None, file: str) -> Input:
    """The specification that is chosen, or named by the record: a path from here or from the record's folder, or a bundled name."""
    return load_input(named_in(record, "spec", chosen, file))


def _judged(given: Input, record: Mapping[str, Any], timeout: float, file: str) -> CheckResult:
    try:
        return _about(file, lambda: _verdict(given.judged(record, timeout), given, record))
    except NotDerivable as error:
        return CheckResult(False, given.specification.name, f"refuted, {error.message}")


def _about(file: str, judge: Callable[[], CheckResult]) -> CheckResult:
    """What `judge` says; its errors, where they name no file, are about `file`."""
    try:
        return judge()
    except NotDerivable:
        raise
    except InputError as error:
        raise error if error.file else InputError(error.message, file, error.line) from None


def _verdict(judgement: Judgement, given: Input, record: Mapping[str, Any]) -> CheckResult:
    from synth.checking.prove import Proved, Refuted, Undecided

    name = given.specification.name
    match judgement:
        case Proved(width, solver):
            left = ["that no shorter program exists"] if record.get("minimal_width") is not None else []
            left += [given.unchecked] if given.unchecked and record.get("functions") else []
            said = f"confirmed, {given.claim(record, width)}, proved by {solver}"
            return CheckResult(True, name, said, (solver,), (_SHARED,), tuple(left))
        case Refuted(example, solver):
            return CheckResult(False, name, f"refuted, the answer fails at {example} (found by {solver})")
        case Undecided(reason):
            return CheckResult(None, name, f"undecided, {reason}")
    assert_never(judgement)
