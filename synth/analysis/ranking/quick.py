"""One function that satisfies a specification, found by the structural engine in this process, and proved.

The same engine, specification and CEGIS loop as `synth SPEC`, without the coordinator's processes: the questions of an analysis are
many and small.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from synth.checking.prove import Proved, Refuted, prove
from synth.engines.protocol import Point, Proposal
from synth.engines.structural.scope import applies
from synth.program import Program
from synth.specification import Specification

_STEP, _PROOF = 0.05, 2.0


def find(specification: Specification, examples: Sequence[Mapping[str, int]], seconds: float) -> Program | None:
    """A program for the specification's only function, within `seconds`; `examples` are values of the ∀ words to begin with."""
    if not applies(specification):
        return None
    from synth.engines.structural.engine import Structural  # not before it is needed: it takes a while to load

    until = time.monotonic() + seconds
    engine = Structural(specification, 0)
    engine.add_examples(specification.width, [dict(e) for e in examples])
    engine.goto(Point(0, 0, specification.width))
    while (left := until - time.monotonic()) > 0:
        events = engine.step(min(_STEP, left))
        for event in events:
            if not isinstance(event, Proposal):
                return None
            match prove(specification, event.candidate, specification.width, min(_PROOF, max(0.1, until - time.monotonic()))):
                case Proved():
                    return event.candidate[specification.exists[0].name]
                case Refuted(example, _):
                    engine.add_examples(specification.width, [dict(example)])
    return None
