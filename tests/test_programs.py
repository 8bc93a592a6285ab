"""The C programs under experiments/programs: they compile, and the verdicts that their headers state are true.

Verdicts are shown in three ways. A failing assertion is reached by running the compiled program on inputs written down here, and so
is a misuse of memory, which the compiler's sanitizers report (they report none where memory is used as it should be). And programs
whose verdict does not depend on the width (or that scale with it) are models in program_models.py, whose whole state graph
is explored at a few bits. What is left rests on the argument in its header.
"""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import signal
import subprocess

import pytest
from program_models import MODELS, explore
from sampled import some

from synth.frontends.c.load import load
from synth.transition import Kind

ROOT = pathlib.Path(__file__).parent.parent / "experiments" / "programs"
MEMORY = "memory/"
"""What the names of programs with arrays, pointers and blocks begin with, many of which the front end cannot read."""
PROGRAMS = {p.relative_to(ROOT).with_suffix("").as_posix(): p for p in sorted(ROOT.rglob("*.c")) if p.parent.name != "lists"}
COMPILER = ["gcc", "-std=c11", "-fwrapv", "-Wall", "-Wextra", "-Werror"]
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")


def expected(name: str) -> dict[str, bool]:
    """The verdicts that a program's header states, by property."""
    header = PROGRAMS[name].read_text(encoding="utf-8").split("*/", maxsplit=1)[0]
    return {key: value == "true" for key, value in re.findall(r"^ \* expect ([\w-]+): (true|false)$", header, re.MULTILINE)}


def violated(name: str) -> list[str]:
    """The parts of memory safety that a program's header says it violates."""
    header = PROGRAMS[name].read_text(encoding="utf-8").split("*/", maxsplit=1)[0]
    return re.findall(r"^ \* violates: ([\w-]+)$", header, re.MULTILINE)


HEADER = [ord(c) for c in "()" * 11 + "a"]
"""A mail header whose parentheses raise the limit of the crackaddr programs past the end of their buffer."""

FAILING: dict[str, list[int]] = {
    "figures/figure_1_1_right": [],
    "figures/figure_4_2": [1],
    "figures/figure_4_3": [],
    "memory/m002_fill_short": [],
    "memory/m007_fill_even_claim_all": [0],
    "memory/m009_minimum_from_zero": [1],
    "memory/m017_midpoint_overflow": [2**31 - 1, 1],
    "memory/m025_ring_buffer_of_ten": [3],
    "own/absolute_value": [-(2**31)],
    "own/factorial_overflow": [],
    "own/fence_posts": [0],
    "own/late_widening": [2**32 - 1],
    "own/lost_high_bits": [2**16],
    "own/midpoint_of_any": [-3 * 2**29, 3 * 2**29],
    "own/midpoint_overflow": [2**30, 2**31 - 1],
    "own/narrow_sum": [1, 2**32 - 1],
    "own/odd_remainder": [-1],
    "own/reversed_digits": [1000000009],
    "own/ring_buffer_late": [1],
    "own/sign_meets_unsigned": [-1],
    "own/square_root_wraps": [4294836233],
    "own/swap_by_pointer": [1],
    "own/timer_wraps": [2**32 - 1, 1],
    "own/two_halves_apart": [],
    "safety/count_up_down_false": [1],
    "safety/crackaddr": HEADER,
    "safety/crackaddr_record": HEADER,
    "safety/crackaddr_scalars": HEADER,
    "safety/crackaddr_small": HEADER,
    "safety/danger_loop": [1],
    "safety/danger_loop2": [0, 0, 1],
    "safety/danger_loop3": [1],
    "safety/danger_nested": [],
    "safety/loop4": [-5, -3],
    "safety/loop10": [1],
    "safety/loop11": [0],
    "safety/loop19": [],
    "safety/loop20": [1],
    "safety/loop21": [0, 1],
    "safety/loop22": [65],
    "safety/loop23": [2**30 + 1],
    "safety/loop24": [0],
    "safety/loop25": [0],
    "safety/loop26": [],
    "safety/loop27": [],
    "safety/loop28": [],
    "safety/loop29": [],
    "safety/loop30": [0],
    "safety/loop31": [0],
    "safety/loop32": [],
    "safety/loop33": [101],
    "safety/loop35": [],
    "safety/loop36": [],
    "safety/loop37": [0],
    "safety/loop38": [1],
    "safety/loop39": [],
    "safety/loop40": [0],
    "safety/loop41": [1],
    "safety/loop42": [1],
    "safety/loop43": [11],
    "safety/trex03": [1],
}
"""What to answer, in turn, when a program asks the environment, so that its assertion fails; the last answer stays."""

