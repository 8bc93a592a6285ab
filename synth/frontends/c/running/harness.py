"""C programs run for real: compiled with gcc, with prepared answers for whatever they ask, until an assertion fails or time is out.

Nothing of a program can do harm: what it does not define itself is answered by us.
"""

from __future__ import annotations

import contextlib
import enum
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from synth.frontends.c.load import Program
from synth.frontends.c.preprocessing import compiler
from synth.frontends.c.preprocessing.dialect import Dialect
from synth.frontends.c.running import sanitizers
from synth.frontends.c.running.blocks import part_of
from synth.frontends.c.running.instrument import Instrumented
from synth.frontends.c.running.sanitizers import Report
from synth.frontends.c.running.shared import Site

_HARNESS = pathlib.Path(__file__).with_name("harness.c")
_COMPILING = 60.0
_OBSERVED = ("bounds-strict", "integer-divide-by-zero", "float-cast-overflow", "shift-exponent")
_FAILING = {"overflow": ("signed-integer-overflow", "shift-base"), "undefined": ("integer-divide-by-zero", "shift-exponent")}
"""What gcc checks always, and what fails a run beside an index out of bounds and a length that is not positive, by what is an
error."""
_MODELS = {"LP64": (8, ()), "ILP32": (4, ("-m32", "-msse2", "-mfpmath=sse"))}
_SHARED = "__x86.get_pc_thunk.*"
"""What 32-bit code that may lie anywhere calls for its own address: the linker keeps one for all object files."""
_LEAKS = {"": 0, "leak": 1, "left": 2}
_SHARING = "-Wl,--allow-multiple-definition"
"""Files may each have the same inline function; what else is defined twice was refused."""
_REPORT = struct.Struct("=15Q")


class Ending(enum.IntEnum):
    """How a run ended."""

    RUNNING = 0
    """It did not: time was out."""
    FAILED = 1
    """An assertion failed."""
    ASSUMED = 2
    """An assumption did not hold."""
    ENDED = 3
    """As programs do."""
    OUT_OF_ANSWERS = 4
    """It asked for more than was prepared."""
    STOPPED = 5
    """By a signal."""
    UNDEFINED = 6
    """With what C leaves open, where that is to end a run."""
    CONTRADICTED = 7
    """Something that was said of a state does not hold."""
    UNTRIED = 8
    """There was no time for it."""
    REPORTED = 9
    """A sanitizer reported what it did with memory, or what it left of it."""
    NO_MEMORY = 10
    """There was no block to be had for it, or none so large."""


class Unavailable(Exception):
    """Why a program cannot be run, in words."""


@dataclass(frozen=True)
class Ran:
    """A run.

    lines       where the assertion failed: the line itself, and that of the call that is to be told; 0 where it is not known
    answered    how many answers it took
    undefined   the last line that divided by 0 or shifted too far, which C does not define; 0 where none did
    stopped     the signal that stopped it
    fact        the number of what was contradicted
    rounds      how often it came to the head of a loop, where that is counted
    first       the first answers
    reports     what the sanitizers reported, and which blocks were left
    """

    ending: Ending
    lines: tuple[int, ...]
    answered: int
    undefined: int
    stopped: str = ""
    fact: int = field(default=0, compare=False)
    rounds: int = field(default=0, compare=False)
    first: tuple[int, ...] = field(default=(), compare=False)
    reports: tuple[Report, ...] = field(default=(), compare=False)


class _Object:
    """The harness as an object file: the compiler makes it beside whatever is done until its content is asked for."""

    def __init__(self, command: Sequence[str]) -> None:
        self._made, self._errors = tempfile.TemporaryFile(), tempfile.TemporaryFile()  # noqa: SIM115  # the compiler's for now
        number = self._made.fileno()
        self._process = subprocess.Popen([*command, "-pipe", "-c", str(_HARNESS), "-o", f"/dev/fd/{number}"], pass_fds=(number,),
                                         stdin=subprocess.DEVNULL, stderr=self._errors, start_new_session=True)

    def content(self) -> bytes:
        """Its bytes. Unavailable where it does not compile."""
        status = _ended(self._process, _COMPILING)
        file = self._errors if status else self._made
        file.seek(0)
        content = file.read()
        if status != 0:
            told = content.decode(errors="replace").splitlines()
            raise Unavailable(f"gcc does not compile the harness: {(told or ['it takes too long'])[0]}")
        return content


@cache
def _object(command: tuple[str, ...]) -> _Object:
    return _Object(command)


