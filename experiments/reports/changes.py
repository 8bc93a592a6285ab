"""Two measurements, task by task and tool by tool: what got better, what got worse, and what is only noise.

The rule. An answer that is wrong now and was not is worse, always. A task that was solved and is not any more is lost; but where
the time that solved it was within the factor of the limit under which the other run was stopped, it may fall on either side, and is
told apart. A task that both solve is slower where the median time grew by the factor and by the seconds of the rule, and every run
of the second measurement took longer than every one of the first. All this holds the other way round for what got better.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass

from experiments.harness.records import Outcome
from experiments.reports.entries import Entry, Measured


class Change(enum.Enum):
    """What happened to one task of one tool; in the order in which it is told."""

    WRONG = "wrong now"
    LOST = "not solved any more"
    SLOWER = "slower"
    RIGHTED = "not wrong any more"
    GAINED = "solved now"
    FASTER = "faster"
    NEAR = "solved by one, near the limit"
    MISSING = "not measured any more"
    NEW = "measured now"
    SAME = "the same"


WORSE = (Change.WRONG, Change.LOST, Change.SLOWER)
BETTER = (Change.RIGHTED, Change.GAINED, Change.FASTER)


@dataclass(frozen=True)
class Rule:
    """What is beyond noise: a factor between times, and a difference in seconds; both must be reached."""

    factor: float = 2.0
    seconds: float = 0.5

    def slower(self, before: Entry, after: Entry) -> bool:
        """Whether the second is slower than the first, beyond noise."""
        apart = min(after.times) > max(before.times)
        return apart and after.seconds >= self.factor * before.seconds and after.seconds - before.seconds >= self.seconds

    def near(self, solved: Entry, other: Entry) -> bool:
        """Whether the other was stopped by its limit, and that is so close to the time that was needed that it says nothing."""
        stopped = other.outcome in (Outcome.TIMEOUT, Outcome.UNKNOWN)
        return stopped and min(solved.seconds, other.seconds) * self.factor >= other.run.limits.wall


@dataclass(frozen=True)
class Difference:
    """One task of one tool in both measurements; None where it was not measured."""

    change: Change
    before: Entry | None
    after: Entry | None

    @property
    def entry(self) -> Entry:
        """The entry that there is, the newer one of two."""
        found = self.after or self.before
        assert found is not None
        return found


@dataclass(frozen=True)
class Comparison:
    """Everything that two measurements share or do not share, under the rule that it was judged by."""

    differences: tuple[Difference, ...]
    rule: Rule
    names: tuple[str, str]

    @property
    def worse(self) -> bool:
        """Whether anything got worse."""
        return any(one.change in WORSE for one in self.differences)

    def of(self, changes: Iterable[Change]) -> list[Difference]:
        """The differences of these kinds, in the order of tasks."""
        wanted = frozenset(changes)
        return [one for one in self.differences if one.change in wanted]


def compare(before: Measured, after: Measured, rule: Rule, names: tuple[str, str] = ("before", "after")) -> Comparison:
    """Both, told apart task by task and tool by tool."""
    old, new = ({(entry.question, entry.tool): entry for entry in measured.entries} for measured in (before, after))
    return Comparison(tuple(_difference(old.get(key), new.get(key), rule) for key in dict.fromkeys([*old, *new])), rule, names)


def _difference(before: Entry | None, after: Entry | None, rule: Rule) -> Difference:
    if before is None or after is None:
        return Difference(Change.NEW if before is None else Change.MISSING, before, after)
    return Difference(_change(before, after, rule), before, after)


def _change(before: Entry, after: Entry, rule: Rule) -> Change:
    wrong = before.outcome is Outcome.WRONG, after.outcome is Outcome.WRONG
    if any(wrong):
        return Change.SAME if all(wrong) else Change.WRONG if wrong[1] else Change.RIGHTED
    if before.solved and after.solved:
        return Change.SLOWER if rule.slower(before, after) else Change.FASTER if rule.slower(after, before) else Change.SAME
    if before.solved:
        return Change.NEAR if rule.near(before, after) else Change.LOST
    if after.solved:
        return Change.NEAR if rule.near(after, before) else Change.GAINED
    return Change.SAME
