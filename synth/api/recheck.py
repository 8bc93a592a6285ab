"""`synth check` of verdicts on a C program: each certificate is proved anew by other solvers, and tried on the compiled program.

The proof reads the program as the search did; the compiled program is a second reading, by gcc. Either may refute the certificate.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from synth.api.checks import CheckResult, together
from synth.api.wording import named
from synth.errors import InputError
from synth.frontends.svcomp.questions import STANDARD
from synth.transition import ShownOf

if TYPE_CHECKING:
    from synth.analysis.certificates.checker import Checked
    from synth.analysis.certificates.kinds import Certificate
    from synth.analysis.reports.replay import Answers
    from synth.api.replays.replay import Replay
    from synth.api.replays.trial import Trial
    from synth.frontends.c.load import Program
    from synth.frontends.c.preprocessing.dialect import Dialect, File

VERDICTS = "synth.verdict/1", "synth.verdict/2"
"""The schemas of what `synth prove` says: of one property, as earlier versions did, and of some."""

_NAMES = {q.property: tuple(name for name, other in STANDARD.items() if other.property == q.property) for q in STANDARD.values()}
"""What the properties may be called where they are asked."""

_KINDS = {("termination", "true"): ("ranking", "unwinding", "safe-unwinding"), ("termination", "false"): ("recurrence-set",),
          ("safety", "true"): ("safety-invariant", "safe-unwinding"), ("safety", "false"): ("danger-invariant", "bounded-trace")}
"""The certificates that there are for a verdict."""


def recheck(record: Mapping[str, Any], timeout: float, chosen: str | None) -> CheckResult:
    """Check the verdicts of schema synth.verdict/2, or the one of synth.verdict/1, on the file that is `chosen` or named, within
    `timeout` seconds for all. InputError for what is none.
    """
    from synth.frontends.c.load import load_files

    deadline = time.monotonic() + timeout
    verdicts = _verdicts(record)
    files = _files(record, chosen)
    file = named([own.path for own in files])
    decided = [verdict for verdict in verdicts if verdict["verdict"] != "unknown"]
    if not decided:
        raise InputError("nothing to check: the verdict is 'unknown'")
    read = cache(lambda dialect: load_files(files, **dialect.record))  # most verdicts of a file were read alike
    results = [_rechecked(file, verdict, read, max(0.0, deadline - time.monotonic())) for verdict in decided]
    open_ones = tuple(f"{_asked(verdict)}, which is unknown" for verdict in verdicts if verdict not in decided)
    return together(file, results, open_ones, "verdicts")


def _verdicts(record: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The verdicts of a record, each about a known property. InputError where they are malformed."""
    found = record.get("verdicts") if record.get("schema") != VERDICTS[0] else [record]
    if not isinstance(found, list) or not found or not all(isinstance(verdict, Mapping) for verdict in found):
        raise InputError("the verdicts are no list of objects")
    for verdict in found:
        asked, told = verdict.get("property"), verdict.get("verdict")
        if not isinstance(asked, str) or asked not in _NAMES:
            raise InputError(f"nothing is known of the property {asked!r}; there are {' and '.join(_NAMES)}")
        if (name := verdict.get("asked", asked)) not in _NAMES[asked]:
            raise InputError(f"{asked} is not what {name!r} is about; there are {', '.join(_NAMES[asked])}")
        if not isinstance(told, str) or told not in ("true", "false", "unknown"):
            raise InputError(f"nothing to check: the verdict is {told!r}")
    return found


def _rechecked(file: str, record: Mapping[str, Any], read: Callable[[Dialect], Program], timeout: float) -> CheckResult:
    """The check of one verdict that is true or false."""
    from synth.analysis.certificates.checker import checked
    from synth.analysis.certificates.obligations import prefix_of
    from synth.analysis.reports.record import certificate_of, contracts_in
    from synth.api.replays.replay import answers_of

    about, holds = read(_dialect(record)).about(_asked(record)), record["verdict"] == "true"
    contracts = contracts_in(record, None if about.wider is None else about.wider.opened)
    program = about.reading(holds, contracts, _reading(record))
    certificate = certificate_of(record, program.system, contracts)
    if record["certificate"]["kind"] not in _KINDS[record["property"], record["verdict"]]:
        return CheckResult(False, file, f"refuted, the certificate is not one for {record['property']} {record['verdict']}")
    solvers, others = _solvers(record)
    result = checked(program.system, certificate, timeout, solvers, halved=True)
    if result.holds is False:
        return CheckResult(False, file, f"refuted, {result.text}")
    answers = answers_of(program, certificate) if prefix_of(certificate) is not None else None
    said = _said(file, record, result, _compiled(program, certificate, answers), others)
    if (other := _other_failure(record, program, answers)):
        said = replace(said, confirmed=False, said=f"refuted, {other}", proved_by=())
    return replace(said, assumed=(*_read_with(program), *program.assumed))


