"""What the coordinator, engines and verifiers say to each other: small frozen values, pickled over a pipe."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from synth.engines.protocol import Point
from synth.program import Program
from synth.solver.process import Failed, Stop


@dataclass(frozen=True)
class Examples:
    """Values of the ∀ words at `width`, each by name, to be learned."""

    width: int
    examples: tuple[dict[str, int], ...]


@dataclass(frozen=True)
class NearMiss:
    """To an engine: another one's candidate that satisfied all examples of then at `width`, and was refuted by a new one."""

    width: int
    candidate: dict[str, Program]


@dataclass(frozen=True)
class Lemmas:
    """From an engine, and then to those that can close no point: a lemma; what it says of a predicate is all that is known."""

    lemma: dict[str, Program]


@dataclass(frozen=True)
class Goto:
    """To an engine: work on `point` from now on, whatever was going on; None: rest."""

    point: Point | None


@dataclass(frozen=True)
class Judged:
    """To an engine: go on after proposal `serial`. If it is refuted by now, its counterexamples came before this."""

    serial: int


@dataclass(frozen=True)
class Moved:
    """From an engine: it took up `point`. `complete` tells whether it can close any."""

    point: Point | None
    complete: bool


@dataclass(frozen=True)
class Found:
    """From an engine: a candidate that satisfies all it knew at `width`; it waits for `Judged(serial)`."""

    serial: int
    candidate: dict[str, Program]
    width: int


@dataclass(frozen=True)
class Done:
    """From an engine: it is done with `point`, searched through where `complete`, given up where not; it waits for a `Goto`.

    `up_to_equals` as in `Exhausted`.
    """

    point: Point
    complete: bool
    up_to_equals: bool = False


@dataclass(frozen=True)
class NoSolution:
    """From an engine: nothing of any length satisfies these examples at `width`; it says that it has looked at all there is."""

    width: int
    examples: tuple[dict[str, int], ...]


@dataclass(frozen=True)
class Report:
    """From an engine: what it did since it was started; `seconds` are of processor time, `notes` its own counts."""

    candidates: int
    best: float | None
    seconds: float
    notes: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Signal:
    """To the host of an engine on another machine: pass on a signal."""

    number: int


@dataclass(frozen=True)
class Gone:
    """From the host of an engine on another machine: the engine's process ended, as `text` says."""

    text: str


@dataclass(frozen=True)
class Open:
    """To the gateway, first of all: the cluster that it opens.

    where        the address of a scheduler; "local": `workers` processes on this machine, with their files in `folder`
    key          what a host proves with that it was sent from here
    patience     seconds that the scheduler has to answer
    """

    where: str
    workers: int
    folder: str
    key: bytes
    patience: float


@dataclass(frozen=True)
class Launch:
    """To the gateway of a cluster: start a host on a worker; `order` is told to it, and to the gateway as `serial`."""

    serial: int
    order: Any


@dataclass(frozen=True)
class Opened:
    """From the gateway: the cluster is there, and runs `threads` tasks at a time."""

    threads: int


@dataclass(frozen=True)
class Joined:
    """From the gateway: host `serial` called back; its connection follows as a handle."""

    serial: int


@dataclass(frozen=True)
class Refused:
    """From the gateway: host `serial` will not call back; `lost` where its worker was lost, or there is none."""

    serial: int
    text: str
    lost: bool = False


@dataclass(frozen=True)
class Sample:
    """To a verifier: choose examples to start with at `width`; answered by `Examples`."""

    width: int


@dataclass(frozen=True)
class Check:
    """To a verifier: test and prove `candidate` at `width`, and then, widened, at the target width.

    Each proof may take `seconds`. Where `solve`, constants at the target width are solved for if the rules for widening find none;
    where `repair`, programs near the candidate are tried then. `examples` are those known there.
    """

    candidate: dict[str, Program]
    width: int
    seconds: float
    solve: bool = False
    repair: bool = False
    examples: tuple[dict[str, int], ...] = ()


@dataclass(frozen=True)
class Refute:
    """To a verifier: show within `seconds` that no program at all satisfies the specification at `width`."""

    width: int
    seconds: float


@dataclass(frozen=True)
class Confirm:
    """To a verifier: check within `seconds` that no program that is allowed satisfies these examples at `width`."""

    width: int
    seconds: float
    examples: tuple[dict[str, int], ...]


@dataclass(frozen=True)
class Verdict:
    """From a verifier, on a Check.

    holds       whether the candidate is right at the width of the Check; None: not decided
    examples    counterexamples that were found on the way
    answer      a candidate proved at the target width, by the solver `proved_by`
    undecided   candidates widened to the target width whose proof there ran out of time
    verify      seconds of processor time, `generalise` of which went into widening
    rewritten   whether the answer is another program than the candidate, not only with wider constants
    """

    holds: bool | None
    examples: tuple[Examples, ...] = ()
    answer: dict[str, Program] | None = None
    proved_by: str | None = None
    undecided: tuple[dict[str, Program], ...] = ()
    verify: float = 0.0
    generalise: float = 0.0
    rewritten: bool = False


@dataclass(frozen=True)
class Infeasible:
    """From a verifier, on a Refute: examples that no program can satisfy together, as `shown_by` says; None where nobody does."""

    width: int
    examples: tuple[dict[str, int], ...] | None
    shown_by: str
    verify: float = 0.0


@dataclass(frozen=True)
class Confirmed:
    """From a verifier, on a Confirm: the examples that were needed, and what showed it.

    None where nothing was shown, for `reason`; `refuted` where the claim is false.
    """

    examples: tuple[dict[str, int], ...] = ()
    checked_by: str | None = None
    reason: str = ""
    refuted: bool = False
    verify: float = 0.0


ToEngine = Examples | NearMiss | Lemmas | Goto | Judged | Stop
FromEngine = Moved | Found | Done | NoSolution | Lemmas | Report | Failed
Job = Sample | Check | Refute | Confirm
FromVerifier = Examples | Verdict | Infeasible | Confirmed
