"""Which constants are worth trying first: those of the specification, then those that bit tricks are made of."""

from __future__ import annotations

from synth.engines.shape import hints, own_constants
from synth.specification import Specification


def interesting(specification: Specification, width: int) -> tuple[int, ...]:
    """Constants at `width` bits, the most promising first: hints, small ones, those of the body, patterns."""
    mask = (1 << width) - 1
    body = [c for c in own_constants(specification, width) if c not in (0, 1)]
    sign = 1 << (width - 1)
    tricks = [width - 1, 2, sign, width // 2, 0, sign - 1, 3, width, 4, -2, 8, 16, 5, 7, 15, 31, 255]
    patterns = [mask // 3, mask // 3 * 2, mask // 5, mask // 15, mask // 255, (1 << width // 2) - 1]
    ordered = [*hints(specification, width), 1, -1, *body, *tricks, *patterns]
    return tuple(dict.fromkeys(c & mask for c in ordered))


def all_constants(specification: Specification, width: int) -> tuple[int, ...]:
    """Every constant of at most 8 bits, the interesting ones first."""
    first = interesting(specification, width)
    known = set(first)
    return (*first, *(c for c in range(1 << width) if c not in known))


def passes(specification: Specification, width: int) -> list[tuple[int, ...]]:
    """Growing sets of constants to enumerate: the hints alone, if there are any, first; all of at most 8 bits last."""
    every = all_constants(specification, width) if width <= 8 else interesting(specification, width)
    hinted = len(specification.constants)
    sizes = sorted({min(n, len(every)) for n in (hinted or 2, 8, 32, len(every)) if n >= hinted})
    return [every[:n] for n in sizes]