def _reading(record: Mapping[str, Any]) -> ShownOf | None:
    """What a verdict says that it is shown of. InputError where it says several."""
    said = [reading for reading in ShownOf if _flag(record, reading.value)]
    if len(said) > 1:
        raise InputError(f"the fields {said[0].value!r} and {said[1].value!r} are both true")
    return said[0] if said else None


def _flag(record: Mapping[str, Any], name: str) -> bool:
    """A field that is true or false, false where it is missing. InputError for any other."""
    if type(found := record.get(name, False)) is not bool:
        raise InputError(f"the field {name!r} is {found!r}, neither true nor false")
    return found


def _read_with(program: Program) -> tuple[str, ...]:
    """The options that the verdict says its program is read with: another program might be, with others."""
    options = program.dialect.options
    own = ((unit.source.file, dialect.options) for unit, dialect in program.units if dialect != program.dialect)
    return (*((f"the program is read with {' '.join(options)}",) if options else ()),
            *(f"{file} is read with {' '.join(words)}" for file, words in own))


def _compiled(program: Program, certificate: Certificate, answers: Answers | None) -> Replay | Trial:
    """What the compiled program says of a certificate: a replay of the run that it has, with these answers to what the program asks
    for, otherwise random runs."""
    from synth.analysis.certificates.obligations import prefix_of
    from synth.api.replays.replay import replay
    from synth.api.replays.trial import trial

    return trial(program, certificate) if prefix_of(certificate) is None else replay(program, answers, certificate)


def _other_failure(record: Mapping[str, Any], program: Program, answers: Answers | None) -> str:
    """That a verdict says of its run that it fails elsewhere, or does something else wrong; "" where it does not, or where that is
    not known."""
    from synth.analysis.property import Failed
    from synth.analysis.reports.record import failure_record
    from synth.api.telling import failed

    told = record.get("failure")
    if told is None or answers is None or not answers.failing:
        return "" if told is None or (record["property"] == "safety" and record["verdict"] == "false") else "no run fails"
    ways = [failure_record(Failed(number), program.system) for number in answers.failing]
    if (found := failed(program, answers)) is not None:
        ways = [failure_record(found, program.system)]
    return "" if told in ways else f"its run does not fail as it says, {told}"


def _said(file: str, record: Mapping[str, Any], result: Checked, second: Replay | Trial, others: bool) -> CheckResult:
    shared = ("the reading of the C source as a transition system", "what is to be shown of it",
              *(["algebra modulo 2^w and over GF(2)"] if "algebra" in result.solvers else []),
              *([] if others else ["the solvers, all of which had a part in the first proof"]))
    told = CheckResult(None, file, f"undecided, {result.text}", result.solvers, shared, compiled=second)
    if second.wrong:
        return replace(told, confirmed=False, said=f"refuted by the compiled program: {second.text}", proved_by=())
    if second.status == "open":
        return replace(told, said=f"undecided, {second.text}")
    if result.holds is None:
        return told
    said = f"confirmed, {_asked(record)} {record['verdict']}, proved by {' and '.join(result.solvers)}"
    return replace(told, confirmed=True, said=said)


def _asked(record: Mapping[str, Any]) -> str:
    """What the property is called that was asked."""
    return str(record.get("asked", record["property"]))


def _files(record: Mapping[str, Any], chosen: str | None) -> tuple[File, ...]:
    """The files of the program, or the one that is chosen. InputError where there are none."""
    from synth.frontends.c.preprocessing.dialect import File, file_of_record

    told = record.get("files")
    if chosen is not None or told is None:
        return (File(_file(record, chosen)),)
    if not isinstance(told, list) or not told:
        raise InputError("the files are no list of files")
    return tuple(map(file_of_record, told))


def _file(record: Mapping[str, Any], chosen: str | None) -> str:
    named = chosen or record.get("file")
    if not isinstance(named, str) or not named or "\0" in named:
        raise InputError("the verdict names no file; give one with --spec")
    return named


def _dialect(record: Mapping[str, Any]) -> Dialect:
    """What the file was read with. InputError for what is none."""
    from synth.frontends.c.preprocessing.dialect import of_record

    options = record.get("options")
    if options is not None and not isinstance(options, Mapping):
        raise InputError("the options are no object")
    return of_record(options or {})


def _solvers(record: Mapping[str, Any]) -> tuple[tuple[str, ...], bool]:
    """The solvers that had no part in the proof, and True; all of them, and False, where there are no others."""
    from synth.checking.backends import SOLVERS
    from synth.checking.validity.linear import others as others_for_sums

    told = record.get("proved_by")
    if not isinstance(told, str):
        raise InputError(f"proved_by is {told!r}, which names no solvers")
    others = tuple(s for s in SOLVERS if s not in told.split("+"))
    return ((*others, *(s for s in others_for_sums() if s not in told.split("+"))), True) if others else (SOLVERS, False)
