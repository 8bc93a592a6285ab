"""The registry: engines by name, and which of them a specification gets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from synth import Fun, InputError, Specification, Word, spec
from synth.engines import registry
from synth.engines.protocol import Learner
from synth.engines.registry import ENGINES, create, engines_for
from synth.solver.options import ENGINE_NAMES


@spec(width=8)
def identity(f: Fun[[Word], Word], x: Word):
    return f(x) == x


def never(specification: Specification) -> bool:
    return False


def test_every_engine_of_the_options_is_registered_under_its_name() -> None:
    assert tuple(ENGINES) == ENGINE_NAMES
    assert [type(create(name, identity, 0)).name for name in ENGINES] == list(ENGINES)
    assert [name for name in ENGINES if create(name, identity, 0).complete] == [n for n, entry in ENGINES.items() if entry.complete]
    assert [n for n in ENGINES if isinstance(create(n, identity, 0), Learner)] == [n for n, e in ENGINES.items() if e.learns]


def test_engines_without_a_scope_are_always_used() -> None:
    free = tuple(name for name in reversed(ENGINES) if not ENGINES[name].scope)
    assert engines_for(identity, free) == free


def test_engines_of_no_use_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.ENGINES, "genetic", replace(ENGINES["genetic"], scope=f"{__name__}:never"))
    assert engines_for(identity, ("genetic", "explicit", "bounded")) == ("explicit", "bounded")
    with pytest.raises(InputError, match="genetic cannot search"):
        engines_for(identity, ("genetic",))