MISUSING: dict[str, list[int]] = {
    "memory/m012_linear_search_beyond": [*[1] * 10, 2],
    "memory/m026_string_copy_short": [1],
    "memory/m028_string_length_open": [1],
    "memory/m030_count_plain_characters": [-1],
    "memory/m033_pointer_walk_inclusive": [],
    "memory/m038_dangling_local": [0],
    "memory/m040_null_check_late": [*[1] * 10, 2],
    "memory/m043_operations_unchecked": [3],
    "memory/m046_copy_too_long": [9, 2],
    "memory/m052_allocated_array_unchecked": [1000000],
    "memory/m053_double_free": [-1],
    "memory/m054_free_of_moved_pointer": [32, 0],
    "memory/m055_lost_on_early_return": [-1],
    "memory/m056_use_after_free": [1, 0],
    "memory/m060_size_overflow": [2**30 + 1],
    "memory/m073_last_node_of_empty": [0],
    "memory/m087_queue_with_stale_tail": [3, 1, 0, 1],
    "memory/m089_free_before_next": [1],
}
"""Answers with which memory is misused; blocks of more than a megabyte are refused."""

USING = [name for name in PROGRAMS if name.startswith(MEMORY)]

REPORTS = {"valid-deref": ("ERROR: AddressSanitizer", "runtime error"), "valid-free": ("double-free", "attempting free on address"),
           "valid-memtrack": ("ERROR: LeakSanitizer",)}
"""What the sanitizers print when a property is violated; those of the first are printed for the second as well."""

ORDINARY = [[0], [3, 1, 2, 0, 1], [8, 7, 7, 6, 5, 5, 0]]
"""Answers with which programs that terminate and use memory as they should are run; the others get the first."""

HOLDING: dict[str, list[list[int]]] = {
    "figures/figure_1_1_left": [[]],
    "own/array_fill": [[-1], [0], [39], [40]],
    "own/array_scan": [[0], [1]],
    "own/catching_up": [[3, 3, 1], [1]],
    "own/clock": [[]],
    "own/collatz_small": [[n] for n in range(32)],
    "own/digit_sum": [[0], [3999999999], [2**32 - 1]],
    "own/double_halving": [[]],
    "own/factorial": [[]],
    "own/float_feedback": [[]],
    "own/find_by_pointer": [[1], [1, 2, 3, 4, 4], [1, 2, 3, 4, 5]],
    "own/float_heron": [[]],
    "own/parallel_countdown": [[5, -3], [-100, 7], [10**9]],
    "own/retry": [[0], [1], [1, 1, 0]],
    "own/short_counter": [[-1], [0], [1], [2**15 - 1]],
    "own/square_root": [[0], [65535**2 - 1], [65535**2], [2**32 - 1]],
    "own/string_length": [[0], [65], [65, 66, 0]],
    "own/table_lookup": [[n] for n in range(366)],
    "own/three_deep": [[]],
    "own/two_halves": [[]],
    "safety/crackaddr_fixed": [[*HEADER * 20, 0]],
    "safety/crackaddr_lemma_pair": [[0], [2**31 - 1]],
    "safety/crackaddr_lemma_pump": [[]],
    "safety/loop13": [[]],
    "safety/loop14": [[0], [1000]],
    "safety/loop6": [[0], [1], [0, 1]],
    "safety/loop18": [[]],
    "safety/loop34": [[]],
    "termination/loop8": [[]],
    "termination/svcomp13": [[]],
    "termination/svcomp40": [[-5], [10]],
}
"""Answers with which programs that are no models above run to their end; all there are where nothing is asked."""

ARGUED = {
    "figures/figure_7_2_e", "figures/figure_7_2_f", "figures/figure_7_2_f_infinite",
    "own/byte_counter", "own/float_count", "own/float_tenths", "own/int_below_long", "own/producer_consumer", "own/ring_buffer",
    "own/shared_counter", "own/traffic_light", "own/wide_sum", "own/xorshift",
    "safety/loop7",
    "termination/svcomp15", "termination/svcomp16", "termination/svcomp18", "termination/svcomp25", "termination/svcomp29",
    "termination/svcomp39",
}
"""Programs whose verdict rests on the argument in their header alone."""

WITHOUT_LOOP = {"own/absolute_value", "own/average_of_bits", "own/swap_by_pointer"}

