"""The exact reference of floating point against the machine's own, and its limits."""

from __future__ import annotations

import random
import struct

import numpy as np
import pytest

from synth.errors import InputError
from synth.evaluation import floats

FORMATS = {16: ("e", "H", np.float16), 32: ("f", "I", np.float32), 64: ("d", "Q", np.float64)}


def patterns(width: int) -> list[int]:
    rng, form = random.Random(width), floats.float_format(width)
    special = [0, 1, form.infinity, form.infinity - 1, form.infinity + 1, form.nan, 1 << (form.significand - 1)]
    return [p ^ s for p in special for s in (0, form.sign)] + [rng.getrandbits(width) for _ in range(40)]


@pytest.mark.parametrize("width", FORMATS)
def test_the_reference_agrees_with_the_machine(width: int) -> None:
    letter, code, kind = FORMATS[width]
    form = floats.float_format(width)
    with np.errstate(all="ignore"):
        for a in patterns(width):
            for b in patterns(width):
                x, y = (kind(struct.unpack(f"<{letter}", struct.pack(f"<{code}", p))[0]) for p in (a, b))
                wanted = (x + y, x * y, x / y)
                found = (floats.add(a, b, form), floats.multiply(a, b, form), floats.divide(a, b, form))
                for machine, ours in zip(wanted, found, strict=True):
                    bits = form.nan if np.isnan(machine) else struct.unpack(f"<{code}", kind(machine).tobytes())[0]
                    assert ours == bits, (hex(a), hex(b))
                assert (floats.less(a, b, form), floats.equal(a, b, form)) == (x < y, x == y)


def test_ties_go_to_even() -> None:
    form = floats.float_format(8)
    one, eighth = 0x38, 0x20
    assert floats.add(one, eighth - 8, form) == one
    assert floats.add(one + 1, eighth - 8, form) == one + 2


@pytest.mark.parametrize("width", [1, 12, 24, 63])
def test_other_widths_have_no_format(width: int) -> None:
    with pytest.raises(InputError, match=f"no floating-point format of {width} bits"):
        floats.float_format(width)
