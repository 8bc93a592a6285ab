"""Small C programs by chance, all runs of which are looked at: the reading has these very runs, and no verdict is wrong.

PROGRAMS=600 in the environment asks about more programs than there is time for each day, with `-m ""` for all parts of them.
"""

from __future__ import annotations

import itertools
import os
import pathlib
import shutil
from collections import Counter
from collections.abc import Iterator

import pytest
from all_runs import AllRuns, TooMany
from sampled import some
from small_c.language import (
    BYTE,
    INT,
    AddressOf,
    Allocate,
    Assign,
    Binary,
    Block,
    Declare,
    Deref,
    Free,
    Function,
    If,
    Index,
    Input,
    Not,
    Null,
    Number,
    Pointer,
    Program,
    Return,
    Statement,
    Stop,
    Sum,
    Variable,
    While,
)
from small_c.making import made
from small_c.memory import Unusable
from small_c.printing import printed
from small_c.sanitized import Compiled, is_comparable
from small_c.truth import PROPERTIES, Truth, runs, truth

import synth
from synth.errors import InputError
from synth.frontends.c.load import load_text
from synth.transition import LIMIT

PARTS, DAILY = 30, 3
PER_PART = int(os.environ.get("PROGRAMS", "300")) // PARTS
SECONDS = 2.0
"""For each question."""

MOST_REFUSED = 0.05
LEAST_DECIDED = 0.5
"""Shares of the questions."""

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc compiles the reference")


def programs(first: int) -> Iterator[tuple[int, Program, Truth]]:
    """Seeds from `first` on, each with its program and the truth about it."""
    for seed in itertools.count(first):
        program = made(seed)
        try:
            yield seed, program, truth(program)
        except Unusable:
            continue


def asked_about(seed: int) -> str:
    """The question that is put about the program of a seed: each in turn."""
    return PROPERTIES[seed % len(PROPERTIES)]


WORDS = {"assertion": "assert", "call": "call", "bounds": "bounds", "free": "free", "infinite": "infinite"}
"""Ends of runs, as the two sides call them."""


@pytest.mark.parametrize("number", some(range(2 * PARTS), DAILY))
def test_the_reading_has_the_runs_of_the_program(number: int) -> None:
    """Every end that a run has, the reading has, as far as it says that it looks at all; and no other one."""
    told: Counter[str] = Counter()
    for seed, program, known in itertools.islice(programs(1000 * number + 500), PER_PART):
        for asked, lost in (("memory-safety", "leak"), ("valid-memcleanup", "left")):
            words = {**WORDS, lost: lost}
            try:
                seen = AllRuns(load_text(printed(program), "small.c", asked=asked), {"__VERIFIER_nondet_uchar": 4})
            except InputError:
                told["refused"] += 1
            except TooMany:
                told["left out"] += 1
            else:
                ours, theirs = {words[end] for end in seen.ends - {"", LIMIT}}, known.found & set(words.values())
                complete = seen.exact and LIMIT not in seen.ends
                agreed = ours == theirs if complete else ours <= theirs
                assert agreed, f"seed {seed}, {asked}: {ours} for {theirs}\n{printed(program)}"
                told["complete"] += complete
    assert told["refused"] <= MOST_REFUSED * 2 * PER_PART and told["complete"] >= LEAST_DECIDED * 2 * PER_PART, told


@pytest.mark.slow
@pytest.mark.parametrize("number", some(range(PARTS), DAILY))
def test_no_verdict_is_wrong(number: int, tmp_path: pathlib.Path) -> None:
    told: Counter[str] = Counter()
    for seed, program, known in itertools.islice(programs(1000 * number), PER_PART):
        (tmp_path / "small.c").write_text(printed(program), encoding="utf-8")
        asked = asked_about(seed)
        try:
            verdict = synth.prove(tmp_path / "small.c", property=asked, timeout=SECONDS, replay=False)[asked]
        except InputError:
            told["refused"] += 1
            continue
        assert verdict.holds in (None, known.holds(asked)), f"seed {seed}: {verdict}\n{printed(program)}"
        told["decided" if verdict.holds == known.holds(asked) else "unknown"] += 1
    assert told["refused"] <= MOST_REFUSED * PER_PART and told["decided"] >= LEAST_DECIDED * PER_PART, told


def test_the_programs_are_of_all_kinds() -> None:
    seen: Counter[object] = Counter()
    for _, _, known in itertools.islice(programs(0), 120):
        seen.update([*known.found, *((asked, known.holds(asked)) for asked in PROPERTIES)])
    assert set(seen) >= {"end", "exit", "abort", "assert", "call", "bounds", "free", "infinite", "leak", "left"}
    assert all(seen[asked, told] >= 4 for asked in PROPERTIES for told in (True, False))


def test_a_program_is_a_function_of_its_seed() -> None:
    assert [printed(made(seed)) for seed in range(20)] == [printed(made(seed)) for seed in range(20)]
    assert len({printed(made(seed)) for seed in range(20)}) == 20


