"""The exit statuses that scripts rely on; the help text is made from them."""

from __future__ import annotations

import enum

from synth.solver.outcome import Outcome, Reason, Status


class Exit(enum.IntEnum):
    """How a command ended. 0, 1 and 3 come with an answer on stdout, 2 never does."""

    SOLVED = 0
    NO_SOLUTION = 1
    UNUSABLE = 2
    UNKNOWN = 3
    INTERRUPTED = 130


MEANING = {
    Exit.SOLVED: "solved (prove: the properties hold; check: confirmed)",
    Exit.NO_SOLUTION: "no solution exists (prove: one is violated; check: refuted)",
    Exit.UNUSABLE: "unusable input or options, or an internal error",
    Exit.UNKNOWN: "unknown: time, memory or length ran out; the reason is named",
    Exit.INTERRUPTED: "interrupted",
}


def exit_status(outcome: Outcome) -> Exit:
    """The exit status of a search that ended with `outcome`."""
    if outcome.status is Status.SOLVED:
        return Exit.SOLVED
    if outcome.status is Status.INFEASIBLE:
        return Exit.NO_SOLUTION
    return Exit.INTERRUPTED if outcome.reason is Reason.INTERRUPTED else Exit.UNKNOWN
