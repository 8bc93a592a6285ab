"""The C programs under experiments/programs/lists: they compile, and what their headers state compiled runs do on random lists.

A claim or an invariant that is not true fails in some run, a pointer that is followed to no node crashes one, and one takes long
where some never end. All that is stated to hold does in every run.
"""

from __future__ import annotations

import pathlib
import re
import signal
import subprocess

import pytest

from experiments.list_programs import PROGRAMS, PUBLISHED, UNANNOTATED, Program
from synth.frontends.c.preprocessing.headers import FOLDER

FILES = sorted(PROGRAMS.glob("*.c"))
SEEDS = 120
COMPILER = ["gcc", "-std=c11", "-fwrapv", "-Wall", "-Wextra", "-Werror", "-isystem", FOLDER]
ENVIRONMENT = """#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned now, seed, asked;

__attribute__((constructor)) static void begin(void)
{
    seed = (unsigned)atoi(getenv("SEED"));
    now = seed * 2654435761u | 1;
    alarm(1);
}

unsigned __VERIFIER_nondet_uint(void)
{
    now ^= now << 13;
    now ^= now >> 17;
    now ^= now << 5;
    return (now >> 8) % 6;
}

_Bool __VERIFIER_nondet_bool(void)
{
    return (seed % 4 == 3 && ++asked > 8) || __VERIFIER_nondet_uint() % 2; /* some runs go on wherever they may */
}

int __VERIFIER_nondet_int(void)
{
    return (int)__VERIFIER_nondet_uint() - 1;
}

void __VERIFIER_assume(int condition)
{
    if (!condition)
        _exit(0);
}

void reach_error(void)
{
    _exit(1);
}
"""
FAILED, CRASHED, ENDLESS = 1, -signal.SIGSEGV, -signal.SIGALRM


def endings(path: pathlib.Path, folder: pathlib.Path, *given: str) -> set[int]:
    """How runs of a program end, on random lists."""
    environment, made = folder / "environment.c", folder / "program"
    environment.write_text(ENVIRONMENT)
    subprocess.run([*COMPILER, *given, str(path), str(environment), "-o", str(made)], check=True)
    waiting = [subprocess.Popen([made], env={"SEED": str(seed)}) for seed in range(SEEDS)]
    return {process.wait() for process in waiting}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_runs_do_what_headers_state(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    program = Program.of(path)
    for expected, given in ((program.annotated, ()), (program.unannotated, (UNANNOTATED,))):
        found = endings(path, tmp_path, *given)
        assert found <= {0, FAILED, CRASHED, ENDLESS}
        if "unreach-call" in expected:  # nothing is said of that where null is followed
            assert (FAILED in found) == (expected["unreach-call"] == "false")
        assert (CRASHED in found) == (expected["valid-deref"] == "false")
        assert ENDLESS in found or expected.get("termination") == "true" or found & {FAILED, CRASHED}


def test_groups_are_those_that_were_published() -> None:
    groups = [Program.of(path).group for path in FILES]
    assert len(groups) == 22
    assert set(groups) == set(PUBLISHED)
    assert all(re.match(r"l\d\d_\w+$", path.stem) for path in FILES)
