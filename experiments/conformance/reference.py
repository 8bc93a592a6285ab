"""What gcc makes of a program: it is compiled without and with optimisation, and both run on the same inputs.

Where the two differ, or a run does not end, the program means nothing, and there is nothing to compare. Of programs that are to do
nothing undefined, gcc's sanitizers have to say so, too.
"""

from __future__ import annotations

import functools
import os
import pathlib
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass

from experiments.conformance.cases import FINAL, Case, Unusable

_FLAGS = ("gcc", "-std=gnu17", "-w", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-pipe")
PLAIN, OPTIMISED = ("-O0", "-fno-builtin"), ("-O2",)
_SANITIZED = ("-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
_UNDEFINED = 86
_SETTINGS = {"ASAN_OPTIONS": f"exitcode={_UNDEFINED}:detect_leaks=0:detect_stack_use_after_return=1",
             "UBSAN_OPTIONS": f"exitcode={_UNDEFINED}"}
"""A run that gcc's sanitizers find fault with stops with a status of its own."""
_MICROSECONDS = 200_000
_SECONDS = 10
"""The most processor time of a run, and the most time at all."""
_COMPILING = 60.0
_MOST_READ = 4096

_PROLOGUE = """
#define main conformance_main
#define abort conformance_abort
#define exit conformance_exit
#define reach_error conformance_reach_error
#define __VERIFIER_assert(c) ((c) ? (void)0 : conformance_fail(__LINE__))
extern void conformance_fail(int), conformance_sum(unsigned);
extern unsigned long long conformance_read(int);
"""

_HARNESS = f"""
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
extern int conformance_main(void);
static unsigned long long given[{_MOST_READ}];
static int read_so_far[{_MOST_READ}], count;
static FILE *answers;
static void told(const char *what, unsigned number)
{{
    fprintf(answers, "%s %u", what, number);
    for (int i = 0; i < count && i < {_MOST_READ}; i++) fprintf(answers, " in%d", read_so_far[i]);
    fprintf(answers, "\\n");
    fflush(answers);
    _exit(0);
}}
void conformance_fail(int line) {{ told("fail", line); }}
void conformance_reach_error(void) {{ told("error", 0); }}
void conformance_sum(unsigned sum) {{ told("sum", sum); }}
void conformance_abort(void) {{ told("exit", 0); }}
void conformance_exit(int status) {{ told("exit", 0); }}
unsigned long long conformance_read(int number)
{{
    if (count < {_MOST_READ}) read_so_far[count] = number;
    count++;
    return given[number];
}}
int main(int argc, char **argv)
{{
    int inputs = atoi(argv[1]), runs = atoi(argv[2]);
    answers = fdopen(dup(1), "w");
    if (answers == NULL || freopen("/dev/null", "w", stdout) == NULL) return 1;
    for (int run = 0; run < runs; run++) {{
        for (int i = 0; i < inputs; i++) if (scanf("%llu", &given[i]) != 1) return 1;
        int status;
        if (fork() == 0) {{
            struct itimerval most = {{ .it_value = {{ 0, {_MICROSECONDS} }} }};
            setitimer(ITIMER_VIRTUAL, &most, NULL);
            alarm({_SECONDS});
            conformance_main();
            conformance_exit(0);
        }}
        wait(&status);
        if (status != 0) {{ fprintf(answers, "stopped %d\\n", WIFEXITED(status) ? WEXITSTATUS(status) : 0); fflush(answers); }}
    }}
}}
"""


@dataclass(frozen=True)
class Answer:
    """How a run ended: "sum", "fail" and "error" with a number, "exit" or "stopped"; and the inputs that it read, in order."""

    ending: str
    number: int
    read: tuple[str, ...]


_FAULT = Answer("stopped", _UNDEFINED, ())


def answers(case: Case, levels: Sequence[Sequence[str]] = (PLAIN, OPTIMISED)) -> list[Answer | None]:
    """For each vector what the program does; None where it does not end. Unusable where gcc says two things, or none, and where its
    sanitizers find fault with a program that is to be defined.

    `levels` are options to compile it with, which must not make a difference.
    """
    with tempfile.TemporaryDirectory(prefix="conformance-") as name:
        folder = pathlib.Path(name)
        (folder / "harness.o").write_bytes(_harness())
        (folder / "program.c").write_text(_text(case), encoding="utf-8")
        found = [_run(case, folder, level) for level in levels]
        if case.defined and has_sanitizers() and _FAULT in _run(case, folder, _SANITIZED):
            raise Unusable("it does what C leaves undefined")
    return [_agreed(told) for told in zip(*found, strict=True)]


def _agreed(told: Sequence[Answer]) -> Answer | None:
    if any(answer.ending == "stopped" for answer in told):
        return None
    if any(answer != told[0] for answer in told):
        raise Unusable("gcc -O0 and -O2 differ")
    return told[0]


@functools.cache
def has_sanitizers() -> bool:
    """Whether gcc has them here, and programs that are compiled with them run."""
    with tempfile.TemporaryDirectory(prefix="conformance-") as name:
        folder = pathlib.Path(name)
        (folder / "program.c").write_text("int main(void) { return 0; }", encoding="utf-8")
        try:
            _compile(folder, *_SANITIZED, "-o", "program", "program.c")
        except Unusable:
            return False
        return subprocess.run(_unlimited(), cwd=folder, capture_output=True, check=False).returncode == 0


def _unlimited(*arguments: str) -> tuple[str, ...]:
    """A run with all addresses that there are, which the sanitizers use to remember what is allocated."""
    return "sh", "-c", 'ulimit -S -v "$(ulimit -H -v)"; exec ./program "$@"', "program", *arguments


@functools.cache
def _harness() -> bytes:
    """The harness as an object file."""
    with tempfile.TemporaryDirectory(prefix="conformance-") as name:
        folder = pathlib.Path(name)
        (folder / "harness.c").write_text(_HARNESS, encoding="utf-8")
        _compile(folder, "-O1", "-c", "harness.c")
        return (folder / "harness.o").read_bytes()


def _text(case: Case) -> str:
    """The program as gcc is to compile it: its lines keep their numbers."""
    functions = "\n".join(f"{kind} in{i}(void) {{ return ({kind})conformance_read({i}); }}" for i, kind in enumerate(case.inputs))
    return f"{_PROLOGUE}\n#line 1\n{case.text.replace(FINAL, 'conformance_sum(sum);')}\n{functions}\n"


def _compile(folder: pathlib.Path, *arguments: str) -> None:
    try:
        done = subprocess.run((*_FLAGS, *arguments), cwd=folder, capture_output=True, text=True, check=False, timeout=_COMPILING)
    except subprocess.TimeoutExpired:
        raise Unusable("gcc takes too long") from None
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if "error:" in line or "undefined reference" in line]
        raise Unusable(f"gcc does not compile it: {(errors or ['for some reason'])[0]}")


def _run(case: Case, folder: pathlib.Path, level: Sequence[str]) -> list[Answer]:
    _compile(folder, *level, "-o", "program", "program.c", "harness.o", "-lm")
    given = "\n".join(" ".join(map(str, vector)) for vector in case.vectors)
    try:
        done = subprocess.run(_unlimited(str(len(case.inputs)), str(len(case.vectors))), cwd=folder, input=given, text=True,
                              capture_output=True, check=False, timeout=_COMPILING + _SECONDS * len(case.vectors),
                              env={**os.environ, **_SETTINGS})
    except subprocess.TimeoutExpired:
        raise Unusable("its runs do not end in time") from None
    lines = done.stdout.splitlines()
    if len(lines) != len(case.vectors):
        raise Unusable("its runs end strangely")
    return [_answer(line.split()) for line in lines]


def _answer(words: Sequence[str]) -> Answer:
    return Answer(words[0], int(words[1]), tuple(words[2:]))
