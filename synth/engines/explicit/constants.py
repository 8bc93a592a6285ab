"""Which constants are enumerated, in growing sets."""

from __future__ import annotations

from synth.engines.constants import notable
from synth.specification import Specification


def all_constants(specification: Specification, width: int) -> tuple[int, ...]:
    """Every constant of at most 8 bits, the notable ones first."""
    return tuple(dict.fromkeys([*notable(specification, width), *range(1 << width)]))


def passes(specification: Specification, width: int) -> list[tuple[int, ...]]:
    """Growing sets of constants to enumerate: the hints alone, if there are any, first; all of at most 8 bits last."""
    every = all_constants(specification, width) if width <= 8 else notable(specification, width)
    hinted = len(specification.constants)
    sizes = sorted({min(n, len(every)) for n in (hinted or 2, 8, 32, len(every)) if n >= hinted})
    return [every[:n] for n in sizes]
