"""Compilation databases: what of a command counts, what is ignored, and what is refused."""

from __future__ import annotations

import json
import os
import pathlib
from typing import Any

import pytest

from synth.errors import InputError
from synth.frontends.c.preprocessing.dialect import File
from synth.frontends.compilation import Commands, read_commands


def database(folder: pathlib.Path, *entries: Any) -> str:
    (folder / "include").mkdir(exist_ok=True)
    (folder / "other").mkdir(exist_ok=True)
    (folder / "compile_commands.json").write_text(json.dumps(list(entries)))
    return str(folder / "compile_commands.json")


def entry(folder: pathlib.Path, words: str, file: str = "a.c") -> dict[str, str]:
    return {"directory": str(folder), "file": file, "command": f"cc {words} -c {file}"}


def said(folder: pathlib.Path, words: str) -> Commands:
    return read_commands(database(folder, entry(folder, words)))


def test_folders_and_macros_count(tmp_path: pathlib.Path) -> None:
    own = str(tmp_path)
    found = said(tmp_path, "-Iinclude -I other -isystem include -D A -DB=1 -D'C=\"x y\"' -UD -include a.h -iquote other -o a.o")
    assert found.files == (File(f"{own}/a.c", (f"{own}/include", f"{own}/other", f"{own}/include"), ("A", "B=1", 'C="x y"'),
                                (f"{own}/other",), ("D",), (f"{own}/a.h",)),)
    assert (found.data_model, found.ignored) == (None, ())


def test_the_last_word_on_a_macro_counts(tmp_path: pathlib.Path) -> None:
    (file,) = said(tmp_path, "-DA=1 -UA -UB -DB=2 -DC=1 -DC=2").files
    assert (file.define, file.undefine) == (("B=2", "C=1", "C=2"), ("A",))


def test_arguments_and_folders_relative_to_the_database(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = {"directory": ".", "file": "sub/../a.c", "arguments": ["gcc", "-m32", "-DA", "a.c"]}
    assert read_commands(database(tmp_path, told)) == Commands((File("a.c", define=("A",)),), "ILP32", ())


def test_what_does_not_count_is_told(tmp_path: pathlib.Path) -> None:
    found = said(tmp_path, "-O2 -Wall -g3 -MD -MF a.d -std=gnu11 -fPIC -march=native --param x=1 -std=c89 -Inowhere")
    assert [line.partition(": ")[2] for line in found.ignored] == [
        "-march=native is ignored", "--param x=1 is ignored", "-std=c89 is ignored",
        f"there is no folder {tmp_path}/nowhere to look for headers in"]


def test_some_files_of_it(tmp_path: pathlib.Path) -> None:
    path = database(tmp_path, entry(tmp_path, "-DA", "a.c"), entry(tmp_path, "-DB", "b.c"), entry(tmp_path, "", "c.cpp"))
    wanted = [os.path.join(tmp_path, name) for name in ("b.c", "a.c")]
    assert [file.define for file in read_commands(path, wanted).files] == [("B",), ("A",)]
    with pytest.raises(InputError, match=r"it says nothing of d\.c"):
        read_commands(path, ["d.c"])


def test_the_same_command_twice_is_one(tmp_path: pathlib.Path) -> None:
    own = entry(tmp_path, "-DA")
    assert len(read_commands(database(tmp_path, own, own)).files) == 1
    with pytest.raises(InputError, match=r"command 2: a\.c is compiled in two ways"):
        read_commands(database(tmp_path, own, entry(tmp_path, "-DB")))


@pytest.mark.parametrize(("words", "file", "message"), [
    ("", "a.cpp", "a.cpp is not C"), ("-funsigned-char", "a.c", "with -funsigned-char, which is not supported"),
    ("-fpack-struct=1", "a.c", "with -fpack-struct=1"), ("-x c++", "a.c", r"with -x c\+\+"), ("@more", "a.c", "with @more"),
    ("-imacros m.h", "a.c", "with -imacros m.h"), ("-fopenmp", "a.c", "with -fopenmp"), ("'", "a.c", "a command that is none")])
def test_what_changes_the_program_is_refused(tmp_path: pathlib.Path, words: str, file: str, message: str) -> None:
    with pytest.raises(InputError, match=f"command 1: {file}.*{message}|command 1: {message}"):
        read_commands(database(tmp_path, entry(tmp_path, words, file)))


@pytest.mark.parametrize(("text", "message"), [
    ("{", "not JSON"), ("{}", "no compilation database"), ("[]", "it names no file"),
    ("[1]", "command 1 has no directory and file"),
    ('[{"directory": "/", "file": "a.c"}]', "has neither arguments nor a command"),
    ('[{"directory": "/", "file": "a.c", "arguments": ["cc", "-D"]}]', "nothing after -D"),
    ('[{"directory": "/", "file": "a.c", "command": "cc -m32"}, {"directory": "/", "file": "b.c", "command": "cc"}]',
     "files that are compiled with and without -m32")])
def test_what_is_none_is_told(tmp_path: pathlib.Path, text: str, message: str) -> None:
    path = tmp_path / "compile_commands.json"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_commands(str(path))
