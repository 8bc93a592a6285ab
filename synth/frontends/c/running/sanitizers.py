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

FLAGS = ("-g", "-fsanitize=address")
"""What programs are compiled and linked with."""

STATUS = 99
"""The exit status of a program that was reported."""

_OPTIONS = {"exitcode": STATUS, "detect_leaks": 1, "detect_stack_use_after_return": 1, "allocator_may_return_null": 1,
            "fast_unwind_on_malloc": 0, "detect_odr_violation": 0, "handle_abort": 0, "print_legend": 0, "redzone": 128,
            "max_malloc_fill_size": 1 << 28, "stack_trace_format": "'frame %n|%s|%l'"}
_SECONDS = 20.0
_PROBE = "int __lsan_do_recoverable_leak_check(void);\nint main(void) { return __lsan_do_recoverable_leak_check(); }\n"
_FRAME = re.compile(r"frame \d+\|(.*)\|(\d+)")
_FREEING = frozenset(("double-free", "bad-free", "alloc-dealloc-mismatch"))
_ACCESSING = frozenset((
    "heap-use-after-free", "heap-buffer-overflow", "stack-buffer-overflow", "stack-buffer-underflow", "global-buffer-overflow",
    "dynamic-stack-buffer-overflow", "stack-use-after-scope", "stack-use-after-return", "use-after-poison", "unknown-crash",
    "negative-size-param", "SEGV", "BUS"))


@dataclass(frozen=True)
class Report:
    """What was reported.

    kind    as the sanitizer calls it; "leak", or "left" where a block is not freed at the end
    line    of the program: of the access or the free, or of the call that allocated a block that is lost or left; 0: not known
    freed   the line at which the block was freed before; 0 where none is told
    """

    kind: str
    line: int
    freed: int = 0

    @property
    def cause(self) -> str:
        """What fails, as in `synth.transition.Place`; "" where it is nothing that is asked."""
        if self.kind in ("leak", "left"):
            return self.kind
        return "free" if self.kind in _FREEING else "bounds" if self.kind in _ACCESSING else ""

    @property
    def told(self) -> str:
        """The report for people."""
        freed = f", freed at line {self.freed}" if self.freed else ""
        if self.kind in ("leak", "left"):
            found = "LeakSanitizer finds the memory lost that is" if self.kind == "leak" else "what is not freed is"
            return f"{found} allocated at line {self.line}"
        return f"AddressSanitizer finds {self.kind} at line {self.line}{freed}"


def environment() -> dict[str, str]:
    """The environment of a program, in which the options are ours."""
    told = ":".join(f"{name}={value}" for name, value in _OPTIONS.items())
    return {**os.environ, "ASAN_OPTIONS": told, "LSAN_OPTIONS": "", "UBSAN_OPTIONS": ""}


@cache
def missing(gcc: str, machine: tuple[str, ...]) -> str:
    """Why there are no sanitizers for a machine; "" where there are. A program is compiled once, and run."""
    with tempfile.TemporaryDirectory(prefix="synth-") as folder:
        source, made = pathlib.Path(folder, "probe.c"), pathlib.Path(folder, "probe")
        source.write_text(_PROBE, encoding="utf-8")
        if not _succeeds((gcc, *machine, *FLAGS, str(source), "-o", str(made))):
            return f"{' '.join((os.path.basename(gcc), *machine))} has no AddressSanitizer here"
        return "" if _succeeds((str(made),)) else "AddressSanitizer does not run here"


def _succeeds(command: Sequence[str]) -> bool:
    try:
        return subprocess.run(command, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              env=environment(), timeout=_SECONDS).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def read(file: pathlib.Path, folder: str) -> dict[int, tuple[Report, ...]]:
    """The reports of runs, by their numbers, from what they printed; the program is a file in a folder of this name."""
    runs: dict[int, list[str]] = {}
    number = 0
    for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
        if line.startswith("run "):
            number = int(line[4:])
        else:
            runs.setdefault(number, []).append(line)
    return {number: tuple(_reports(lines, f"{folder}/program.c")) for number, lines in runs.items()}


def _reports(lines: Sequence[str], source: str) -> Iterator[Report]:
    """The reports of one run: those that are headed by what was found, a stack of calls below each."""
    access = freed = 0
    for i, line in enumerate(lines):
        if line.startswith("left "):
            yield Report("left", int(line[5:]))
        elif "ERROR: AddressSanitizer" in line:
            access, freed = _line(lines[i + 1:], source), 0
        elif line.startswith("freed by"):
            freed = _line(lines[i + 1:], source)
        elif line.startswith(("Direct leak", "Indirect leak")):
            yield Report("leak", _line(lines[i + 1:], source))
        elif (match := re.match(r"SUMMARY: AddressSanitizer: ([\w-]+) ", line)) is not None and not match[1].isdigit():
            yield Report(match[1], access, freed)


def _line(lines: Sequence[str], source: str) -> int:
    """The innermost line of the program in the first stack of calls; 0 where there is none."""
    within = False
    for line in lines:
        match = _FRAME.match(line)
        if match is not None and match[1].endswith(source):
            return int(match[2])
        if within and match is None:
            break
        within = match is not None
    return 0
