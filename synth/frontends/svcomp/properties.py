"""Property files: each holds formulas of LTL. Those that have no meaning here are refused by name."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NoReturn

from synth.errors import InputError
from synth.frontends.c.syntax.source import read
from synth.frontends.svcomp.questions import STANDARD, Question

_ASKED = {"G ! call(reach_error())": "unreach-call", "G ! call(__VERIFIER_error())": "unreach-call",
          "G ! overflow": "no-overflow", "F end": "termination",
          **{f"G {name}": name for name in ("valid-free", "valid-deref", "valid-memtrack", "valid-memcleanup")}}
_NAMES = {"G ! data-race": "no-data-race", "G def-behavior": "def-behavior"}
_CHECK = re.compile(r"""\s* CHECK \s*\(\s* init \s*\(\s* (?P<entry>\w+) \s*\(\s*\)\s* \)\s* ,\s*
    LTL \s*\(\s* (?P<formula> (?: [^()] | \( (?: [^()] | \([^()]*\) )* \) )*? ) \s*\)\s* \)\s*""", re.VERBOSE)
_MARK = re.compile(r"\s*([!()])\s*")


def read_property(path: str) -> tuple[Question, ...]:
    """What a property file asks. InputError, with line and column, for what is none or is not supported."""
    text, position = read(path).rstrip(), 0
    found: dict[str, Question] = {}
    while position < len(text):
        match = _CHECK.match(text, position)
        if match is None:
            position += len(text[position:]) - len(text[position:].lstrip())
            what = "coverage" if text.startswith("COVER", position) else ""
            fail(path, text, position, f"not supported: the property {what}" if what else
                  "no property; CHECK( init(main()), LTL(FORMULA) ) is wanted")
        formula = _normal(match["formula"])
        if match["entry"] != "main":
            fail(path, text, match.start("entry"), f"not supported: a program that starts with {match['entry']}")
        if formula not in _ASKED:
            name = _NAMES.get(formula)
            fail(path, text, match.start("formula"), "not supported: the property " + (f"{name}, " if name else "") + formula)
        question = replace(STANDARD[_ASKED[formula]], specification=f"CHECK( init(main()), LTL({formula}) )")
        found.setdefault(question.name, question)
        position = match.end()
    _join(found)
    if not found:
        raise InputError("no property; CHECK( init(main()), LTL(FORMULA) ) is wanted", path, 1, 1)
    return tuple(found.values())


def _join(found: dict[str, Question]) -> None:
    """Make one question of the parts of memory safety, which is a property where all are asked."""
    parts = [found[name] for name in ("valid-free", "valid-deref", "valid-memtrack") if name in found]
    if len(parts) == 3:
        whole = STANDARD["memory-safety"]
        for part in parts:
            del found[part.name]
        found[whole.name] = replace(whole, specification="\n".join(part.specification for part in parts))


def _normal(formula: str) -> str:
    """A formula with its white space as it is usually written."""
    return re.sub(r"\s+", " ", _MARK.sub(lambda m: " ! " if m[1] == "!" else m[1], formula)).strip()


def fail(path: str, text: str, position: int, message: str) -> NoReturn:
    """InputError at a position of a file's text."""
    line = text.count("\n", 0, position) + 1
    raise InputError(message, path, line, position - text.rfind("\n", 0, position))