def prepare(dialect: Dialect) -> None:
    """Have the compiler begin with what all programs of a dialect are linked with."""
    found = compiler.available()
    if found is not None:
        _object((found, *_own_flags(dialect)))


def _own_flags(dialect: Dialect) -> tuple[str, ...]:
    """The flags of the harness, which speaks to the system, by its own headers."""
    return (*compiler.LANGUAGE, *_MODELS[dialect.data_model][1])


class Harness:
    """A compiled program. A context manager; what it needs on disk is gone afterwards."""

    def __init__(self, program: Program, source: Instrumented, sanitized: bool = False) -> None:
        """With `sanitized`, the sanitizers look at what it does with memory."""
        self._program, self._source, self._sanitized = program, source, sanitized
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> Harness:
        with contextlib.ExitStack() as stack:
            self._folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="synth-")))
            self._compile()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *reason: object) -> None:
        self._stack.close()

    def _compile(self) -> None:
        """Unavailable where the program does not compile."""
        found, separator = compiler.available(), shutil.which("objcopy")
        if found is None or separator is None:
            raise Unavailable(f"there is no {'gcc' if found is None else 'objcopy'}")
        size, machine = _MODELS[self._program.dialect.data_model]
        sized = f"_Static_assert(sizeof(long) == {size} && sizeof(int) == 4, \"the machine's sizes are others\");\n"
        gcc = (found, *compiler.FLAGS, *machine)
        sanitizing = sanitizers.flags(found, machine) if self._sanitized else ()
        if isinstance(sanitizing, str):
            raise Unavailable(sanitizing)
        (self._folder / "others.c").write_text(self._source.others, encoding="utf-8")
        commands = [(*gcc, "-fno-builtin", "-c", "others.c")]
        alone = ("-o", "program.o") if len(self._source.texts) == 1 else ()
        for text in self._source.texts:
            name, beside = f"unit{text.unit.before}", str(pathlib.Path(text.unit.source.file).resolve().parent)
            (self._folder / f"{name}.h").write_text(sized + text.prologue, encoding="utf-8")
            (self._folder / f"{name}.c").write_text(text.text, encoding="utf-8")
            checks = (*_checks(text.dialect), "-include", f"{name}.h", "-iquote", beside, *text.dialect.flags)
            commands.append((*gcc, *sanitizing, *checks, *alone, "-c", f"{name}.c"))
        harness = _object((found, *_own_flags(self._program.dialect)))
        self._do(machine, *commands)
        (self._folder / "harness.o").write_bytes(harness.content())
        if not alone:
            objects = [f"unit{text.unit.before}.o" for text in self._source.texts]
            self._do(machine, (*gcc, "-r", "-nostdlib", _SHARING, "-o", "program.o", *objects))
        kept = ("--keep-global-symbol=synth_program", f"--keep-global-symbol={_SHARED}")  # its functions are not the harness's
        self._do(machine, (separator, "--wildcard", *kept, "program.o"))
        self._do(machine, (*gcc, *sanitizing, "-o", "program", "program.o", "others.o", "harness.o", "-lm"))

    def _do(self, machine: Sequence[str], *commands: Sequence[str]) -> None:
        """Run commands side by side. Unavailable where one fails."""
        with contextlib.ExitStack() as stack:
            errors = [stack.enter_context((self._folder / f"errors{i}").open("wb")) for i in range(len(commands))]
            waiting = [stack.enter_context(_started(command, self._folder, file.fileno()))
                       for command, file in zip(commands, errors, strict=True)]
            statuses = [_ended(process, _COMPILING) for process in waiting]
        for i, status in enumerate(statuses):
            if status != 0:
                raise Unavailable(f"{' '.join(('gcc', *machine))} does not compile it: {self._error(i)}")

    def _error(self, number: int) -> str:
        told = (self._folder / f"errors{number}").read_text(encoding="utf-8", errors="replace").splitlines()
        for text in self._source.texts:
            told = [line.replace(f"unit{text.unit.before}.c", text.unit.source.file) for line in told]
        telling = [line for line in told if re.search(r"error:|undefined reference|multiple definition", line)]
        return (telling or told or ["it takes too long"])[0].strip()

    def run(self, told: Sequence[tuple[Site, int]], always: Mapping[Site, int], seconds: float) -> Ran:
        """The run with these answers: those that are told, in order, and then those that always hold."""
        status = self._run(told, always, (), 1, seconds, [str(int(seconds))], self._program.leaks)
        ran = self._reports()[0]
        ran = replace(ran, ending=Ending.REPORTED) if status == sanitizers.STATUS else ran
        stopped = signal.Signals(-status).name if status is not None and status < 0 else ""
        return replace(ran, ending=Ending.ENDED if stopped == "SIGABRT" else Ending.STOPPED, stopped=stopped) if stopped else ran

    def sample(self, runs: int, seed: int, words: Sequence[int], rounds: int, seconds: float) -> list[Ran]:
        """Runs with random answers, some of them among `words`, each of at most so many rounds of loops, all within `seconds`.

        What is lost is not looked for in them: LeakSanitizer takes a block for lost to which a pointer leads that gcc does not
        keep, or that is behind its last byte.
        """
        leaks = self._program.leaks
        self._run((), {}, words, runs, 2 * seconds + 1, [str(seconds), str(runs), str(seed), str(rounds)],
                  "" if leaks == "leak" else leaks)
        return self._reports()

    def _run(self, told: Sequence[tuple[Site, int]], always: Mapping[Site, int], words: Sequence[int], reports: int, seconds: float,
             more: Sequence[str], leaks: str) -> int | None:
        """The exit status; None where time was out. `leaks` as in Program."""
        numbers = self._source.numbers
        (self._folder / "answers").write_bytes(_answers(
            1 + max(numbers.values(), default=-1), _numbered(told, self._source),
            {numbers[s]: v for s, v in always.items() if s in numbers}, words, _LEAKS[leaks]))
        (self._folder / "report").write_bytes(bytes(_REPORT.size) * reports)
        with (self._folder / "told").open("wb") as file, _started(
                ["./program", "answers", "report", *more], self._folder, file.fileno(), sanitizers.environment()) as process:
            return _ended(process, seconds)

    def _reports(self) -> list[Ran]:
        found, told = list[Ran](), sanitizers.read(self._folder / "told", self._folder.name)
        for report in _REPORT.iter_unpack((self._folder / "report").read_bytes()):
            ending, line, called, answered, undefined, fact, rounds, *first = report
            found.append(Ran(Ending(ending), (line, called), answered, undefined, "", fact, rounds, tuple(first[:answered]),
                             told.get(len(found), ())))
        return found


