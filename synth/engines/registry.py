"""The engines by the names of the command line, and what is known of them before they are created.

A module is imported when its engine is first created, to start in time.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from synth.engines.protocol import Engine
from synth.errors import InputError
from synth.specification import Specification


@dataclass(frozen=True)
class Entry:
    """An engine.

    place     where its class lives, as `module:class`
    scope     for one that is of use for some specifications only: where the function `applies(specification) -> bool` lives that
              tells which, as `module:function`. It is asked before any process starts, so its module imports nothing heavy
    complete  whether it can close a length
    nice      how much lower than the first the priority of its process is
    delay     seconds after the first until it starts
    random    whether another visit to a point may find what an earlier one did not
    learns    whether it makes use of what others found (`protocol.Learner`)
    copied    whether it is worth having several times: they share their points out
    sliced    from which length on its members share a point; None: never
    clauses   whether it is for formulas that are clauses, and nothing else
    """

    place: str
    scope: str = ""
    complete: bool = False
    nice: int = 0
    delay: float = 0.0
    random: bool = False
    learns: bool = False
    copied: bool = False
    sliced: int | None = None
    clauses: bool = False

    @property
    def takes_lemmas(self) -> bool:
        """Whether it searches for what lemmas leave open. What others close, or show, is about the formula as it was asked."""
        return not self.complete and not self.clauses


_CLAUSES = "synth.analysis.clauses"

ENGINES: dict[str, Entry] = {
    "explicit": Entry("synth.engines.explicit.engine:Explicit", "synth.engines.explicit.scope:applies", complete=True, copied=True,
                      sliced=3),
    "structural": Entry("synth.engines.structural.engine:Structural", "synth.engines.structural.scope:applies", nice=5, delay=0.3,
                        learns=True, copied=True),
    "tables": Entry("synth.engines.tables.engine:Tables", "synth.engines.tables.scope:applies", nice=10, delay=0.1),
    "doubling": Entry("synth.engines.doubling.engine:Doubling", "synth.engines.doubling.scope:applies", nice=10, delay=4.0),
    "bounded": Entry("synth.engines.bounded:Bounded", complete=True, nice=10, delay=0.3, copied=True),
    "genetic": Entry("synth.engines.genetic:Genetic", nice=15, delay=0.15, random=True, learns=True,
                     copied=True),
    "invariants": Entry(f"{_CLAUSES}.engines:Invariants", f"{_CLAUSES}.scope:asks_for_invariants", clauses=True),
    "ranking": Entry(f"{_CLAUSES}.engines:RankingFunctions", f"{_CLAUSES}.scope:asks_for_ranks", clauses=True),
    "recurrence": Entry(f"{_CLAUSES}.engines:RecurrenceSets", f"{_CLAUSES}.scope:asks_for_recurrence_sets", clauses=True),
    "danger": Entry(f"{_CLAUSES}.engines:DangerInvariants", f"{_CLAUSES}.scope:asks_for_danger_invariants", clauses=True),
}
"""All engines. The last four stand on the verification of programs, and live beside it; nothing here imports them."""

AT_HOME_IN_GRAMMARS = "structural"
"""The engine that starts at once, with the priority of the first, where a function has a grammar."""


def engines_for(specification: Specification, names: tuple[str, ...]) -> tuple[str, ...]:
    """Those of `names` that are of use for `specification`, in their order; InputError where none is."""
    chosen = tuple(name for name in names if is_of_use(name, specification))
    if not chosen:
        raise InputError(f"{' and '.join(names)} cannot search for what this specification asks for; name another engine",
                         specification.file, specification.line)
    return chosen


def is_of_use(name: str, specification: Specification) -> bool:
    """Whether an engine is of use for a specification."""
    return not ENGINES[name].scope or bool(_attribute(ENGINES[name].scope)(specification))


def create(name: str, specification: Specification, seed: int) -> Engine:
    """A new engine called `name` for `specification`, all its randomness drawn from `seed`; InputError for an unknown name."""
    if name not in ENGINES:
        raise InputError(f"unknown engine {name!r}; there are {', '.join(ENGINES)}")
    engine: Engine = _attribute(ENGINES[name].place)(specification, seed)
    return engine


def _attribute(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
