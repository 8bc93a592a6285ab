"""Constants as they are written in C."""

from __future__ import annotations

import re
from fractions import Fraction

from synth.evaluation.floats import float_format, from_fraction
from synth.frontends.c.expressions import Literal
from synth.frontends.c.typed import Unsupported
from synth.frontends.c.types import DOUBLE, FLOAT, Model

_CHARACTER = r"\\x[0-9a-fA-F]+|\\[0-7]{1,3}|\\.|[^\\]"
_ESCAPES = {"n": 10, "t": 9, "r": 13, "0": 0, "a": 7, "b": 8, "f": 12, "v": 11, "\\": 92, "'": 39, '"': 34, "?": 63, "e": 27}


def constant(kind: str, text: str, model: Model) -> Literal:
    """The constant that the parser calls `kind`; Unsupported for strings and the like."""
    if kind == "char":
        return Literal(model.int, _character(text))
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
    octal = digits.isdigit() and digits.startswith("0")
    number = int(digits, 8 if octal else 0)
    ranks = ("int", "long", "long long")[suffix.count("l"):]
    decimal = digits.isdigit() and not octal
    for name in ranks:
        for sign in ("unsigned ",) if "u" in suffix else ("",) if decimal else ("", "unsigned "):
            type = model.integer(sign + name)
            if number < 1 << (type.bits - type.signed) or model.word:
                return Literal(type, number)
    raise Unsupported(f"the constant {text}, which no type holds")


def _character(text: str) -> int:
    inner = text[1:-1]
    if not text.startswith("'"):
        raise Unsupported("wide characters")
    if inner.startswith("\\"):
        if inner[1] == "x":
            code = int(inner[2:], 16)
            if code > 255:
                raise Unsupported(f"the character {text}")
        elif inner[1:].isdigit():
            code = int(inner[1:], 8)
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
    digits = text[:-1] if suffix else text
    type = FLOAT if suffix == "f" else DOUBLE
    if digits.lower().startswith("0x"):
        whole, _, power = digits[2:].lower().partition("p")
        high, _, low = whole.partition(".")
        exact = Fraction(int(high + low or "0", 16)) / Fraction(16) ** len(low) * Fraction(2) ** int(power or 0)
    else:
        exact = Fraction(digits + "0" if digits.endswith(".") else digits)
    return Literal(type, from_fraction(exact, float_format(type.bits)))
