"""Compile the kernel: `python -m synth.engines.explicit.build`, or at first use where that was not done.

The operators' C text is generated from the operator table. The library's name carries a hash of all sources, so that a stale one is
never loaded; it lies beside this file where that is writable, else in the user's cache folder.
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
_FLAGS = ("-std=gnu11", "-O3", "-march=native", "-shared", "-fPIC", "-fno-math-errno", "-fno-trapping-math", "-pipe",
          "-DNAME=kernel_search")
_BIG64 = ("-DBIG=uint64_t", "-DSIGNED_BIG=int64_t")
WORD_TYPES: dict[int, tuple[str, ...]] = {
    8: ("-DWORD=uint8_t", "-DSIGNED=int8_t", "-DWIDE=uint32_t", "-DSHIFT_MASK=7", "-DQUOTIENT=float", *_BIG64),
    32: ("-DWORD=uint32_t", "-DSIGNED=int32_t", "-DWIDE=uint64_t", "-DSHIFT_MASK=31", "-DQUOTIENT=double", *_BIG64,
         "-DREAL=float", "-DREAL_NAN=0x7fc00000u"),
    64: ("-DWORD=uint64_t", "-DSIGNED=int64_t", "-DWIDE=uint64_t", "-DSHIFT_MASK=63",
         "-DBIG=unsigned __int128", "-DSIGNED_BIG=__int128",
         "-DREAL=double", "-DREAL_NAN=0x7ff8000000000000ull"),
}
"""The kernel's variants: bits of the word type, and the compiler's definitions."""


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


def _sources() -> tuple[str, ...]:
    return (operators_header(), *(path.read_text() for path in sorted(_HERE.glob("*.[ch]"))))


def _name(bits: int) -> str:
    digest = hashlib.sha256("\0".join((*_sources(), *_FLAGS, *WORD_TYPES[bits])).encode()).hexdigest()[:16]
    return f"kernel{bits}-{digest}.so"


def _folders() -> list[Path]:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return [_HERE, cache / "synth"]


def library(bits: int) -> Path:
    """The compiled kernel for words of at most `bits` (8, 32, 64) bits, compiled now if it is not there yet.

    Raises SynthError where there is no C compiler, or nowhere to write.
    """
    name = _name(bits)
    for folder in _folders():
        if (folder / name).exists():
            return folder / name
    for folder in _folders():
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            return _compile(bits, folder / name)
    raise SynthError("error: nowhere to put the compiled kernel of the explicit engine; set XDG_CACHE_HOME")


def _compile(bits: int, target: Path) -> Path:
    """Compile from standard input into one file beside the target, then rename: a killed compilation leaves at most that file."""
    for stale in target.parent.glob(f"{target.stem}.*.tmp"):
        if not Path("/proc", stale.suffixes[-2][1:]).exists():
            stale.unlink(missing_ok=True)
    made = target.with_suffix(f".{os.getpid()}.tmp")
    command = [os.environ.get("CC", "cc"), *_FLAGS, *WORD_TYPES[bits], f"-I{_HERE}", "-x", "c", "-o", str(made), "-"]
    text = operators_header() + (_HERE / "kernel.c").read_text()
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, input=text)
        made.replace(target)
        for outdated in set(target.parent.glob(f"kernel{bits}-*.so")) - {target}:
            outdated.unlink(missing_ok=True)
    except FileNotFoundError:
        raise SynthError(f"error: the explicit engine needs a C compiler, and there is no {command[0]!r}") from None
    except subprocess.CalledProcessError as error:
        raise SynthError(f"error: the explicit engine's kernel does not compile: {error.stderr.strip()[:2000]}") from None
    finally:
        made.unlink(missing_ok=True)
    return target


if __name__ == "__main__":
    for _bits in WORD_TYPES:
        library(_bits)
