"""Compile the engines' C code: when synth is installed (setup.py), or at first use where that was not done.

The operators' C text is generated from the operator table. A library's name carries a hash of all its sources, so that a stale one
is never loaded; it lies beside its source where that is writable, else in the user's cache folder. An installed package carries a
library for every level of processors; which of them runs here is asked when the first is loaded. As a program this module compiles
those of this processor. It imports nothing that has to be installed, since setup.py builds with it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from synth.errors import SynthError
from synth.operators import LANGUAGE, OPERATORS, Operator

_HERE = Path(__file__).parent
_FLAGS = ("-std=gnu11", "-O3", "-shared", "-fPIC", "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=off", "-pipe")
_BIG64 = ("-DBIG=uint64_t", "-DSIGNED_BIG=int64_t")
WORD_TYPES: dict[int, tuple[str, ...]] = {
    8: ("-DWORD=uint8_t", "-DSIGNED=int8_t", "-DWIDE=uint32_t", "-DSHIFT_MASK=7", "-DQUOTIENT=float", *_BIG64),
    32: ("-DWORD=uint32_t", "-DSIGNED=int32_t", "-DWIDE=uint64_t", "-DSHIFT_MASK=31", "-DQUOTIENT=double", *_BIG64,
         "-DREAL=float", "-DREAL_NAN=0x7fc00000u"),
    64: ("-DWORD=uint64_t", "-DSIGNED=int64_t", "-DWIDE=uint64_t", "-DSHIFT_MASK=63",
         "-DBIG=unsigned __int128", "-DSIGNED_BIG=__int128",
         "-DREAL=double", "-DREAL_NAN=0x7ff8000000000000ull"),
    1: ("-DPACKED", "-DWORD=uint64_t", "-DSIGNED=int64_t", "-DWIDE=uint64_t", "-DSHIFT_MASK=63", *_BIG64),
}
"""The compiler's definitions by the bits of the word type; 1: words of one bit, 64 packed into a machine word."""

UNITS: dict[str, tuple[Path, tuple[int, ...]]] = {
    "kernel": (_HERE.parent / "explicit" / "kernel.c", (8, 32, 64)),
    "doubling": (_HERE.parent / "doubling" / "doubling.c", (8, 32, 64)),
    "bank": (_HERE.parent / "structural" / "bank.c", (1, 8, 32, 64)),
}
"""What is compiled: its main source, and for which word types."""


class _Macros:
    """A domain of C text in which every primitive is a macro of the kernel."""

    width = 0

    def constant(self, value: int) -> str:
        return f"P_const({value})"

    def __getattr__(self, primitive: str) -> Any:
        return lambda *arguments: f"P_{primitive}({', '.join(arguments)})"


def operators_header() -> str:
    """The table as X-macros, and each operator of L as a macro `OP_name`."""
    lines = [f"#define CODE_{op.name} {op.code}" for op in LANGUAGE]
    for op in LANGUAGE:
        parameters = ["a", "b", "c"][: op.arity]
        body = op.meaning(_Macros(), *(f"({p})" for p in parameters))
        lines.append(f"#define OP_{op.name}({', '.join(parameters)}) {body}")
    for arity, family in ((1, "UNARY"), (2, "BINARY"), (3, "TERNARY")):
        members = " ".join(f"X({op.name}, {op.code})" for op in LANGUAGE if op.arity == arity)
        lines.append(f"#define {family}_OPERATORS(X) {members}")
    lines.append("#define ALL_OPERATORS(X) " + " ".join(_facts(op) for op in OPERATORS))
    return "\n".join(lines) + "\n"


def _facts(op: Operator) -> str:
    facts = (op.code, op.arity, int(op.commutative), int(op.boolean), int(op.same is not None))
    return f"X({op.name}, {', '.join(map(str, facts))})"


_AVX2 = {"avx2": "-mavx2", "bmi1": "-mbmi", "bmi2": "-mbmi2", "fma": "-mfma", "f16c": "-mf16c", "abm": "-mlzcnt",
         "movbe": "-mmovbe", "popcnt": "-mpopcnt"}

LEVELS: dict[str, dict[str, str]] = {
    **({"avx2": _AVX2} if sys.platform == "linux" and platform.machine() == "x86_64" else {}),
    "portable": {},
}
"""The levels of processors of this kind, the best first: what each must have, as Linux calls it, and the compiler's flags for that.

The last one runs everywhere.
"""


class Unbuilt(SynthError):
    """There is no library, and none can be made; says why."""