def _checks(dialect: Dialect) -> tuple[str, ...]:
    """The flags for what fails a run, and for what is only told."""
    failing = ["bounds-strict", "vla-bound", *(check for error in sorted(dialect.errors) for check in _FAILING[error])]
    watched = dict.fromkeys((*_OBSERVED, *failing))
    return (*(() if "overflow" in dialect.errors else ("-fwrapv",)), f"-fsanitize={','.join(watched)}",
            f"-fno-sanitize-recover={','.join(failing)}")


def _numbered(told: Sequence[tuple[Site, int]], source: Instrumented) -> list[tuple[int, int]]:
    """Answers by the numbers of their sites. That of a call that allocates is followed by how many parts of the block hold what is
    told, and for each by its offset, its size and its value."""
    found, counts = list[tuple[int, int]](), dict[int, int]()
    for site, value in told:
        block, part = source.blocks.get(site[:2]), part_of(site[2])
        if part is not None and block in counts:
            number, count = found[counts[block]]
            found[counts[block]] = number, count + 1
            found += [(block, word) for word in (*part, value)]
        elif site in source.numbers:
            found.append((source.numbers[site], value))
            if block is not None:
                counts[block] = len(found)
                found.append((block, 0))
    return found


def _answers(count: int, told: Sequence[tuple[int, int]], always: Mapping[int, int], words: Sequence[int], leaks: int) -> bytes:
    """The answers as the harness reads them, of so many places."""
    kept = (word for n in range(count) for word in (n in always, always.get(n, 0)))
    return _words((count, len(told), len(words), leaks, *kept, *(word for pair in told for word in pair), *words))


def _words(words: Iterable[int]) -> bytes:
    listed = list(words)
    return struct.pack(f"={len(listed)}Q", *listed)


@contextlib.contextmanager
def _started(command: Sequence[str], folder: pathlib.Path, errors: int = subprocess.DEVNULL,
             environment: Mapping[str, str] | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """A command that runs in a folder and in a process group of its own, which is gone afterwards."""
    process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
                               start_new_session=True, env=environment)
    try:
        yield process
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _ended(process: subprocess.Popen[bytes], seconds: float) -> int | None:
    """The exit status of a process; None where time is out."""
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None
