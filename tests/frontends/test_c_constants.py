"""Constants of C: those that are absurdly large or long take no time, and all are rounded as Python's own reader rounds them."""

from __future__ import annotations

import math
import random
import struct
import time

import pytest

from synth.frontends.c.expressions.constants import constant
from synth.frontends.c.expressions.typed import Unsupported
from synth.frontends.c.expressions.types import data_model

MODEL = data_model("LP64")


def pattern(text: str) -> int:
    """The bits of a double, as Python reads it."""
    try:
        number = float.fromhex(text) if text.lower().startswith("0x") else float(text)
    except OverflowError:
        number = math.inf
    return int(struct.unpack("<Q", struct.pack("<d", number))[0])


def value(text: str) -> int:
    return constant("double", text, MODEL).value


@pytest.mark.parametrize("text", [
    "1e99999999", "1e-99999999", "0x1p999999999", "0x1p-999999999", "0e99999999999999999999", "1e" + "9" * 100_000,
    "1e-" + "9" * 100_000, "1." + "3" * 200_000, "0." + "0" * 200_000 + "1e200001", "1" + "0" * 200_000 + "e-200000",
    "0x1." + "8" * 200_000 + "p0", "1e" + "0" * 100_000 + "5"])
def test_absurd_constants_take_no_time(text: str) -> None:
    start = time.process_time()
    found = value(text)
    assert time.process_time() - start < 2.0
    if len(text) < 1000:
        assert found == pattern(text)


def test_long_constants_are_rounded_by_all_of_their_digits() -> None:
    half = "9007199254740993"
    assert [value(f"{half}.{'0' * 2000}{last}") for last in "01"] == [pattern("9007199254740992"), pattern("9007199254740994")]
    assert value(f"0x1.00000000000008{'0' * 2000}1p0") == pattern("0x1.0000000000001p0")
    assert value(f"{'0' * 1000}1.5") == value(f"1.5{'0' * 1000}") == pattern("1.5")
    assert value("1" + "0" * 1000 + "e-1000") == value("0." + "0" * 1000 + "1e1001") == pattern("1.0")


@pytest.mark.parametrize("text", [
    "1.e5", ".5", "0.000", "1.7976931348623159e308", "1.7976931348623157e308", "4.9e-324", "2.4703282292062327e-324",
    "2.4703282292062328e-324", "0x.8p1", "0x1.fffffffffffff8p0", "0x1.fffffffffffff7ffp0", "0x0p0", "1e+5", "1E-5", "0X1P+3"])
def test_doubles(text: str) -> None:
    assert value(text) == pattern(text)


def test_random_doubles() -> None:
    draw = random.Random(1)
    for _ in range(1000):
        whole, part = ("".join(draw.choices("0123456789", k=draw.randint(0, 25))) for _ in range(2))
        text = f"{whole}.{part or 0}e{draw.randint(-340, 320)}"
        assert value(text) == pattern(text)
        text = f"0x{draw.getrandbits(draw.randint(1, 70)):x}.{draw.getrandbits(60):x}p{draw.randint(-1100, 1050)}"
        assert value(text) == pattern(text)


@pytest.mark.parametrize(("text", "expected"), [("0" * 5000 + "17", 15), ("0x" + "0" * 5000 + "f", 15), ("42", 42)])
def test_long_integers(text: str, expected: int) -> None:
    assert constant("int", text, MODEL).value == expected


@pytest.mark.parametrize("text", ["3" * 200_000, "0x" + "f" * 200_000, "0" + "7" * 200_000, "18446744073709551616"])
def test_integers_that_no_type_holds(text: str) -> None:
    with pytest.raises(Unsupported, match="which no type holds"):
        constant("int", text, MODEL)
