"""What searches for a verdict tell of their work while they are at it: to the live display, and where none finds anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from synth.booleans import conjuncts
from synth.terms import Term


@dataclass(frozen=True)
class Stage:
    """What a search works at now: the `name` of its method, and how far it is, if that can be said."""

    name: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.name} ({self.detail})" if self.detail else self.name


@dataclass
class Working:
    """Where the work on a property stands: after so many `elapsed` of `timeout` seconds, each search's stages so far, in order."""

    asked: str
    timeout: float
    elapsed: float = 0.0
    stages: Mapping[str, dict[str, Stage]] = field(default_factory=dict)

    def take(self, search: str, stage: Stage) -> None:
        """Note what a search works at; a method that it works at once more is the last one again."""
        own = {**self.stages.get(search, {})}
        own.pop(stage.name, None)
        self.stages = {**self.stages, search: {**own, stage.name: stage}}

    @property
    def tried(self) -> tuple[str, ...]:
        """What each search has tried, a line each, and how far it is now."""
        return tuple(f"{search}: {', '.join([*list(stages)[:-1], str(list(stages.values())[-1])])}"
                     for search, stages in self.stages.items())


def facts_known(facts: Mapping[int, Term]) -> str:
    """How many facts there are in invariants, in words."""
    count = sum(len(list(conjuncts(fact))) for fact in facts.values())
    return f"{count} {'fact' if count == 1 else 'facts'} known"


Listener = Callable[[Stage], None]
_listeners: list[Listener] = []


def at_work(name: str, detail: str = "") -> None:
    """Tell who listens in this process that a method is at work."""
    for listener in _listeners:
        listener(Stage(name, detail))


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Have a listener told what methods are at work."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)
