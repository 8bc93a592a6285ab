"""Compile the engines' C code: `python -m synth.engines.native.build`, or at first use where that was not done.

The operators' C text is generated from the operator table. A library's name carries a hash of all its sources, so that a stale one
is never loaded; it lies beside its source where that is writable, else in the user's cache folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import subprocess
from pathlib import Path
from typing import Any

from synth.errors import SynthError
from synth.operators import LANGUAGE, OPERATORS, Operator

_HERE = Path(__file__).parent
_FLAGS = ("-std=gnu11", "-O3", "-march=native", "-shared", "-fPIC", "-fno-math-errno", "-fno-trapping-math", "-pipe")
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


def _sources(unit: str) -> tuple[str, ...]:
    folders = (_HERE, UNITS[unit][0].parent)
    return (operators_header(), *(path.read_text() for folder in folders for path in sorted(folder.glob("*.[ch]"))))


def _name(unit: str, bits: int) -> str:
    digest = hashlib.sha256("\0".join((*_sources(unit), *_FLAGS, *WORD_TYPES[bits])).encode()).hexdigest()[:16]
    return f"{unit}{bits}-{digest}.so"


def _folders(unit: str) -> list[Path]:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return [UNITS[unit][0].parent, cache / "synth"]


def library(unit: str, bits: int) -> Path:
    """The compiled `unit` for the word type of `bits` bits, compiled now if it is not there yet.

    Raises SynthError where there is no C compiler, or nowhere to write.
    """
    name = _name(unit, bits)
    for folder in _folders(unit):
        if (folder / name).exists():
            return folder / name
    for folder in _folders(unit):
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            return _compile(unit, bits, folder / name)
    raise SynthError(f"error: nowhere to put the compiled {unit}; set XDG_CACHE_HOME")


def _compile(unit: str, bits: int, target: Path) -> Path:
    """Compile from standard input into one file beside the target, then rename: a killed compilation leaves at most that file."""
    for stale in target.parent.glob(f"{target.stem}.*.tmp"):
        if not Path("/proc", stale.suffixes[-2][1:]).exists():
            stale.unlink(missing_ok=True)
    made = target.with_suffix(f".{os.getpid()}.tmp")
    source = UNITS[unit][0]
    command = [os.environ.get("CC", "cc"), *_FLAGS, *WORD_TYPES[bits], f"-I{_HERE}", f"-I{source.parent}", "-x", "c",
               "-o", str(made), "-"]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, input=operators_header() + source.read_text())
        made.replace(target)
        for outdated in set(target.parent.glob(f"{unit}{bits}-*.so")) - {target}:
            outdated.unlink(missing_ok=True)
    except FileNotFoundError:
        raise SynthError(f"error: the engines need a C compiler, and there is no {command[0]!r}") from None
    except subprocess.CalledProcessError as error:
        raise SynthError(f"error: the {unit} does not compile: {error.stderr.strip()[:2000]}") from None
    finally:
        made.unlink(missing_ok=True)
    return target


if __name__ == "__main__":
    for _unit, (_, _variants) in UNITS.items():
        for _bits in _variants:
            library(_unit, _bits)