ENVIRONMENT = """
#include <stdlib.h>

static long long answer(void)
{
    static char *text;
    static long long last;
    if (!text)
        text = getenv("ANSWERS");
    if (*text)
        last = strtoll(text, &text, 10);
    return last;
}

int __VERIFIER_nondet_int(void)
{
    return (int)answer();
}

unsigned __VERIFIER_nondet_uint(void)
{
    return (unsigned)answer();
}
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """An object file with the functions that ask the environment, answered from the variable ANSWERS."""
    folder = tmp_path_factory.mktemp("environment")
    source = folder / "environment.c"
    source.write_text(ENVIRONMENT, encoding="utf-8")
    subprocess.run([*COMPILER, "-c", source.name], cwd=folder, check=True)
    return source.with_suffix(".o")


@pytest.mark.parametrize("name", PROGRAMS)
def test_headers_state_verdicts(name: str) -> None:
    text = PROGRAMS[name].read_text(encoding="utf-8")
    assert text.startswith("/* ")
    if name.startswith(MEMORY):
        assert set(expected(name)) == {"termination", "safety", "memory-safety"}
        assert len(violated(name)) == (not expected(name)["memory-safety"])
        assert set(violated(name)) <= set(REPORTS)
        return
    assert set(expected(name)) == ({"termination", "safety"} if "#include <assert.h>" in text else {"termination"})


@pytest.mark.parametrize("name", [name for name in PROGRAMS if not name.startswith(MEMORY)])
def test_front_end_reads_the_programs(name: str) -> None:
    system = load(str(PROGRAMS[name])).system
    assert system.of_kind(Kind.HEAD) or name in WITHOUT_LOOP
    assert system.of_kind(Kind.ERROR) or expected(name).get("safety", True)


@needs_gcc
@pytest.mark.parametrize("folder", ["termination", "safety", "figures", "own", "memory"])
def test_programs_compile_without_warnings(folder: str) -> None:
    files = [str(path) for name, path in PROGRAMS.items() if name.startswith(folder)]
    assert files
    subprocess.run([*COMPILER, "-fsyntax-only", *files], check=True)


@pytest.mark.parametrize("name", MODELS)
def test_small_state_graphs_agree(name: str) -> None:
    verdicts = expected(name)
    for bits in MODELS[name].widths:
        terminates, safe = explore(MODELS[name], bits)
        assert terminates == verdicts["termination"]
        assert safe == verdicts.get("safety", True)


def test_every_unsafe_program_has_a_failing_run() -> None:
    """An access outside of an object is a failed assertion, too: those are among the misuses of memory."""
    unsafe = {name for name in PROGRAMS if not expected(name).get("safety", True)}
    assert set(FAILING) == {name for name in unsafe if violated(name) not in (["valid-deref"], ["valid-free"])}


def test_every_verdict_has_its_evidence() -> None:
    unshown = set(PROGRAMS) - set(MODELS) - set(HOLDING) - set(FAILING)
    assert {name for name in unshown if not name.startswith(MEMORY)} == ARGUED


def test_every_misuse_of_memory_has_a_run() -> None:
    assert set(MISUSING) == {name for name in PROGRAMS if not expected(name).get("memory-safety", True)}


@needs_gcc
@pytest.mark.parametrize("name", some([*FAILING, *HOLDING], [*FAILING, *HOLDING][::3]))
def test_runs_end_as_stated(name: str, environment: pathlib.Path, tmp_path: pathlib.Path) -> None:
    subprocess.run([*COMPILER, "-O1", "-o", "program", str(PROGRAMS[name]), str(environment)], cwd=tmp_path, check=True)
    for answers in HOLDING.get(name, []) or [FAILING[name]]:
        variables = {**os.environ, "ANSWERS": " ".join(map(str, answers))}
        done = subprocess.run([tmp_path / "program"], env=variables, cwd=tmp_path, capture_output=True, timeout=60, check=False)
        assert done.returncode == (0 if name in HOLDING else -signal.SIGABRT), done.stderr


@needs_gcc
@pytest.mark.parametrize("name", some(USING, [*[*MISUSING][::6], *USING[::20]]))
def test_memory_is_used_as_stated(name: str, environment: pathlib.Path, tmp_path: pathlib.Path) -> None:
    checks = ["-O0", "-fsanitize=address,undefined", "-fno-sanitize=signed-integer-overflow", "-fno-sanitize-recover=all"]
    subprocess.run([*COMPILER, *checks, "-o", "program", str(PROGRAMS[name]), str(environment)], cwd=tmp_path, check=True)
    options = ["detect_stack_use_after_return=1", "allocator_may_return_null=1", "max_allocation_size_mb=1"]
    variables = {**os.environ, "ASAN_OPTIONS": ":".join(options)}
    for answers in [MISUSING[name]] if name in MISUSING else ORDINARY if expected(name)["termination"] else ORDINARY[:1]:
        variables["ANSWERS"] = " ".join(map(str, answers))
        done = subprocess.run([tmp_path / "program"], env=variables, capture_output=True, timeout=60, check=False, text=True)
        reported = [part for part, marks in REPORTS.items() if any(mark in done.stderr for mark in marks)]
        assert reported[-1:] == violated(name), done.stderr
