"""What is compared: a C program that ends, and what it is given."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

FINAL = "__VERIFIER_assert(sum != expected());"
"""How a program tells its result: the assertion fails where `expected()` is the result, an unsigned int."""

BITS: Mapping[str, int] = {
    "_Bool": 1, "char": 8, "signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "int": 32, "unsigned": 32,
    "long": 64, "unsigned long": 64, "long long": 64, "unsigned long long": 64,
    "int8_t": 8, "uint8_t": 8, "int16_t": 16, "uint16_t": 16, "int32_t": 32, "uint32_t": 32, "int64_t": 64, "uint64_t": 64}
"""The types that an input may have, with their widths."""

_CORNERS = (0, 1, 2, 3, 127, 128, 255, 256, 0x7FFF, 0x8000, 0xFFFF, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1)


@dataclass(frozen=True)
class Case:
    """A C program.

    kind      what it is counted with
    text      its source, as both read it; functions in0, in1, … that nothing defines are its inputs
    inputs    the types that they return
    vectors   for each run what they return, bit patterns of 64 bits that are converted to their types
    options   how we are to read it, as for `synth.frontends.c.load.load`
    defined   whether it is to do nothing that C leaves undefined, but for signed overflow: gcc's sanitizers are asked, too
    """

    name: str
    text: str
    kind: str = ""
    inputs: tuple[str, ...] = ()
    vectors: tuple[tuple[int, ...], ...] = ((),)
    options: Mapping[str, str] = field(default_factory=dict)
    defined: bool = False

    def words(self, vector: Sequence[int]) -> dict[str, int]:
        """What each input returns in a run, as a bit pattern of its own type."""
        return {f"in{i}": int(value != 0) if kind == "_Bool" else value % (1 << BITS[kind])
                for i, (kind, value) in enumerate(zip(self.inputs, vector, strict=True))}


class Unusable(Exception):
    """Why there is nothing to compare, in words."""


class Verdict(enum.Enum):
    """What came of a case."""

    RIGHT = "right"
    WRONG = "wrong"
    CRASHED = "crashed"
    REFUSED = "refused"
    TOO_LONG = "too long"
    UNUSABLE = "unusable"


@dataclass(frozen=True)
class Result:
    """What came of a case of some kind: why, where there is a reason; over how many seconds, and in how many runs."""

    name: str
    kind: str
    verdict: Verdict
    reason: str = ""
    seconds: float = 0.0
    runs: int = 0


def vectors(random: Random, inputs: Sequence[str], count: int) -> tuple[tuple[int, ...], ...]:
    """What to give to a program in `count` runs; one run where it has no inputs."""
    if not inputs:
        return ((),)
    return tuple(tuple(random.choice((random.choice(_CORNERS), random.getrandbits(64), random.randrange(-9, 10) % 2**64))
                       for _ in inputs) for _ in range(count))
