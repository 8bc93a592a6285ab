"""Constants in all their spellings."""

from __future__ import annotations

from experiments.conformance.random_c.draft import Draft, Expression
from experiments.conformance.random_c.types import INT, TYPES, of_literal

_SUFFIXES = ("", "", "", "", "u", "U", "l", "L", "ul", "LU", "ll", "LL", "ull", "uLL")
_CHARACTERS = {"'a'": 97, "'z'": 122, "'0'": 48, r"'\n'": 10, r"'\0'": 0, r"'\x41'": 65, r"'\377'": -1, r"'\x80'": -128,
               r"'\''": 39, "'\"'": 34, r"'\\'": 92, r"'\101'": 65, r"'\a'": 7, r"'\?'": 63}
_FLOATING = ("0.5", "1.0", "0.0", "-0.0", "0.25f", "1e-3", "0x1p-4", "2.5", "-0.5f", ".5", "5.")
_CORNERS = (0, 1, 2, 3, 7, 8, 127, 128, 255, 256, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 2**31 - 1, 2**31, 2**32 - 1)
_WIDE = (2**32, 2**32 + 1, 2**40, 2**63 - 1, 2**63, 2**64 - 1, 256, 512, 0x10000, 2**33, 3 << 32)


def literal(draft: Draft) -> Expression:
    """An integer or character constant."""
    r = draft.random
    if draft.chance(0.12):
        return Expression(r.choice(list(_CHARACTERS)), INT)
    if draft.constants and draft.chance(0.25):
        return r.choice(draft.constants)
    widest = max(t.bits for t in draft.types)
    wanted = _WIDE if draft.has("wide literals", 0.3) else tuple(c for c in _CORNERS if c < 1 << max(widest, 8))
    value = r.choice((r.choice(wanted), r.randrange(100))) if wanted is not _WIDE else r.choice(wanted)
    return integer(draft, value, any_suffix=widest == 64 or draft.has("wide literals"))


def integer(draft: Draft, value: int, any_suffix: bool) -> Expression:
    """A constant of a value, decimal, octal or hexadecimal, with a suffix that the dialect has."""
    r = draft.random
    suffix = r.choice(_SUFFIXES) if any_suffix else r.choice(("", "", "", "u", "U"))
    kind = r.choice("dddxXo") if value < 2**63 or "u" in suffix.lower() else "x"
    text = {"d": f"{value}", "x": f"0x{value:x}", "X": f"0X{value:X}", "o": f"0{value:o}"}[kind]
    return Expression(text + suffix, of_literal(value, kind == "d", "u" in suffix.lower(), suffix.lower().count("l")))


def floating(draft: Draft) -> str:
    """A floating constant, to be tested only."""
    return draft.random.choice(_FLOATING)


def sized(draft: Draft) -> Expression:
    """A size, as an int."""
    r = draft.random
    what = r.choice([t.name for t in TYPES] + [p.text for p in draft.places if "(" not in p.text])
    return Expression(f"(int)sizeof({what})", INT)
