"""Banks of the structural engine for bundled specifications, as large as an experiment wants them."""

from __future__ import annotations

from synth.api.inputs.formats import load_specification
from synth.checking.examples import initial_examples
from synth.engines.constants import few
from synth.engines.structural.bank import Bank
from synth.engines.structural.goal import Goal
from synth.engines.structural.language import grammar_of
from synth.engines.structural.native import Format
from synth.engines.structural.share import Share

WIDTH = 8
CONSTANTS = (1, 2, 4)
"""What completions may use."""

_ROOM = 1 << 30
"""The most bytes for a bank's vectors."""


def bank_of(name: str, size: int, share: Share) -> Bank:
    """The bank of a specification of Hacker's Delight, up to terms of `size` operators at 8 bits, or a share of it."""
    specification = load_specification(f"hackers_delight/{name}")
    goal = Goal(specification, initial_examples(specification, WIDTH, 0), WIDTH)
    bank = Bank(grammar_of(specification, specification.exists[0]), goal.inputs, Format(WIDTH, goal.points),
                few(specification, WIDTH), _ROOM, share=share)
    for _ in range(size):
        for _ in bank.grow():
            pass
    return bank
