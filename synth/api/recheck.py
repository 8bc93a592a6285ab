"""`synth check` of a verdict on a C program: its certificate is proved anew by other solvers, and tried on the compiled program.

The proof reads the program as the search did; the compiled program is a second reading, by gcc. Either may refute the certificate.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from synth.api.checks import CheckResult
from synth.errors import InputError

if TYPE_CHECKING:
    from synth.analysis.certificates import Certificate
    from synth.analysis.checker import Checked
    from synth.api.replay import Replay
    from synth.api.trial import Trial
    from synth.frontends.c.dialect import Dialect
    from synth.frontends.c.load import Program

_KINDS = {("termination", "true"): ("ranking", "unwinding", "safe-unwinding"), ("termination", "false"): ("recurrence-set",),
          ("safety", "true"): ("safety-invariant", "safe-unwinding"), ("safety", "false"): ("danger-invariant", "bounded-trace")}
"""The certificates that there are for a verdict."""


def recheck(record: Mapping[str, Any], timeout: float, chosen: str | None) -> CheckResult:
    """Check a verdict of schema synth.verdict/1, of the file that is `chosen` or named. InputError for what is none."""
    from synth.analysis.checker import checked
    from synth.analysis.record import certificate_of
    from synth.frontends.c.load import load

    kinds, file = _kinds(record), _file(record, chosen)
    program = load(file, **_dialect(record).record).about(record["property"])
    certificate = certificate_of(record, program.system)
    if record["certificate"]["kind"] not in kinds:
        return CheckResult(False, file, f"refuted, the certificate is not one for {record['property']} {record['verdict']}")
    solvers, others = _solvers(record)
    result = checked(program.system, certificate, timeout, solvers)
    if result.holds is False:
        return CheckResult(False, file, f"refuted, {result.text}")
    return _said(file, record, result, _compiled(program, certificate), others)


def _compiled(program: Program, certificate: Certificate) -> Replay | Trial:
    """What the compiled program says of a certificate: a replay of the run that it has, otherwise random runs."""
    from synth.analysis.obligations import prefix_of
    from synth.api.replay import answers_of, replay
    from synth.api.trial import trial

    if prefix_of(certificate) is not None:
        return replay(program, answers_of(program, certificate), certificate)
    return trial(program, certificate)


def _said(file: str, record: Mapping[str, Any], result: Checked, second: Replay | Trial, others: bool) -> CheckResult:
    shared = ("the reading of the C source as a transition system", "what is to be shown of it",
              *(["algebra modulo 2^w"] if "algebra" in result.solvers else []),
              *([] if others else ["the solvers, all of which had a part in the first proof"]))
    told = CheckResult(None, file, f"undecided, {result.text}", result.solvers, shared, (), second)
    if second.wrong:
        return replace(told, confirmed=False, said=f"refuted by the compiled program: {second.text}", proved_by=())
    if second.status == "open":
        return replace(told, said=f"undecided, {second.text}")
    if result.holds is None:
        return told
    said = f"confirmed, {record['property']} {record['verdict']}, proved by {' and '.join(result.solvers)}"
    return replace(told, confirmed=True, said=said)


def _kinds(record: Mapping[str, Any]) -> tuple[str, ...]:
    """The kinds of certificates for what a record says. InputError where nothing is known of that."""
    asked, verdict = record.get("property"), record.get("verdict")
    if not isinstance(asked, str) or asked not in ("termination", "safety"):
        raise InputError(f"nothing is known of the property {asked!r}; there are termination and safety")
    if not isinstance(verdict, str) or verdict not in ("true", "false"):
        raise InputError(f"nothing to check: the verdict is {verdict!r}")
    return _KINDS[asked, verdict]


def _file(record: Mapping[str, Any], chosen: str | None) -> str:
    named = chosen or record.get("file")
    if not isinstance(named, str) or not named or "\0" in named:
        raise InputError("the verdict names no file; give one with --spec")
    return named


def _dialect(record: Mapping[str, Any]) -> Dialect:
    """What the file was read with. InputError for what is none."""
    from synth.frontends.c.dialect import of_record

    options = record.get("options")
    if options is not None and not isinstance(options, Mapping):
        raise InputError("the options are no object")
    return of_record(options or {})


def _solvers(record: Mapping[str, Any]) -> tuple[tuple[str, ...], bool]:
    """The solvers that had no part in the proof, and True; all of them, and False, where there are no others."""
    from synth.checking.backends import SOLVERS

    told = record.get("proved_by")
    if not isinstance(told, str):
        raise InputError(f"proved_by is {told!r}, which names no solvers")
    others = tuple(s for s in SOLVERS if s not in told.split("+"))
    return others or SOLVERS, bool(others)