@dataclass(frozen=True)
class Library:
    """One shared library: a unit for the word type of `bits` bits and a level of processors."""

    unit: str
    bits: int
    level: str

    @property
    def folder(self) -> Path:
        """Where its main source lies."""
        return UNITS[self.unit][0].parent

    @property
    def name(self) -> str:
        """The name of its file."""
        told = "\0".join((*_sources(self.unit), *self._flags))
        return f"{self.unit}{self.bits}-{self.level}-{hashlib.sha256(told.encode()).hexdigest()[:16]}.so"

    @property
    def _flags(self) -> tuple[str, ...]:
        return (*_FLAGS, *LEVELS[self.level].values(), *WORD_TYPES[self.bits])

    def found(self) -> Path | None:
        """Where it is; None where it was not compiled."""
        return next((folder / self.name for folder in self._folders() if (folder / self.name).exists()), None)

    def _folders(self) -> tuple[Path, Path]:
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        return self.folder, cache / "synth"

    def make(self) -> Path:
        """Compile it into the first folder that can be written; Unbuilt where there is none, or no compiler."""
        for folder in self._folders():
            with contextlib.suppress(OSError):
                return self.compile(folder)
        raise Unbuilt(f"error: nowhere to put the compiled {self.unit}; set XDG_CACHE_HOME")

    def compile(self, folder: Path) -> Path:
        """Compile it into a folder. Unbuilt where that does not go, OSError where the folder cannot be written.

        The compiler writes a file beside the target, which is renamed: a compilation that is killed leaves at most that file.
        """
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / self.name
        for stale in folder.glob(f"{target.stem}.*.tmp"):
            if not Path("/proc", stale.suffixes[-2][1:]).exists():
                stale.unlink(missing_ok=True)
        made = target.with_suffix(f".{os.getpid()}.tmp")
        made.touch()
        try:
            self._compile(made)
            made.replace(target)
            for outdated in set(folder.glob(f"{self.unit}{self.bits}-{self.level}-*.so")) - {target}:
                outdated.unlink(missing_ok=True)
        finally:
            made.unlink(missing_ok=True)
        return target

    def _compile(self, target: Path) -> None:
        found = compiler()
        if found is None:
            raise Unbuilt("error: there is no C compiler")
        command = [*found, *self._flags, f"-I{_HERE}", f"-I{self.folder}", "-x", "c", "-o", str(target), "-"]
        source = operators_header() + UNITS[self.unit][0].read_text()
        try:
            done = subprocess.run(command, check=False, capture_output=True, text=True, input=source)
        except OSError as error:
            raise Unbuilt(f"error: {found[0]} does not run: {error.strerror}") from None
        if done.returncode:
            raise Unbuilt(f"error: the {self.unit} does not compile: {done.stderr.strip()[:2000]}")


def _sources(unit: str) -> tuple[str, ...]:
    folders = (_HERE, UNITS[unit][0].parent)
    return (operators_header(), *(path.read_text() for folder in folders for path in sorted(folder.glob("*.[ch]"))))


def compiler() -> tuple[str, ...] | None:
    """The command of the C compiler: $CC, or the first that is there; None where none is."""
    chosen = tuple(shlex.split(os.environ.get("CC", "")))
    return next((c for c in ((chosen,) if chosen else (("cc",), ("gcc",), ("clang",))) if shutil.which(c[0])), None)


@cache
def levels() -> tuple[str, ...]:
    """The levels that run here, the best first."""
    own = _features()
    return tuple(level for level, needed in LEVELS.items() if needed.keys() <= own)


def _features() -> frozenset[str]:
    """What the processor has, as Linux tells it."""
    with contextlib.suppress(OSError), open("/proc/cpuinfo", encoding="ascii", errors="replace") as told:
        return next((frozenset(line.partition(":")[2].split()) for line in told if line.startswith("flags")), frozenset())
    return frozenset()


def library(unit: str, bits: int) -> Path:
    """The compiled `unit` for the word type of `bits` bits: the best that is there, else compiled now; else Unbuilt."""
    return _found(unit, bits) or Library(unit, bits, levels()[0]).make()


def _found(unit: str, bits: int) -> Path | None:
    return next((path for level in levels() if (path := Library(unit, bits, level).found()) is not None), None)


def every(chosen: Sequence[str]) -> Iterator[Library]:
    """All libraries of some levels."""
    return (Library(unit, bits, level) for level in chosen for unit, (_, variants) in UNITS.items() for bits in variants)


def build(wanted: Sequence[Library], folders: Sequence[Path]) -> None:
    """Compile libraries, each into its folder, if it is not there yet; as many at once as there are processors."""
    def made(library: Library, folder: Path) -> None:
        if not (folder / library.name).exists():
            library.compile(folder)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(made, wanted, folders))


def absent() -> str:
    """What to tell where the engines have to do without C; empty where there are libraries, or a compiler that makes them."""
    if compiler() is not None or all(_found(unit, bits) for unit, (_, variants) in UNITS.items() for bits in variants):
        return ""
    return _SLOW


_SLOW = ("there is no C compiler, and synth was installed without one: the engines explicit and structural search in numpy, "
         "some 50 times slower, and doubling not at all")


if __name__ == "__main__":
    _own = tuple(every(levels()[:1]))
    build(_own, [library.folder for library in _own])
