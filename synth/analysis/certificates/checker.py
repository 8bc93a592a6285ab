"""The checker: a certificate's runs are replayed and its obligations proved, whoever found it."""

from __future__ import annotations

import multiprocessing
import os
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
from synth.errors import SynthError
from synth.solver.later import Later
from synth.transition import TransitionSystem

_TOLD = 20
"""How many words of a counterexample are told."""

_SOON, _FEW = 0.05, 8
"""Seconds after which a proof is a long one, where at least so many claims are left."""


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
    proof, proofs = _Proof(system.width, until, solvers), [Checked(True, ())]
    soon, left = time.monotonic() + _SOON, deque(claims)
    while left and (not halved or time.monotonic() < soon or len(left) < _FEW):
        proofs.append(proof.of([left.popleft()]))
        if not proofs[-1].holds:
            return proofs[-1]
    if left:
        proofs += _halved(proof, list(left))
    failed = next((own for own in proofs if own.holds is False), next((own for own in proofs if own.holds is None), None))
    return failed or Checked(True, tuple(sorted({by for own in proofs for by in own.solvers})) or ("evaluation",))


class _Proof:
    """Proves claims until a moment of the monotonic clock."""

    def __init__(self, width: int, until: float, solvers: tuple[str, ...]) -> None:
        self._translator, self._until, self._solvers = Translator(width), until, solvers

    def of(self, claims: Sequence[Obligation]) -> Checked:
        """What becomes of some claims, up to the first that is not proved."""
        used = set[str]()
        for claim in claims:
            left = max(0.1, self._until - time.monotonic())
            match valid(claim.formula, self._translator.domain.width, left, self._solvers, self._translator):
                case Valid(by):
                    used |= by
                case Fails(values):
                    return Checked(False, (), f"{claim.name}: not at {_told(values)}")
                case Open(reason):
                    return Checked(None, (), f"{claim.name}: {reason}")
        return Checked(True, tuple(used))


def _halved(proof: _Proof, claims: Sequence[Obligation]) -> Iterator[Checked]:
    """What becomes of every other claim, and of those between, which another process proves if it may be started."""
    if len(os.sched_getaffinity(0)) < 2 or multiprocessing.current_process().daemon:
        yield proof.of(claims)
        return
    others = Later("proofs", partial(proof.of, claims[1::2]))
    try:
        yield (own := proof.of(claims[::2]))
        if own.holds:
            yield others.value()
    except SynthError as error:  # the other process was ended
        yield Checked(None, (), str(error))
    finally:
        others.close()


def _told(values: Mapping[str, int]) -> str:
    """A counterexample in words: of a long one, which a path of hundreds of edges has, the words that are not 0 first."""
    names = sorted(values, key=lambda name: values[name] == 0)
    more = f" and {len(names) - _TOLD} more" if len(names) > _TOLD else ""
    return ", ".join(f"{name} = {values[name]}" for name in names[:_TOLD]) + more
