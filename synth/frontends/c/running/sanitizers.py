"""gcc's sanitizers: whether they are to be had, what a program is compiled with for them, and what they report.

AddressSanitizer (Serebryany et al., USENIX ATC 2012) looks at each access and at each free, LeakSanitizer at what is lost in the
end.
"""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from synth.transition import Files

FLAGS = ("-g", "-fsanitize=address")
"""What programs are compiled and linked with."""

WITHOUT_VALUES = ("-ftrivial-auto-var-init=pattern",)
"""What has pointers that have no value lead nowhere, from gcc 12 on."""

STATUS = 99
"""The exit status of a program that was reported."""

_OPTIONS = {"exitcode": STATUS, "detect_leaks": 1, "detect_stack_use_after_return": 1, "allocator_may_return_null": 1,
            "fast_unwind_on_malloc": 0, "detect_odr_violation": 0, "handle_abort": 0, "print_legend": 0, "redzone": 128,
            "max_malloc_fill_size": 1 << 28, "stack_trace_format": "'frame %n|%s|%l'"}
_SECONDS = 20.0
_PROBE = "int __lsan_do_recoverable_leak_check(void);\nint main(void) { return __lsan_do_recoverable_leak_check(); }\n"
_FRAME = re.compile(r"frame \d+\|(.*)\|(\d+)")
_UNIT = re.compile(r"/([^/]+)/unit(\d+)\.c")
"""A file of the program, in which folder it is, and how many lines of the program are before it."""
_RUNTIME = "/libsanitizer/"

_FREEING = frozenset(("double-free", "bad-free", "alloc-dealloc-mismatch"))
_ACCESSING = frozenset((
    "heap-use-after-free", "heap-buffer-overflow", "stack-buffer-overflow", "stack-buffer-underflow", "global-buffer-overflow",
    "dynamic-stack-buffer-overflow", "stack-use-after-scope", "stack-use-after-return", "use-after-poison", "unknown-crash",
    "negative-size-param", "SEGV", "BUS"))


@dataclass(frozen=True)
class Report:
    """What was reported.

    kind      as the sanitizer calls it; "leak", or "left" where a block is not freed in the end; "index" for one outside an array
    line      of the program: of the access or the free, or of the call that allocated a block that is lost or left; 0: not known
    freed     the line at which the block was freed before; 0 where none is told
    where     how far the access is from which object, or which index is outside of what
    included  where that is in a file that the program includes, the line of that; 0 elsewhere
    """

    kind: str
    line: int
    freed: int = 0
    where: str = ""
    included: int = 0

    def agrees(self, cause: str) -> bool:
        """Whether it is what fails by a cause: a free by a pointer to nowhere may be a signal."""
        return self.cause == cause or (cause == "free" and self.kind in ("SEGV", "BUS"))

    @property
    def cause(self) -> str:
        """What fails, as in `synth.transition.Place`; "" where it is nothing that is asked."""
        if self.kind in ("leak", "left"):
            return self.kind
        return "free" if self.kind in _FREEING else "bounds" if self.kind in _ACCESSING else ""

    def told(self, files: Files) -> str:
        """The report for people, of a program of some files."""
        at = files.told(self.line)
        if self.kind in ("leak", "left"):
            found = "LeakSanitizer finds the memory lost that is" if self.kind == "leak" else "what is not freed is"
            return f"{found} allocated at {at}"
        freed = f"freed at {files.told(self.freed)}" if self.freed else ""
        return ", ".join(filter(None, (f"AddressSanitizer finds {self.kind} at {at}", self.where, freed)))


def environment() -> dict[str, str]:
    """The environment of a program, in which the options are ours."""
    told = ":".join(f"{name}={value}" for name, value in _OPTIONS.items())
    return {**os.environ, "ASAN_OPTIONS": told, "LSAN_OPTIONS": "", "UBSAN_OPTIONS": ""}


