"""Task definitions: a program, and properties that are asked of it.

Properties that have no meaning here are left out where a task lists them beside others.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NoReturn

import yaml

from synth.errors import InputError
from synth.frontends.c.preprocessing.dialect import File
from synth.frontends.c.syntax.source import read
from synth.frontends.svcomp.properties import fail, read_property
from synth.frontends.svcomp.questions import STANDARD, USUAL, Question, Task

_VERSIONS = ("0.1", "1.0", "1.1", "2.0")
_ALLOCATION = "succeeds"
"""The rules of SV-COMP: malloc and alloca always return a valid pointer."""


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
        return Task(self._inputs(self._needed(top, "input_files")), self._data_model(options.get("data_model")),
                    tuple({q.name: q for q in reversed(listed)}.values())[::-1] or tuple(STANDARD[n] for n in USUAL),
                    tuple(f"{self._path}:{e.line}:{e.column}: warning: {e.message}; it is left out" for e in self._left_out),
                    allocation=_ALLOCATION)

    def _root(self) -> yaml.Node:
        text = read(self._path)
        try:
            root = yaml.compose(text, Loader=yaml.SafeLoader)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            where = (mark.line + 1, mark.column + 1) if mark is not None else (None, None)
            raise InputError(f"this is not YAML: {error.problem or error.context}", self._path, *where) from None
        except yaml.reader.ReaderError as error:
            fail(self._path, text, int(error.position), "this is not YAML: a character that may not be in it")
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

    def _inputs(self, node: yaml.Node) -> tuple[File, ...]:
        files = self._items(node) if isinstance(node, yaml.SequenceNode) else [node]
        if not files:
            self._fail(node, "a file is wanted here")
        return tuple(File(self._beside(file)) for file in files)

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
