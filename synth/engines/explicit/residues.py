"""The Chinese remainder theorem on integers."""

from __future__ import annotations

import math
from collections.abc import Sequence


def residue(moduli: Sequence[int], rests: Sequence[int]) -> int | None:
    """The least k that is each rest modulo its modulus, where a modulus of 0 means k itself; None where there is none."""
    k, period = 0, 1
    for modulus, rest in zip(moduli, rests, strict=True):
        if modulus == 0:
            return rest
        common = math.gcd(period, modulus)
        if (rest - k) % common:
            return None
        step = modulus // common
        k += period * ((rest - k) // common * pow(period // common, -1, step) % step if step > 1 else 0)
        period *= step
    return k
