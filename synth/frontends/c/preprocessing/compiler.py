"""gcc as a preprocessor: what it makes of a file, with the flags that a program is compiled with."""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading
from bisect import bisect_right
from collections.abc import Iterator

from synth.errors import InputError
from synth.frontends.c.preprocessing import headers
from synth.frontends.c.preprocessing.dialect import Dialect
from synth.frontends.c.preprocessing.macros import Unreadable
from synth.frontends.c.syntax.tokens import Origin, Token, lines, spellings

LANGUAGE = ("-std=gnu17", "-O0", "-w", "-fno-strict-aliasing", "-ffp-contract=off", "-fgnu89-inline")
"""The language that programs are compiled as."""

FLAGS = (*LANGUAGE, "-isystem", headers.FOLDER)
"""How programs are compiled, and so preprocessed: what is a macro depends on it. Our headers come before the system's."""

MACHINE = {64: (), 32: ("-m32",)}
"""Flags by the bits of a long."""

_SECONDS = 10.0
_MOST_BYTES = 64 << 20
_MARKER = re.compile(r'# (\d+) "((?:[^"\\]|\\.)*)"')
_CONDITIONAL = re.compile(r"^[ \t]*#[ \t]*(?:if|ifdef|ifndef|elif|else|endif)\b", re.MULTILINE)
_INCLUDED = re.compile(r"^[ \t]*#[ \t]*include\b", re.MULTILINE)
_TOLD = re.compile(r"(?P<file>.*?):(?P<line>\d+):(?:(?P<column>\d+):)? (?:fatal )?error: (?P<message>.*)")


def available() -> str | None:
    """Where gcc is; None where there is none."""
    return shutil.which("gcc")


def preprocessed(text: str, file: str, dialect: Dialect, flags: tuple[str, ...] = FLAGS) -> str:
    """What gcc's preprocessor prints for a file's text, with line markers.

    InputError where gcc finds an error, Unreadable where there is too much. OSError where there is no gcc, or it does not run.
    """
    command = ("gcc", *flags, *dialect.flags, *MACHINE[dialect.model.long_bits], "-E", "-x", "c", "-")
    name = file.replace("\\", "\\\\").replace('"', '\\"')
    return _run(command, f'# 1 "{name}"\n{text}', os.path.dirname(file) or ".", file)


def other_branches(text: str, file: str, dialect: Dialect) -> tuple[str, int] | None:
    """The file and the line of a conditional group that is in the program by our headers and not by the system's, or the other way
    round; None where there is none, or the system's headers are not to be had.

    OSError where there is no gcc, or it does not run.
    """
    if not _INCLUDED.search(text) or not _CONDITIONAL.search(text):
        return None
    try:
        ours, theirs = (_lines_in(preprocessed(text, file, dialect, (*language, "-dD")), file) for language in (FLAGS, LANGUAGE))
    except InputError:
        return None
    for name in sorted({name for name, _ in ours ^ theirs}, key=lambda n: (n == file, n)):
        groups = _groups(text if name == file else _text_of(name, file))
        taken = ({bisect_right(groups, line) for own, line in lines if own == name} for lines in (ours, theirs))
        if differing := set.symmetric_difference(*taken):
            return name, groups[min(differing) - 1] if min(differing) else 1
    return None


def _lines_in(printed: str, file: str) -> set[tuple[str, int]]:
    """The lines of the user's files that what gcc printed comes from: tokens, macros defined there, headers included there."""
    found, name, line = set[tuple[str, int]](), file, 0
    for row in printed.split("\n"):
        if (marker := _MARKER.match(row)) is not None:
            name, line = re.sub(r"\\(.)", r"\1", marker[2]), int(marker[1]) - 1
            if " 2" in row[marker.end():]:
                found.add((name, line))
            continue
        line += 1
        if row.strip():
            found.add((name, line))
    return {(name, line) for name, line in found if not name.startswith((headers.FOLDER, "/usr/", "<"))}


def _groups(text: str) -> list[int]:
    """The lines of a file at which conditional groups begin and end."""
    return [number for number, row in enumerate(text.split("\n"), start=1) if _CONDITIONAL.match(row)]


def _text_of(name: str, file: str) -> str:
    """The text of a header of the user's; nothing where it cannot be read."""
    try:
        return pathlib.Path(os.path.dirname(file) or ".", name).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _run(command: tuple[str, ...], text: str, folder: str, file: str) -> str:
    """What gcc prints, in a folder where it looks for the file's own headers."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as errors:
        given.write(text.encode())
        given.seek(0)
        with subprocess.Popen(command, stdin=given, stdout=subprocess.PIPE, stderr=errors, env={**os.environ, "LC_ALL": "C"},
                              cwd=folder if os.path.isdir(folder) else None) as process:
            assert process.stdout is not None
            late = threading.Timer(_SECONDS, process.kill)
            late.start()
            made = b""
            try:
                made = process.stdout.read(_MOST_BYTES + 1)
            finally:
                late.cancel()
                if len(made) > _MOST_BYTES:
                    process.kill()
        if len(made) > _MOST_BYTES or process.returncode < 0:
            raise Unreadable(f"not supported: macros that expand to more than {_MOST_BYTES >> 20} MiB", file)
        if process.returncode:
            errors.seek(0)
            raise _error(errors.read().decode(errors="replace"), file)
    return made.decode(errors="replace")


def _error(told: str, file: str) -> InputError:
    match = next((m for m in map(_TOLD.match, told.splitlines()) if m is not None), None)
    if match is None:
        return InputError(f"gcc does not preprocess it: {(told.splitlines() or ['it does not say why'])[0]}", file)
    missing = match["message"].endswith("No such file or directory")
    message = f"there is no header {match['message'].partition(':')[0]}" if missing else match["message"]
    return InputError(message, match["file"], int(match["line"]), int(match["column"]) if match["column"] else None)


def texts(printed: str) -> list[str]:
    """The texts alone of the tokens in what gcc printed."""
    return [text for row in printed.split("\n") if not row.startswith("#") for text in spellings(row)]


def tokens(printed: str, file: str) -> Iterator[Token]:
    """The tokens of what gcc printed, each with its line; columns are only right for what is included.

    A token that an #include brings stands at the line of the directive.
    """
    name, line, own = file, 0, 1
    for row in lines(printed, file):
        if row and row[0].text == "#":
            if len(row) > 2 and row[1].kind == "number" and row[2].kind == "string":
                name, line = re.sub(r"\\(.)", r"\1", row[2].text[1:-1]), int(row[1].text) - row[0].line - 1
                own = int(row[1].text) if name == file else own
            continue
        for token in row:
            if name == file:
                yield Token(token.kind, token.text, token.line + line, token.column)
            else:
                yield Token(token.kind, token.text, own, 1, origin=Origin(name, token.line + line, token.column))
