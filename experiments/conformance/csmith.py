"""Programs by Csmith (Yang, Chen, Eide, Regehr, Finding and understanding bugs in C compilers, 2011) in dialects that we read.

Csmith's own runtime is replaced by one of ours, which computes the same but for its checksum. With inputs, some of the numbers that
variables start with are read instead; a program that does not end then is left out.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from experiments.conformance.cases import BITS, FINAL, Case, Unusable, vectors

_ALWAYS = ("--quiet", "--no-argc", "--no-volatiles", "--no-bitfields", "--no-packed-struct", "--max-pointer-depth", "1")
_SMALL = ("--max-array-dim", "2", "--max-array-len-per-dim", "4", "--max-struct-fields", "4", "--max-union-fields", "2")
_TINY = ("--max-funcs", "2", "--max-block-depth", "2", "--max-block-size", "3", "--max-expr-complexity", "5")
PROFILES = {
    "scalars": ("--no-pointers", "--no-arrays", "--no-structs", "--no-unions", "--max-funcs", "4", "--max-block-depth", "4"),
    "narrow": ("--no-pointers", "--no-arrays", "--no-structs", "--no-unions", "--no-longlong", "--no-math64", "--max-funcs", "4"),
    "arrays": ("--no-pointers", "--no-structs", "--no-unions", "--max-funcs", "3", "--max-block-depth", "3"),
    "structs": ("--no-pointers", "--no-unions", "--max-funcs", "3", "--max-block-depth", "3"),
    "unions": ("--no-pointers", "--no-arrays", "--max-funcs", "3", "--max-block-depth", "3"),
    "pointers": ("--no-arrays", "--no-structs", "--no-unions", "--max-funcs", "3", "--max-block-depth", "3"),
    "deep": ("--no-pointers", "--no-arrays", "--no-unions", "--max-funcs", "2", "--max-expr-complexity", "20")}
"""Options by the name of what they leave in."""

_SECONDS = 20
_MOST_INPUTS, _RUNS = 12, 6
_OPERATORS = {"add": "+", "sub": "-", "mul": "*", "div": "/", "mod": "%", "lshift": "<<", "rshift": ">>"}
_SAFE = re.compile(r"\bsafe_(unary_minus|add|sub|mul|div|mod|lshift|rshift)_func_(u?int\d+_t)((?:_[su])+)\b")
_LOCAL = re.compile(r"^(    +(?:const )?(u?int\d+_t) l_\d+) = [^;{}&*]+;$", re.MULTILINE)
_GLOBAL = re.compile(r"^static (u?int\d+_t) (g_\d+) = [^;{}&*]+;", re.MULTILINE)
_START = "platform_main_begin();"


@dataclass(frozen=True)
class Dialect:
    """What to ask Csmith for: the name of a profile, and whether programs have inputs."""

    profile: str
    inputs: bool = False


def is_installed() -> bool:
    """Whether Csmith is there."""
    return shutil.which("csmith") is not None


def case(seed: int, index: int, small: bool = False) -> Case:
    """Case number `index` of `seed`; profiles take turns, and half of their programs have inputs.

    Small programs are read fast. Unusable where Csmith makes none.
    """
    names = tuple(PROFILES)
    dialect = Dialect(names[index % len(names)], bool(index // len(names) % 2))
    random = Random(f"{seed}/{index}")
    text = _generated(random.getrandbits(31), (*PROFILES[dialect.profile], *(_TINY if small else ())))
    inputs: list[str] = []
    if dialect.inputs:
        text = _with_inputs(text, random, inputs)
    kind = f"csmith {dialect.profile}{', inputs' if dialect.inputs else ''}"
    return Case(f"csmith-{seed}-{index}", _with_runtime(text, inputs, random), kind, tuple(inputs), vectors(random, inputs, _RUNS))


def _generated(seed: int, options: Sequence[str]) -> str:
    """Csmith's program without its comments."""
    command = ("csmith", "--seed", str(seed), *_ALWAYS, *_SMALL, *options)
    try:
        with tempfile.TemporaryDirectory(prefix="conformance-") as folder:  # it writes a file of its own there
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=_SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        raise Unusable(f"Csmith makes no program: {type(error).__name__}") from None
    return re.sub(r"/\*.*?\*/", "", done.stdout, flags=re.DOTALL)


def _with_inputs(text: str, random: Random, inputs: list[str]) -> str:
    """The program with some first values read; the types of what is read are appended to `inputs`."""
    def read(kind: str) -> str:
        inputs.append(kind)
        return f"in{len(inputs) - 1}()"

    def local(found: re.Match[str]) -> str:
        wanted = len(inputs) < _MOST_INPUTS and random.random() < 0.5
        return f"{found[1]} = {read(found[2])};" if wanted else found[0]

    start = " ".join(f"{found[2]} = {read(found[1])};" for found in _GLOBAL.finditer(text)
                     if len(inputs) < _MOST_INPUTS // 2 and random.random() < 0.5)
    return _LOCAL.sub(local, text).replace(_START, f"{start} {_START}")


def _with_runtime(text: str, inputs: Sequence[str], random: Random) -> str:
    """The program with the functions that it calls, and its end."""
    used = dict.fromkeys(found[0] for found in _SAFE.finditer(text))
    macros = random.random() < 0.5
    declared = [f"extern {kind} in{i}(void);" for i, kind in enumerate(inputs)]
    functions = [_safe(name, macros) for name in used]
    head = ["#include <stdint.h>", "extern unsigned expected(void); extern int printf(const char *, ...);", *declared,
            "static unsigned sum;", "#define platform_main_begin()", "#define crc32_gentab()",
            "#define transparent_crc(value, name, flag) "
            "(sum = (sum ^ (unsigned)((uint64_t)(value) >> 32)) * 31u + (unsigned)(value))", *functions]
    return re.sub(r"platform_main_end\(.*\);", FINAL, text.replace('#include "csmith.h"', "\n".join(head)))


def _safe(name: str, macros: bool) -> str:
    """An operation that is defined for all operands; as a macro where it may be and `macros` ask for it."""
    found = _SAFE.fullmatch(name)
    assert found is not None
    operation, kind, operands = found[1], found[2], found[3].split("_")[1:]
    if operation == "unary_minus":
        return f"#define {name}(a) (({kind})-({kind})(a))" if macros else f"static {kind} {name}({kind} a) {{ return -a; }}"
    sign = _OPERATORS[operation]
    if operation in ("add", "sub", "mul") and macros:
        return f"#define {name}(a, b) (({kind})(({kind})(a) {sign} ({kind})(b)))"
    second = kind if "shift" not in operation else "int" if operands[-1] == "s" else "unsigned"
    unsafe = _unsafe(operation, kind, second)
    value = f"{unsafe} ? a : a {sign} b" if unsafe else f"a {sign} b"
    return f"static {kind} {name}({kind} a, {second} b) {{ return {value}; }}"


def _unsafe(operation: str, kind: str, second: str) -> str:
    """When an operation on a and b is not defined; "" for never, as signed numbers wrap."""
    if operation in ("div", "mod"):
        return "b == 0" if kind.startswith("u") else f"b == 0 || (b == -1 && a == {kind.upper().replace('_T', '')}_MIN)"
    if "shift" in operation:
        return f"b >= {BITS[kind]}" if second == "unsigned" else f"b < 0 || b >= {BITS[kind]}"
    return ""