@cache
def flags(gcc: str, machine: tuple[str, ...]) -> tuple[str, ...] | str:
    """The flags for the sanitizers of a machine, or why there are none: a program is compiled once, and run."""
    with tempfile.TemporaryDirectory(prefix="synth-") as folder:
        source, made = pathlib.Path(folder, "probe.c"), pathlib.Path(folder, "probe")
        source.write_text(_PROBE, encoding="utf-8")
        for own in ((*FLAGS, *WITHOUT_VALUES), FLAGS):
            if _succeeds((gcc, *machine, *own, str(source), "-o", str(made))):
                return own if _succeeds((str(made),)) else "AddressSanitizer does not run here"
    return f"{' '.join((os.path.basename(gcc), *machine))} has no AddressSanitizer here"


def _succeeds(command: Sequence[str]) -> bool:
    try:
        return subprocess.run(command, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              env=environment(), timeout=_SECONDS).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def read(file: pathlib.Path, folder: str) -> dict[int, tuple[Report, ...]]:
    """The reports of runs, by their numbers, from what they printed; the program is in a folder of this name."""
    runs: dict[int, list[str]] = {}
    number = 0
    for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
        if line.startswith("run "):
            number = int(line[4:])
        else:
            runs.setdefault(number, []).append(line)
    return {number: tuple(_reports(lines, folder)) for number, lines in runs.items()}


def _reports(lines: Sequence[str], folder: str) -> Iterator[Report]:
    """The reports of one run: those that are headed by what was found, a stack of calls below each."""
    access, freed, where, included = 0, 0, "", 0
    for i, line in enumerate(lines):
        if line.startswith("left "):
            yield Report("left", int(line[5:]))
        elif line.startswith("index "):
            yield Report("index", 0, where=line.replace(" of ", " is outside of "))
        elif "ERROR: AddressSanitizer" in line:
            (access, included), freed, where = _lines(lines[i + 1:], folder), 0, ""
        elif line.startswith("freed by"):
            freed, _ = _lines(lines[i + 1:], folder)
        elif line.startswith(("Direct leak", "Indirect leak")):
            yield Report("leak", _lines(lines[i + 1:], folder)[0])
        elif (match := re.match(r"SUMMARY: AddressSanitizer: ([\w-]+) ", line)) is not None and not match[1].isdigit():
            yield Report(match[1], access, freed, where, included)
        else:
            where = where or _where(line)


def _where(line: str) -> str:
    """How far from which object an access is, where a line says so."""
    if (match := re.search(r"(\d+) bytes (to the right|to the left|after|before|inside) of (global variable|\d+-byte)(.*)", line)):
        how = {"to the right": "behind", "after": "behind", "inside": "within"}.get(match[2], "before")
        named = re.match(r" '([^']*)'", match[4])
        if match[3] == "global variable" and named is None:
            return ""
        object = named[1] if named is not None and match[3] == "global variable" else f"a block of {match[3][:-5]} bytes"
        return f"{match[1]} bytes {'from the begin of' if how == 'within' else how} {object}"
    if (match := re.search(r"\[(\d+), (\d+)\) '([^']*)'.* <== Memory access at offset (\d+)", line)):
        begin, end, at = int(match[1]), int(match[2]), int(match[4])
        return f"{at - end} bytes behind {match[3]}" if at >= end else f"{begin - at} bytes before {match[3]}" if at < begin else (
            f"{at - begin} bytes from the begin of {match[3]}")
    return ""


def _lines(lines: Sequence[str], folder: str) -> tuple[int, int]:
    """The innermost line of the program in the first stack of calls, and that of what it includes there; 0 where there is none."""
    within, included = False, 0
    for line in lines:
        match = _FRAME.match(line)
        if match is None:
            if within:
                break
            continue
        within, unit = True, _UNIT.search(match[1])
        if unit is not None and unit[1] == folder:
            return int(unit[2]) + int(match[2]), included
        included = included or (0 if _RUNTIME in match[1] else int(match[2]))
    return 0, 0
