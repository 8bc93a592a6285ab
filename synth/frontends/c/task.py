"""What the competition SV-COMP asks of programs: task definitions (.yml), and files that each hold a property (.prp).

Properties are formulas of LTL. Three have a meaning here: that no call of reach_error is reached (unreach-call), that no signed
operation overflows (no-overflow), and that every run ends (termination). Others are refused by name, or left out where a task lists
them beside these.
"""

from __future__ import annotations

import builtins
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NoReturn

import yaml

from synth.errors import InputError
from synth.frontends.c.source import read

_VERSIONS = ("1.0", "2.0")
_ASKED = {"G ! call(reach_error())": ("safety", "call"), "G ! call(__VERIFIER_error())": ("safety", "call"),
          "G ! overflow": ("safety", "overflow"), "F end": ("termination", "")}
_NAMES = {"G valid-free": "valid-memsafety", "G valid-deref": "valid-memsafety",
          "G valid-memtrack": "valid-memsafety", "G valid-memcleanup": "valid-memcleanup", "G ! data-race": "no-data-race",
          "G def-behavior": "def-behavior"}
_CHECK = re.compile(r"""\s* CHECK \s*\(\s* init \s*\(\s* (?P<entry>\w+) \s*\(\s*\)\s* \)\s* ,\s*
    LTL \s*\(\s* (?P<formula> (?: [^()] | \( (?: [^()] | \([^()]*\) )* \) )*? ) \s*\)\s* \)\s*""", re.VERBOSE)
_MARK = re.compile(r"\s*([!()])\s*")


@dataclass(frozen=True)
class Question:
    """A property that is asked of a program: "safety" or "termination".

    only            which failed assertions are in question, as in `synth.transition.Place.cause`; "" for all
    specification   the property as its file states it
    expected        what the task says that the answer is; None where it does not
    place           file, line and column where it says so
    """

    property: str
    specification: str
    expected: bool | None = None
    place: tuple[str, int, int] = ("", 0, 0)
    only: str = ""

    @builtins.property
    def name(self) -> str:
        """What it is called: termination, safety, unreach-call or no-overflow."""
        return {"call": "unreach-call", "overflow": "no-overflow"}.get(self.only, self.property)

    def is_for(self, wanted: str | None) -> bool:
        """Whether it answers to a name, or to none; safety is also what tasks know as unreach-call."""
        return wanted in (None, self.name) or (wanted == "safety" and self.only == "call")


@dataclass(frozen=True)
class Task:
    """A program, and what is asked of it; `data_model` is None where the task does not say.

    left_out   why other properties of the task are not asked, a line each
    """

    file: str
    data_model: str | None
    questions: tuple[Question, ...]
    left_out: tuple[str, ...] = ()


STANDARD = {q.name: q for q in (
    Question("termination", "CHECK( init(main()), LTL(F end) )"),
    Question("safety", "CHECK( init(main()), LTL(G ! call(reach_error())) )"),
    Question("safety", "CHECK( init(main()), LTL(G ! call(reach_error())) )", only="call"),
    Question("safety", "CHECK( init(main()), LTL(G ! overflow) )", only="overflow"))}
"""The properties by their names, as they are usually stated."""

USUAL = ("termination", "safety")
"""What is asked where nothing else is said."""


def read_property(path: str) -> tuple[Question, ...]:
    """What a property file asks. InputError, with line and column, for what is none or is not supported."""
    text, position = read(path).rstrip(), 0
    found: dict[str, Question] = {}
    while position < len(text):
        match = _CHECK.match(text, position)
        if match is None:
            position += len(text[position:]) - len(text[position:].lstrip())
            what = "coverage" if text.startswith("COVER", position) else ""
            _fail(path, text, position, f"not supported: the property {what}" if what else
                  "no property; CHECK( init(main()), LTL(FORMULA) ) is wanted")
        formula = _normal(match["formula"])
        if match["entry"] != "main":
            _fail(path, text, match.start("entry"), f"not supported: a program that starts with {match['entry']}")
        if formula not in _ASKED:
            name = _NAMES.get(formula)
            _fail(path, text, match.start("formula"), "not supported: the property " + (f"{name}, " if name else "") + formula)
        asked, only = _ASKED[formula]
        question = Question(asked, f"CHECK( init(main()), LTL({formula}) )", only=only)
        found.setdefault(question.name, question)
        position = match.end()
    if not found:
        raise InputError("no property; CHECK( init(main()), LTL(FORMULA) ) is wanted", path, 1, 1)
    return tuple(found.values())


def _normal(formula: str) -> str:
    """A formula with its white space as it is usually written."""
    return re.sub(r"\s+", " ", _MARK.sub(lambda m: " ! " if m[1] == "!" else m[1], formula)).strip()


def _fail(path: str, text: str, position: int, message: str) -> NoReturn:
    line = text.count("\n", 0, position) + 1
    raise InputError(message, path, line, position - text.rfind("\n", 0, position))


def read_task(path: str, wanted: str | None = None) -> Task:
    """What a task definition asks: all of its properties, or only the one `wanted`, whether it lists it or not.

    InputError, with line and column, for what is malformed or not supported.
    """
    return _Reader(path).task(wanted)


