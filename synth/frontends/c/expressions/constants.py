"""Constants as they are written in C."""

from __future__ import annotations

import re
from fractions import Fraction

from synth.evaluation.floats import float_format, from_fraction
from synth.frontends.c.expressions.expressions import Literal
from synth.frontends.c.expressions.typed import Unsupported
from synth.frontends.c.expressions.types import DOUBLE, FLOAT, Model

_CHARACTER = r"\\x[0-9a-fA-F]+|\\[0-7]{1,3}|\\.|[^\\]"
_ESCAPES = {"n": 10, "t": 9, "r": 13, "0": 0, "a": 7, "b": 8, "f": 12, "v": 11, "\\": 92, "'": 39, '"': 34, "?": 63, "e": 27}

_LONGEST = 80
"""More digits than an integer of any type has, in any base."""

_DECISIVE, _EXTREME, _ABSURD = 800, 5000, 18
"""Digits that decide how a number is rounded (767 do for double), exponents that are infinity or 0, and digits of an exponent that
no file is long enough to make up for."""


def constant(kind: str, text: str, model: Model) -> Literal:
    """The constant that the parser calls `kind`; Unsupported for strings and the like."""
    if kind == "char" or text.startswith("'"):
        return Literal(model.int, _together(text))
    if kind in ("float", "double", "long double"):
        return _floating(text)
    if kind == "string" or not text[:1].isdigit():
        raise Unsupported("a string as a number" if kind == "string" else f"a constant of type {kind}")
    return _integer(text, model)


def characters(text: str) -> list[int]:
    """The characters of a string, the 0 at its end among them; Unsupported for wide ones."""
    if not text.startswith('"'):
        raise Unsupported("wide strings")
    return [_character(f"'{part}'") for part in re.findall(_CHARACTER, text[1:-1])] + [0]


def _integer(text: str, model: Model) -> Literal:
    """With the first type of C's list that holds it (C11, 6.4.4.1)."""
    match = re.fullmatch(r"(0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)([uUlL]*)", text)
    if match is None:
        raise Unsupported(f"the constant {text}")
    digits, suffix = match[1], match[2].lower()
    if len(re.sub("^0[xXbB]?0*", "", digits)) > _LONGEST:
        raise Unsupported(f"the constant {text[:_LONGEST]}…, which no type holds")
    octal = digits.isdigit() and digits.startswith("0")
    number = int(digits.lstrip("0") or "0", 8) if octal else int(digits, 0)
    ranks = ("int", "long", "long long")[suffix.count("l"):]
    decimal = digits.isdigit() and not octal
    for name in ranks:
        for sign in ("unsigned ",) if "u" in suffix else ("",) if decimal else ("", "unsigned "):
            type = model.integer(sign + name)
            if number < 1 << (type.bits - type.signed) or model.word:
                return Literal(type, number)
    raise Unsupported(f"the constant {text}, which no type holds")


def _together(text: str) -> int:
    """The value of a character constant; of up to four characters as gcc has it (C11, 6.4.4.4 p10)."""
    inner = re.findall(_CHARACTER, text[1:-1])
    if len(inner) < 2 or not text.startswith("'"):
        return _character(text)
    if len(inner) > 4:
        raise Unsupported(f"the character constant {text}")
    value = 0
    for part in inner:
        value = value << 8 | _character(f"'{part}'") & 255
    return value - (value >> 31 << 32)


def _character(text: str) -> int:
    inner = text[1:-1]
    if not text.startswith("'"):
        raise Unsupported("wide characters")
    if inner.startswith("\\"):
        if inner[1:2] == "x" and inner[2:]:
            code = int(inner[2:], 16)
            if code > 255:
                raise Unsupported(f"the character {text}")
        elif re.fullmatch("[0-7]+", inner[1:]):
            code = int(inner[1:], 8) & 255
        elif inner[1:] in _ESCAPES:
            code = _ESCAPES[inner[1:]]
        else:
            raise Unsupported(f"the character {text}")
        return code - 256 if 127 < code < 256 else code
    if len(inner) != 1 or ord(inner) > 126:
        raise Unsupported(f"the character {text}")
    return ord(inner)


def _floating(text: str) -> Literal:
    suffix = text[-1].lower() if text[-1] in "fFlL" and not (text.lower().startswith("0x") and "p" not in text.lower()) else ""
    if suffix == "l":
        raise Unsupported("long double")
    type = FLOAT if suffix == "f" else DOUBLE
    return Literal(type, from_fraction(_number(text[:-1] if suffix else text), float_format(type.bits)))


def _number(text: str) -> Fraction:
    """The number that a constant is rounded like, without its suffix: the number itself where that is not absurdly large or long.

    Digits behind those that decide about rounding only tell whether there is more, and exponents are cut where the formats have
    nothing but infinity and 0, so that neither takes time.
    """
    hexadecimal = text.lower().startswith("0x")
    base, digits_apart = (16, 4) if hexadecimal else (10, 1)
    whole, _, exponent = (text[2:] if hexadecimal else text).lower().partition("p" if hexadecimal else "e")
    before, _, after = whole.partition(".")
    zeros = len(before + after) - len((before + after).lstrip("0"))
    digits = (before + after).strip("0")
    if not digits:
        return Fraction(0)
    first = len(before) - zeros
    kept = digits[:_DECISIVE] + ("1" if len(digits) > _DECISIVE else "")
    power = min(max(_exponent(exponent) + first * digits_apart, -_EXTREME), _EXTREME)
    return Fraction(int(kept, base), base ** len(kept)) * Fraction(2 if hexadecimal else 10) ** power


def _exponent(text: str) -> int:
    """The exponent of a constant, or one beyond all formats with the same sign."""
    digits = text.lstrip("+-").lstrip("0")
    size = int(digits or "0") if len(digits) < _ABSURD else 10 ** _ABSURD
    return -size if text.startswith("-") else size
