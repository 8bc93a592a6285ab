"""Compilation databases: compile_commands.json, in which build systems write how each file is compiled
(https://clang.llvm.org/docs/JSONCompilationDatabase.html).

Of a command counts what decides how its file is preprocessed, and -m32. What changes the language in another way is refused by
name; what else is not known to leave the program as it is, is told.
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from synth.errors import InputError
from synth.frontends.c.preprocessing.dialect import File
from synth.frontends.c.syntax.source import read

NAME = "compile_commands.json"
"""What the file is called in a build folder."""

_FOLDERS = {"-I": "include", "-iquote": "quote", "-isystem": "system", "-idirafter": "after"}
_VALUES = {"-D": "define", "-U": "undefine", "-include": "prefix", **_FOLDERS}
"""The options that count, by what they say."""

_OTHERS = frozenset(("-o", "-x", "-MF", "-MT", "-MQ", "-L", "-l", "-T", "-u", "-z", "-arch", "-target", "--param", "-Xlinker",
                     "-Xclang", "-Xpreprocessor", "-Xassembler", "-isysroot", "--sysroot", "-mllvm", "-imacros", "-aux-info"))
"""Other options that a word follows."""

_REFUSED = re.compile(r"-(imacros|Xpreprocessor|nostdinc|undef|funsigned-char|fno-signed-char|fshort-enums|fshort-wchar"
                      r"|fpack-struct.*|fopenmp.*|fopenacc.*|fms-extensions|fplan9-extensions|mx32|m16|malign-double|trigraphs)|@.*")
"""Options that change what a program means."""

_HARMLESS = re.compile(r"-([cSw]|pipe|pedantic.*|W.*|g.*|O.*|M.*|L.*|l.*|o.*|m64|f(no-)?(PIC|pic|PIE|pie)|fdiagnostics.*|v|"
                       r"fcolor-diagnostics|std=(c|gnu)(11|17|18|1x))")
"""Options that do not."""

_EXTENSIONS = (".c", ".i")


@dataclass(frozen=True)
class Commands:
    """What a database says: files, each once; the data model; and the options that are ignored, a line each."""

    files: tuple[File, ...]
    data_model: str | None
    ignored: tuple[str, ...]


def read_commands(path: str, wanted: Sequence[str] | None = None) -> Commands:
    """What a database says of all its files, or of those that are wanted, in their order.

    InputError for a file that is no database, does not know a file or knows it in two ways, or uses an option that is not
    supported.
    """
    entries = list(_entries(path))
    if wanted is not None:
        places = [os.path.realpath(file) for file in wanted]
        for file, place in zip(wanted, places, strict=True):
            if place not in [entry.place for entry in entries]:
                raise InputError(f"it says nothing of {file}", path)
        entries = [entry for place in places for entry in entries if entry.place == place]
    if not entries:
        raise InputError("it names no file", path)
    found: dict[str, tuple[File, str]] = {}
    ignored: dict[str, None] = {}
    for entry in entries:
        made = entry.read(ignored)
        if found.setdefault(entry.place, made) != made:
            entry.fail("is compiled in two ways")
    models = {model for _, model in found.values()}
    if len(models) > 1:
        raise InputError("not supported: files that are compiled with and without -m32", path)
    return Commands(tuple(file for file, _ in found.values()), "ILP32" if models == {"ILP32"} else None, tuple(ignored))


def _entries(path: str) -> Iterator[_Entry]:
    """The entries of a database. InputError for what is none."""
    try:
        told = json.loads(read(path))
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg}", path, error.lineno, error.colno) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON: {error}", path) from None
    if not isinstance(told, list):
        raise InputError("no compilation database: a list of commands is wanted", path)
    for number, entry in enumerate(told, 1):
        if not isinstance(entry, Mapping) or not all(isinstance(entry.get(name), str) for name in ("directory", "file")):
            raise InputError(f"command {number} has no directory and file", path)
        yield _Entry(path, number, os.path.join(os.path.dirname(os.path.abspath(path)), entry["directory"]), entry["file"], entry)


@dataclass
class _Entry:
    """A command: its database and number there, the folder it is run in, and the file that it compiles."""

    database: str
    number: int
    folder: str
    file: str
    told: Mapping[str, Any]
    values: dict[str, list[str]] = field(default_factory=dict)

    @property
    def place(self) -> str:
        """The file, as it is found from anywhere."""
        return os.path.realpath(os.path.join(self.folder, self.file))

    def fail(self, why: str) -> NoReturn:
        """InputError about the command."""
        raise InputError(f"command {self.number}: {self.file} {why}", self.database)

    def read(self, ignored: dict[str, None]) -> tuple[File, str]:
        """The file with what its command says, and the data model; options that do not count are added to `ignored`."""
        if pathlib.PurePath(self.file).suffix not in _EXTENSIONS:
            self.fail("is not C, which is not supported")
        self.values = {name: [] for name in _VALUES.values()}
        model = "LP64"
        words = iter(self._words()[1:])
        for word in words:
            model = "ILP32" if word == "-m32" else "LP64" if word == "-m64" else model
            if not self._counts(word, words) and word != "-m32":
                self._ignore(word, words, ignored)
        values = self.values
        folders = [self._path(f) for name in ("include", "system", "after") for f in values[name] if self._is_there(f, ignored)]
        quote = [self._path(f) for f in values["quote"] if self._is_there(f, ignored)]
        shown = os.path.relpath(self.place) if self.place.startswith(os.getcwd() + os.sep) else self.place
        return File(shown, tuple(folders), tuple(values["define"]), tuple(quote), tuple(values["undefine"]),
                    tuple(map(self._path, values["prefix"]))), model

    def _words(self) -> list[str]:
        arguments, command = self.told.get("arguments"), self.told.get("command")
        if isinstance(arguments, list) and all(isinstance(word, str) for word in arguments):
            return arguments
        if not isinstance(command, str):
            self.fail("has neither arguments nor a command")
        try:
            return shlex.split(command)
        except ValueError as error:
            self.fail(f"has a command that is none: {error}")

    def _counts(self, word: str, words: Iterator[str]) -> bool:
        """Take an option that counts, with the word that follows it where its value is not joined to it."""
        option = next((o for o in sorted(_VALUES, key=len, reverse=True) if word == o or (len(o) == 2 and word.startswith(o))
                       or (o in _FOLDERS and word.startswith(o))), None)
        if option is None:
            return False
        value = word[len(option):] or next(words, None)
        if value is None:
            self.fail(f"has a command with nothing after {option}")
        own = self.values
        if option == "-U":
            own["define"] = [text for text in own["define"] if re.split(r"[(=]", text)[0] != value]
        if option == "-D":
            own["undefine"] = [name for name in own["undefine"] if name != re.split(r"[(=]", value)[0]]
        own[_VALUES[option]].append(value)
        return True

    def _ignore(self, word: str, words: Iterator[str], ignored: dict[str, None]) -> None:
        """Leave an option out, with its value. InputError for one that changes the program."""
        value = next(words, "") if word in _OTHERS else ""
        if _REFUSED.fullmatch(word) or (word == "-x" and value not in ("c", "none", "cpp-output")):
            self.fail(f"is compiled with {f'{word} {value}'.strip()}, which is not supported")
        if word.startswith("-") and word != "-x" and not _HARMLESS.fullmatch(word):
            ignored[f"{self.database}: {f'{word} {value}'.strip()} is ignored"] = None

    def _path(self, path: str) -> str:
        return os.path.normpath(os.path.join(self.folder, path))

    def _is_there(self, folder: str, ignored: dict[str, None]) -> bool:
        """Whether there is a folder for headers; compilers, too, go without one that is not there."""
        if os.path.isdir(self._path(folder)):
            return True
        ignored[f"{self.database}: there is no folder {self._path(folder)} to look for headers in"] = None
        return False
