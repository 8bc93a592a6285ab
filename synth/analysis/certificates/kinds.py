"""Certificates: what proves a verdict on a transition system, as terms over its variables.

What has to be shown of each kind says `synth.analysis.certificates.obligations`. Terms are over the variables of the system; a
predicate is a Boolean term, a rank a tuple of words that are compared lexicographically and unsigned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from synth.terms import Term

Predicates = Mapping[int, Term]
"""A predicate for each of some places."""

Ranks = Mapping[int, tuple[Term, ...]]
"""A rank for each of some places; all places of one loop nest have ranks of one length."""

Contracts = Mapping[str, Term]
"""By the name of a function what holds of each of its calls that returns, over the words of its `synth.transition.Callee`."""

Choices = Mapping[int, Mapping[str, Term]]
"""For the edge of a number the terms that its inputs are chosen by, by name."""


@dataclass(frozen=True)
class Step:
    """One edge of a run, by number, with the values of its inputs."""

    edge: int
    inputs: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class SafetyInvariant:
    """[SI] Invariants of the loop heads from which no assertion fails, in the program with some contracts of its functions."""

    invariants: Predicates
    contracts: Contracts = field(default_factory=dict)


@dataclass(frozen=True)
class Ranking:
    """[CT] Invariants of the loop heads, and ranks that every way from head to head within a loop nest lowers.

    With `memory`, they are over the words of the program that remembers its last state at that place, too (`remembering`). The
    program is the one with some contracts of its functions.
    """

    invariants: Predicates
    ranks: Ranks
    memory: int | None = None
    contracts: Contracts = field(default_factory=dict)


@dataclass(frozen=True)
class RecurrenceSet:
    """[SNT] A run into a set of states, one predicate per loop head, that the choices never leave."""

    prefix: tuple[Step, ...]
    sets: Predicates
    choices: Choices


@dataclass(frozen=True)
class DangerInvariant:
    """[TDI] A run into a set of states that the choices leave only to a failing assertion, and ranks that are lowered meanwhile."""

    prefix: tuple[Step, ...]
    sets: Predicates
    choices: Choices
    ranks: Ranks


@dataclass(frozen=True)
class Trace:
    """A run from the entry to a failing assertion."""

    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Unwinding:
    """No run comes to a loop head more often than `rounds` says; where it says that the program is `safe`, no assertion fails; in
    the program with some contracts of its functions."""

    rounds: Mapping[int, int]
    safe: bool
    contracts: Contracts = field(default_factory=dict)


Certificate = Unwinding | SafetyInvariant | Ranking | RecurrenceSet | DangerInvariant | Trace


@dataclass(frozen=True)
class Found:
    """From a search: a certificate, what found it, and whether it is `minimised` already. One that is `guessed` the search has not
    shown: only the checker may say that it holds, and until then nothing may rest on it."""

    certificate: Certificate
    by: str
    minimised: bool = False
    guessed: bool = False


def says_of_all(certificate: Certificate) -> bool:
    """Whether a certificate is one for all runs of a program, and not for one of them."""
    return isinstance(certificate, (SafetyInvariant, Ranking, Unwinding))


def contracts_of(certificate: Certificate | None) -> Contracts:
    """The contracts that a certificate relies on."""
    return certificate.contracts if isinstance(certificate, (SafetyInvariant, Ranking, Unwinding)) else {}


def relying(certificate: Certificate, contracts: Contracts) -> Certificate:
    """The certificate in the program with some contracts. ValueError for one that does not say something of all runs."""
    if not isinstance(certificate, (SafetyInvariant, Ranking, Unwinding)):
        raise ValueError("a run of the program with contracts")
    return replace(certificate, contracts=contracts)
