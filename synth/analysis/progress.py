"""What searches for a verdict tell of their work while they are at it: to the live display, and where none finds anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from synth.booleans import conjuncts
from synth.terms import Term
from synth.transition import TransitionSystem


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


T = TypeVar("T")
Facts = Mapping[int, Term]
"""Inductive facts, by place."""

Listener = Callable[[Stage], None]
FactListener = Callable[[TransitionSystem, Facts], None]
_listeners: list[Listener] = []
_learners: list[FactListener] = []


def at_work(name: str, detail: str = "") -> None:
    """Tell who listens in this process that a method is at work."""
    for listener in _listeners:
        listener(Stage(name, detail))


def at_work_with(name: str, system: TransitionSystem, facts: Facts) -> None:
    """Tell that a method is at work that rests on inductive facts about a system, and who learns them which."""
    count = sum(len(list(conjuncts(fact))) for fact in facts.values())
    at_work(name, f"{count} {'fact' if count == 1 else 'facts'} known")
    for learner in _learners:
        learner(system, facts)


def learned_by(learner: FactListener) -> AbstractContextManager[None]:
    """Have inductive facts told as they are shown, of any system in this process."""
    return _among(_learners, learner)


def heard_by(listener: Listener) -> AbstractContextManager[None]:
    """Have a listener told what methods are at work."""
    return _among(_listeners, listener)


@contextmanager
def _among(known: list[T], one: T) -> Iterator[None]:
    known.append(one)
    try:
        yield
    finally:
        known.remove(one)
