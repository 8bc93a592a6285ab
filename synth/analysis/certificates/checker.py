"""The checker: a certificate's runs are replayed and its obligations proved, whoever found it."""

from __future__ import annotations

import multiprocessing
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from synth.analysis.certificates.kinds import Certificate
from synth.analysis.certificates.obligations import Obligation, ends_well, obligations
from synth.checking.backends import SOLVERS
from synth.checking.validity.prover import Fails, Open, Valid, valid
from synth.checking.validity.translator import Translator
from synth.engines.native.threads import processors
from synth.errors import SynthError
from synth.solver.later import Later
from synth.transition import TransitionSystem

_TOLD = 20
"""How many words of a counterexample are told."""

_SOON, _FEW = 0.05, 8
"""Seconds after which a proof is a long one, where at least so many claims are left."""

_SOONER, _MANY = 0.01, 40
"""The same seconds where there are at least so many claims."""


@dataclass(frozen=True)
class Checked:
    """What became of a certificate: proved by solvers (True), wrong (False), or undecided (None); `text` says more."""

    holds: bool | None
    solvers: tuple[str, ...]
    text: str = ""


def checked(system: TransitionSystem, certificate: Certificate, seconds: float, solvers: tuple[str, ...] = SOLVERS,
            halved: bool = False) -> Checked:
    """Prove a certificate anew within `seconds`; `halved`: half of a long proof in another process, where the machine has room for
    two."""
    until = time.monotonic() + seconds
    try:
        claims = list(obligations(system, certificate))
    except (KeyError, ValueError) as error:
        return Checked(False, (), f"malformed: {error}")
    if not ends_well(system, certificate):
        return Checked(False, (), "its run does not exist, or ends elsewhere")
    proof, soon = _Proof(claims, system.width, until, solvers), time.monotonic() + (_SOON if len(claims) < _MANY else _SOONER)
    proofs, left = list[_Proved](), deque(range(len(claims)))
    while left and (not halved or time.monotonic() < soon or len(left) < _FEW):
        proofs.append(proof.of([left.popleft()]))
        if not proofs[-1].result.holds:
            return proofs[-1].result
    if left:
        proofs += _halved(proof, list(left))
    failed = [own for own in proofs if not own.result.holds]
    if failed:
        return min(failed, key=lambda own: (own.result.holds is None, own.last)).result
    return Checked(True, tuple(sorted({by for own in proofs for by in own.result.solvers})) or ("evaluation",))


@dataclass(frozen=True)
class _Proved:
    """What becomes of some claims, up to the number of the `last` one that was looked at: the first that is not proved."""

    result: Checked
    last: int


class _Proof:
    """Proves claims until a moment of the monotonic clock."""

    def __init__(self, claims: Sequence[Obligation], width: int, until: float, solvers: tuple[str, ...]) -> None:
        self._claims, self._translator, self._until, self._solvers = claims, Translator(width), until, solvers

    def of(self, numbers: Sequence[int]) -> _Proved:
        """What becomes of the claims with some numbers."""
        used = set[str]()
        for number in numbers:
            claim = self._claims[number]
            left = max(0.1, self._until - time.monotonic())
            match valid(claim.formula, self._translator.domain.width, left, self._solvers, self._translator, likely=True):
                case Valid(by):
                    used |= by
                case Fails(values):
                    return _Proved(Checked(False, (), f"{claim.name}: not at {_told(values)}"), number)
                case Open(reason):
                    return _Proved(Checked(None, (), f"{claim.name}: {reason}"), number)
        return _Proved(Checked(True, tuple(used)), numbers[-1])


def _halved(proof: _Proof, numbers: Sequence[int]) -> Iterator[_Proved]:
    """What becomes of every other claim, and of those between, which another process proves if it may be started; these are left
    where one of the first does not hold."""
    if processors() < 2 or multiprocessing.current_process().daemon:
        yield proof.of(numbers)
        return
    others = Later("proofs", partial(proof.of, numbers[1::2]))
    try:
        yield (own := proof.of(numbers[::2]))
        if own.result.holds is False:
            return
        try:
            yield others.value()
        except (SynthError, MemoryError):  # the other process was ended, or failed: as may this one
            yield proof.of(numbers[1::2])
    finally:
        others.close()


def _told(values: Mapping[str, int]) -> str:
    """A counterexample in words: of a long one, which a path of hundreds of edges has, the words that are not 0 first."""
    names = sorted(values, key=lambda name: values[name] == 0)
    more = f" and {len(names) - _TOLD} more" if len(names) > _TOLD else ""
    return ", ".join(f"{name} = {values[name]}" for name in names[:_TOLD]) + more