class _Reader:
    """Reads a task definition; every complaint has its place."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._left_out: list[InputError] = []

    def task(self, wanted: str | None) -> Task:
        """The task."""
        top = self._fields(self._root(), "a task definition")
        version = self._text(self._needed(top, "format_version"), "a version")
        if version not in _VERSIONS:
            self._fail(top["format_version"], f"not supported: format_version {version!r}; there are {' and '.join(_VERSIONS)}")
        listed = [q for node in self._items(top.get("properties")) for q in self._asked(node, wanted)]
        options = self._fields(top["options"], "options") if "options" in top else {}
        language = self._text(options["language"], "a language") if "language" in options else "C"
        if language != "C":
            self._fail(options["language"], f"not supported: programs in {language}")
        if wanted is not None:
            listed = listed or [STANDARD[wanted]]
        elif not listed and self._left_out:
            raise self._left_out[0]
        return Task(self._input(self._needed(top, "input_files")), self._data_model(options.get("data_model")),
                    tuple({q.name: q for q in reversed(listed)}.values())[::-1] or tuple(STANDARD[n] for n in USUAL),
                    tuple(f"{self._path}:{e.line}:{e.column}: warning: {e.message}; it is left out" for e in self._left_out))

    def _root(self) -> yaml.Node:
        text = read(self._path)
        try:
            root = yaml.compose(text, Loader=yaml.SafeLoader)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            where = (mark.line + 1, mark.column + 1) if mark is not None else (None, None)
            raise InputError(f"this is not YAML: {error.problem or error.context}", self._path, *where) from None
        except yaml.reader.ReaderError as error:
            _fail(self._path, text, int(error.position), "this is not YAML: a character that may not be in it")
        except RecursionError:
            raise InputError("this is no task definition: nested too deeply", self._path) from None
        if root is None:
            raise InputError("this is no task definition: nothing is in it", self._path, 1, 1)
        return root

    def _fail(self, node: yaml.Node, message: str) -> NoReturn:
        raise InputError(message, self._path, node.start_mark.line + 1, node.start_mark.column + 1)

    def _fields(self, node: yaml.Node, what: str) -> dict[str, yaml.Node]:
        if not isinstance(node, yaml.MappingNode):
            self._fail(node, f"{what} is wanted here, with names and values")
        found: dict[str, yaml.Node] = {}
        for key, value in node.value:
            name = self._text(key, "a name")
            if name in found:
                self._fail(key, f"{name} is given twice")
            found[name] = value
        return found | {"": node}

    def _needed(self, fields: Mapping[str, yaml.Node], name: str) -> yaml.Node:
        if name not in fields:
            self._fail(fields[""], f"{name} is missing")
        return fields[name]

    def _text(self, node: yaml.Node, what: str) -> str:
        if not isinstance(node, yaml.ScalarNode):
            self._fail(node, f"{what} is wanted here")
        return str(node.value)

    def _items(self, node: yaml.Node | None) -> list[yaml.Node]:
        if node is None:
            return []
        if not isinstance(node, yaml.SequenceNode):
            self._fail(node, "a list is wanted here")
        return list(node.value)

    def _beside(self, node: yaml.Node) -> str:
        """The path of a file that is named relative to the task."""
        path = os.path.join(os.path.dirname(self._path), self._text(node, "the name of a file"))
        if not os.path.isfile(path):
            self._fail(node, f"there is no file {path}")
        return path

    def _input(self, node: yaml.Node) -> str:
        files = self._items(node) if isinstance(node, yaml.SequenceNode) else [node]
        if len(files) != 1:
            self._fail(node, f"not supported: a program of {len(files)} files")
        return self._beside(files[0])

    def _data_model(self, node: yaml.Node | None) -> str | None:
        model = None if node is None else self._text(node, "a data model")
        if node is not None and model not in ("ILP32", "LP64"):
            self._fail(node, f"unknown data model {model!r}; there are ILP32 and LP64")
        return model

    def _asked(self, node: yaml.Node, wanted: str | None) -> Iterator[Question]:
        """What a property of the list asks; nothing where another one is wanted, supported or not."""
        fields = self._fields(node, "a property")
        named = self._needed(fields, "property_file")
        expected = self._verdict(fields.get("expected_verdict"))
        try:
            path = self._beside(named)
            asked = read_property(path)
        except InputError as error:
            if wanted is not None:
                return
            told = str(error).replace("error: ", "", 1) if error.file != self._path else error.message
            wrong = InputError(told, self._path, named.start_mark.line + 1, named.start_mark.column + 1)
            if not error.message.startswith("not supported"):
                raise wrong from None
            self._left_out.append(wrong)
            return
        stated = fields.get("expected_verdict", node)
        place = (self._path, stated.start_mark.line + 1, stated.start_mark.column + 1)
        yield from (replace(q, expected=expected, place=place) for q in asked if q.is_for(wanted))

    def _verdict(self, node: yaml.Node | None) -> bool | None:
        if node is None:
            return None
        told = self._text(node, "true or false")
        if told not in ("true", "false"):
            self._fail(node, f"the expected verdict {told!r} is neither true nor false")
        return told == "true"