def test_the_programs_hold_what_they_are_for() -> None:
    text = "".join(printed(made(seed)) for seed in range(200))
    for wanted in ("malloc(", "calloc(", "realloc(", "free(", "memcpy(", "memset(", "NULL", "sizeof(struct S)", "for (int",
                   "while (", "} else {", "break;", "continue;", "reach_error();", "abort();", "exit(0);", "assert(", "struct S **",
                   "& 3;", "if (!"):
        assert wanted in text, wanted


@needs_gcc
@pytest.mark.slow
@pytest.mark.parametrize("number", some(range(10), 1))
def test_the_interpreter_knows_c(number: int, tmp_path: pathlib.Path) -> None:
    """As gcc's sanitizers do, where a run hangs on nothing that C leaves open."""
    for seed, program, _ in itertools.islice(programs(500 * number), 6):
        compiled = Compiled(program, tmp_path)
        for run in itertools.islice(filter(is_comparable, runs(program)), 12):
            how = "undefined" if run.how in ("bounds", "free") else run.how
            assert compiled.how(run) == how, f"seed {seed}: {run}\n{printed(program)}"


def about(*body: Statement) -> Truth:
    """The truth about a program with this body of main."""
    return truth(Program({}, (), (Function("main", INT, (), (*body, Return(Number(0)))),)))


P, Q, X = Variable("p", Pointer(BYTE)), Variable("q", Pointer(BYTE)), Variable("x", BYTE)
THERE = Deref(P, BYTE)
NEW = (Declare(P), Allocate(P, BYTE, Number(1)))
FAILS = Stop("reach_error")


@pytest.mark.parametrize(("body", "found"), [
    ((Declare(P, Null()), Assign(THERE, Number(1))), {"bounds"}),
    ((Declare(P), Assign(THERE, Number(1))), {"bounds"}),
    ((Declare(P), If(P, (FAILS,))), {"end", "call"}),
    ((Declare(X), Declare(P, AddressOf(X)), Assign(THERE, Number(1)), If(Not(X), (FAILS,))), {"end"}),
    ((Declare(P), Block((Declare(X), Assign(P, AddressOf(X)))), Assign(THERE, Number(1))), {"bounds"}),
    ((Declare(X), If(Binary("==", X, Number(7)), (FAILS,))), {"end", "call"}),
    ((Declare(X), If(Binary("!=", X, X), (FAILS,))), {"end"}),
    ((Declare(X), Input(X, 3), If(Binary("==", X, Number(3)), (FAILS,))), {"end", "call"}),
    ((Declare(X), Input(X, 3), If(Binary("==", X, Number(4)), (FAILS,))), {"end"}),
    (NEW, {"end", "leak", "left"}),
    ((*NEW, Free(P)), {"end"}),
    ((*NEW, Free(P), Free(P)), {"end", "free"}),
    ((*NEW, Stop("exit")), {"exit", "left"}),
    ((*NEW, Assign(THERE, Number(1)), Free(P)), {"bounds", "end"}),
    ((*NEW, Assign(P, Sum(P, Number(1))), Free(P)), None),
    ((*NEW, If(P, (Assign(Index(P, Number(1), BYTE), Number(1)),)), Free(P)), {"bounds", "end"}),
    ((*NEW, Declare(Q), Allocate(Q, BYTE, Number(2), "realloc", P), If(Not(Q), (Free(P),)), Free(Q)), {"end"}),
    ((*NEW, Declare(Q), Allocate(Q, BYTE, Number(2), "realloc", P), Free(Q)), {"end", "leak", "left"}),
    ((Declare(X, Number(0)), While(Binary("!=", X, Number(3)), (Assign(X, Binary("&", Binary("+", X, Number(2)), Number(7))),))),
     {"infinite"}),
    ((Declare(X), Input(X, 1), While(X, (Input(X, 1),))), {"end", "infinite"}),
    ((Declare(X, Number(0)), While(Binary("!=", X, Number(255)), (Assign(X, Binary("-", X, Number(1))),))), {"end"}),
])
def test_the_truth(body: tuple[Statement, ...], found: set[str] | None) -> None:
    """Of one program each; None where nothing is said."""
    if found is None:
        with pytest.raises(Unusable):
            about(*body)
    else:
        assert about(*body).found == found


def test_another_program_has_other_runs() -> None:
    kept = printed(Program({}, (), (Function("main", INT, (), (*NEW, Free(P), Return(Number(0)))),)))
    others = [kept.replace("free(p);", other) for other in ("", "free(p); free(p);", "*p;")]
    ends = [AllRuns(load_text(text, "small.c", asked="memory-safety"), {}).ends for text in (kept, *others)]
    assert ends == [{""}, {"", "leak"}, {"", "free"}, {"bounds", "leak"}]


def test_what_is_not_in_question_leaves_it_open() -> None:
    known = about(*NEW, Free(P), Free(P))
    assert {asked: known.holds(asked) for asked in PROPERTIES} == {
        "safety": False, "unreach-call": None, "termination": True, "memory-safety": False, "valid-deref": None,
        "valid-free": False, "valid-memtrack": None, "valid-memcleanup": None}
