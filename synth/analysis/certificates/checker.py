"""The checker: a certificate's runs are replayed and its obligations proved, whoever found it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from synth.analysis.certificates.kinds import Certificate
from synth.analysis.certificates.obligations import ends_well, obligations
from synth.checking.backends import SOLVERS
from synth.checking.validity.prover import Fails, Open, Valid, valid
from synth.checking.validity.translator import Translator
from synth.transition import TransitionSystem

_TOLD = 20
"""How many words of a counterexample are told."""


@dataclass(frozen=True)
class Checked:
    """What became of a certificate: proved by solvers (True), wrong (False), or undecided (None); `text` says more."""

    holds: bool | None
    solvers: tuple[str, ...]
    text: str = ""


def checked(system: TransitionSystem, certificate: Certificate, seconds: float, solvers: tuple[str, ...] = SOLVERS) -> Checked:
    """Prove a certificate anew within `seconds`."""
    until, used = time.monotonic() + seconds, set[str]()
    try:
        claims = list(obligations(system, certificate))
    except (KeyError, ValueError) as error:
        return Checked(False, (), f"malformed: {error}")
    if not ends_well(system, certificate):
        return Checked(False, (), "its run does not exist, or ends elsewhere")
    translator = Translator(system.width)
    for claim in claims:
        match valid(claim.formula, system.width, max(0.1, until - time.monotonic()), solvers, translator):
            case Valid(by):
                used |= by
            case Fails(values):
                return Checked(False, (), f"{claim.name}: not at {_told(values)}")
            case Open(reason):
                return Checked(None, (), f"{claim.name}: {reason}")
    return Checked(True, tuple(sorted(used)) or ("evaluation",))


def _told(values: Mapping[str, int]) -> str:
    """A counterexample in words: of a long one, which a path of hundreds of edges has, the words that are not 0 first."""
    names = sorted(values, key=lambda name: values[name] == 0)
    more = f" and {len(names) - _TOLD} more" if len(names) > _TOLD else ""
    return ", ".join(f"{name} = {values[name]}" for name in names[:_TOLD]) + more
