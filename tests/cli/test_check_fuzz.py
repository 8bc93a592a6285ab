"""`synth check` of records that were tampered with: never a traceback, and nothing false is confirmed."""

from __future__ import annotations

import copy
import json
import pathlib
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sampled import some

from synth.cli.exits import Exit
from synth.cli.main import main
from synth.evaluation.integers import run_program
from synth.program import parse_listing

LOOP = """extern unsigned nondet(void);
int main(void)
{
    unsigned x = nondet(), y = 0;
    while (x > 0) {
        x = x STEP;
        if (y < 3)
            y = y + 1;
    }
    if (y > 3)
        reach_error();
}
"""
FAILS = "extern unsigned nondet(void);\nint main(void) {\n unsigned x = nondet();\n if (x == 77)\n  reach_error();\n}\n"
PROGRAMS = {"down.c": LOOP.replace("STEP", "- 1"), "stays.c": LOOP.replace("STEP", "| 1"), "fails.c": FAILS}
SPEC = "from synth import Fun, Word, spec\n\n@spec(width=32)\ndef isolate(f: Fun[[Word], Word], x: Word):\n    return f(x) == {}\n"
LISTS = """(set-logic SLH)(declare-const h Heap)(declare-const x Pointer)(declare-const y Pointer)(declare-const n Length)
(push)(assert (and (isPath h x y) (isPath h y x) (not (alias h x y)) (not (circular h x))))(check-sat)(pop)
(assert (and (isPath h x y) (circular h y) (= n infinity) (> (pathLength h x y) 2)))
(check-sat)
"""
ASKED = {"lists": ("slh", "lists.slh"),
         "ranking": ("prove", "down.c", "--property", "termination"), "invariant": ("prove", "down.c", "--property", "safety"),
         "recurrence": ("prove", "stays.c", "--property", "termination"), "trace": ("prove", "fails.c", "--property", "safety"),
         "solved": ("right.py",), "infeasible": ("never.py",)}

QUIETLY: dict[str, tuple[str, ...]] = {"prove": ("--no-replay",), "slh": ()}

odd = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.integers() | st.floats() | st.text(max_size=5)
    | st.sampled_from([1 << 32, 1 << 64, 10 ** 30, "true", "false", "safety", "termination", "return 1", "\0", "z3", "ranking",
                       "t0 = add v0, v1\nreturn t0", "bounded-trace", "safety-invariant", "0x7", {"x": 1}, [[]]]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3), max_leaves=5)


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, dict[str, Any]]]:
    """Real records, by what they are."""
    import contextlib
    import io
    import os

    folder, before = tmp_path_factory.mktemp("records"), os.getcwd()
    specs = {"right.py": SPEC.format("x & -x"), "never.py": SPEC.format("f(x) + 1")}
    for name, text in {**PROGRAMS, **specs, "lists.slh": LISTS}.items():
        (folder / name).write_text(text, encoding="utf-8")
    os.chdir(folder)
    found = {}
    try:
        for kind, words in ASKED.items():
            with contextlib.redirect_stdout(io.StringIO()) as out:
                main([*words, "--json", *QUIETLY.get(words[0], ("--quiet",))])
            found[kind] = json.loads(out.getvalue())
        yield found
    finally:
        os.chdir(before)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Everything in an object of JSON, as what it stands in and its key there."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from places(value[key])


def changed(record: dict[str, Any], seed: int, value: Any, how: str) -> dict[str, Any]:
    """The record with one thing changed."""
    made, chance = copy.deepcopy(record), random.Random(seed)
    known = list(places(made))
    inside, key = chance.choice(known)
    match how:
        case "replace":
            inside[key] = value
        case "remove":
            del inside[key]
        case "move":
            other, name = chance.choice(known)
            inside[key] = copy.deepcopy(other[name])
        case "add" if isinstance(inside, list):
            inside.append(copy.deepcopy(inside[key]))
        case "add":
            inside[str(value)[:5].encode("ascii", "ignore").decode()] = value
        case _ if isinstance(inside[key], int):
            inside[key] += chance.choice([-1, 1])
        case _ if isinstance(inside[key], str) and inside[key]:
            at = chance.randrange(len(inside[key]))
            inside[key] = inside[key][:at] + chance.choice("0123v+,t") + inside[key][at + 1:]
    return made


def is_true(record: dict[str, Any], original: dict[str, Any]) -> bool:
    """Whether what a record claims is so."""
    if "verdicts" in original:
        given, = original["verdicts"]
        return all(own["verdict"] == "unknown" or (all(own[k] == given[k] for k in ("property", "verdict"))
                                                   and own.get("width", 32) == 32) for own in record["verdicts"])
    if "questions" in original:
        return all(own["answer"] in ("unknown", answer) for own, answer in zip(record["questions"], ("unsat", "sat"), strict=True))
    if record["status"] == "infeasible":
        return record.get("spec") == "never.py"
    function, = record["functions"]
    program = parse_listing(function["text"], 1, function.get("parameters", ()))
    told = function.get("length", program.length), function.get("c", original["functions"][0]["c"])
    return (told == (program.length, original["functions"][0]["c"])
            and all(run_program(program, (x,), 32) == x & -x % (1 << 32) for x in (0, 1, 12, 80, 1 << 31, 0xFFFFFFFF)))


@pytest.mark.parametrize("kind", some(ASKED, 1))
@settings(max_examples=30, deadline=None, derandomize=True,
          suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(seed=st.integers(0, 1 << 30), value=odd, how=st.sampled_from(["replace", "remove", "move", "add", "edit"]))
def test_nothing_false_is_confirmed(records: dict[str, dict[str, Any]], capsys: Any, monkeypatch: pytest.MonkeyPatch, kind: str,
                                    seed: int, value: Any, how: str) -> None:
    monkeypatch.setenv("PATH", "")  # the compiled program would only find more
    made = changed(records[kind], seed, value, how)
    file = pathlib.Path("changed.json")
    file.write_text(json.dumps(made), encoding="utf-8")
    status = main(["check", str(file), "--timeout", "5"])
    out, err = capsys.readouterr()
    assert "internal error" not in err, err
    assert status in (Exit.SOLVED, Exit.NO_SOLUTION, Exit.UNUSABLE, Exit.UNKNOWN)
    assert (status == Exit.UNUSABLE) == (out == "")
    assert ("error: " in err) == (status == Exit.UNUSABLE)
    assert ("confirmed" in out) == (status == Exit.SOLVED)
    if status == Exit.SOLVED:
        assert is_true(made, records[kind]), made
