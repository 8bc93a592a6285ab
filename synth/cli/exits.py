"""The exit statuses that scripts rely on; the help text is made from them."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from synth.api.answers import Answer


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


def exit_status(answer: Answer) -> Exit:
    """The exit status of a search that ended with `answer`."""
    if answer.status == "unknown":
        return Exit.INTERRUPTED if answer.reason == "interrupted" else Exit.UNKNOWN
    return Exit.SOLVED if answer.status == "solved" else Exit.NO_SOLUTION
