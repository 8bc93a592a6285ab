"""Runs of small programs as gcc compiles them, with its sanitizers: to see whether our interpreter knows C."""

from __future__ import annotations

import os
import pathlib
import subprocess

from small_c.language import Program
from small_c.printing import printed
from small_c.truth import Finished

_FLAGS = ("-w", "-O0", "-g", "-fwrapv", "-fsanitize=address,bounds,null", "-fno-sanitize-recover=all")
_OPTIONS = "detect_leaks=0:detect_stack_use_after_return=1"
_FAULT = 99

_BEFORE = """#include <stdio.h>
#include <stdlib.h>
static const char *choices;
static unsigned char chosen(void) { if (!*choices) exit(98); return *choices++ - 'a'; }
static void *some(void *made) { if (made) return made; exit(98); }
#define __VERIFIER_nondet_uchar() chosen()
#define malloc(n) (chosen() ? some(malloc(n)) : NULL)
#define calloc(n, size) (chosen() ? some(calloc(n, size)) : NULL)
#define realloc(p, n) (chosen() ? some(realloc(p, n)) : NULL)
#define reach_error() exit(11)
#define abort() exit(12)
#define assert(c) ((c) ? (void)0 : exit(13))
#define main tested
"""
_AFTER = """
#undef main
int main(int argc, char **argv) { choices = argv[1]; tested(); exit(10); }
"""
_HOW = {10: "end", 11: "call", 12: "abort", 13: "assert", 0: "exit", _FAULT: "undefined"}


class Compiled:
    """A program that gcc has compiled into a folder."""

    def __init__(self, program: Program, folder: pathlib.Path) -> None:
        body = [line for line in printed(program).splitlines() if not line.startswith(("#include <assert", "extern"))]
        (folder / "small.c").write_text("#include <string.h>\n" + _BEFORE + "\n".join(body) + _AFTER, encoding="utf-8")
        subprocess.run(["gcc", *_FLAGS, "-o", "small", "small.c"], cwd=folder, check=True)
        self._folder = folder

    def how(self, run: Finished) -> str:
        """How a run of these choices ends: as in `Truth`, or "undefined" for "bounds" and "free"."""
        told = "".join(chr(ord("a") + chosen) for _, chosen in run.choices)
        own = {"ASAN_OPTIONS": f"{_OPTIONS}:exitcode={_FAULT}", "UBSAN_OPTIONS": f"exitcode={_FAULT}"}
        done = subprocess.run(["./small", told], cwd=self._folder, capture_output=True, check=False, timeout=20,
                              env={**os.environ, **own})
        return _HOW.get(done.returncode, f"status {done.returncode}: {done.stderr.decode()[:500]}")


def is_comparable(run: Finished) -> bool:
    """Whether the compiled program can do the same: a run that ends, and hangs on nothing that C leaves open."""
    return run.how not in ("pruned", "infinite") and not run.wild and all(what in ("input", "malloc") for what, _ in run.choices)
