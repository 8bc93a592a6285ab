"""Proofs apart from a search: one candidate, several specifications, each tried in a process of its own."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from multiprocessing.connection import wait
from typing import TypeVar

from synth.program import Program
from synth.solver.limits import Cancelled
from synth.solver.messages import Check, Verdict
from synth.solver.process import Child, end
from synth.solver.verifier import verifier_main
from synth.specification import Specification

K = TypeVar("K")

_TICK = 0.1
"""Seconds between two questions whether the proofs are still wanted."""


def first_proved(questions: Mapping[K, Specification], candidate: Mapping[str, Program], seconds: float,
                 cancelled: Cancelled | None = None) -> tuple[K, str] | None:
    """The first of the specifications for which `candidate` was proved at its width, and the solver that did; None in vain.

    At most about `seconds`, and until it is `cancelled`. Nothing is left running, whatever ends the wait.
    """
    deadline = time.monotonic() + seconds
    children: dict[K, Child] = {}
    try:
        for key, specification in questions.items():
            children[key] = Child("proof", partial(verifier_main, specification=specification, seed=0))
            children[key].send(Check(dict(candidate), specification.width, seconds))
        waiting = dict(children)
        while waiting and (left := deadline - time.monotonic()) > 0 and not (cancelled is not None and cancelled()):
            wait([child.connection for child in waiting.values()], left if cancelled is None else min(left, _TICK))
            for key, child in list(waiting.items()):
                messages = child.receive()
                if messages != []:
                    del waiting[key]
                verdict = messages[0] if messages else None
                if isinstance(verdict, Verdict) and verdict.holds and verdict.proved_by is not None:
                    return key, verdict.proved_by
        return None
    finally:
        end(children.values())
