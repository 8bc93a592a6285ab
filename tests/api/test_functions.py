"""Found functions as users call them, and how results show themselves."""

from __future__ import annotations

import ctypes
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import fakes
import pytest

from synth.api.answers import EngineStatistics, statistics_of
from synth.api.frozen import FrozenMapping
from synth.api.functions import SynthesisedFunction, function_from
from synth.api.pages import html_block, markdown_block
from synth.api.record import function_of
from synth.program import Program
from synth.solver.outcome import EngineReport
from synth.specification import Function


def function(program: Program = fakes.ISOLATE, width: int = 32, predicate: bool = False, **more: Any) -> SynthesisedFunction:
    told = function_of(Function("f", program.inputs, predicate), program, width)
    return function_from(told, program, width, predicate, **more)


def test_it_is_called_on_words() -> None:
    f = function()
    assert [f(x) for x in (0, 12, 7, (1 << 32) - 2)] == [0, 4, 1, 2]
    assert (f.parameters, f.length, f.width, f.predicate) == (("x",), 2, 32, False)


def test_a_predicate_is_true_or_false() -> None:
    f = function(predicate=True)
    assert (f(12), f(0), f.predicate, f.returns) == (True, False, True, 0)


@pytest.mark.parametrize(("words", "error", "text"), [
    ((), TypeError, "f takes 1 word, called with 0"), ((1, 2), TypeError, "f takes 1 word, called with 2"),
    ((1.0,), TypeError, "f: x is 1.0, which is no integer"), (("1",), TypeError, "f: x is '1', which is no integer"),
    ((-1,), ValueError, "it lies between 0 and 4294967295; -1 does not"), ((1 << 32,), ValueError, "f: x has 32 bits")])
def test_wrong_words_are_told(words: tuple[Any, ...], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        function()(*words)


def test_arguments_and_results_have_the_sorts_of_a_file() -> None:
    f = function(fakes.ADD, 16, sorts=((8, 16), 4))
    assert f(255, 1) == 0
    with pytest.raises(ValueError, match="x has 8 bits"):
        f(256, 1)


def test_it_is_written_in_other_languages(compile_c: Callable[[str], ctypes.CDLL]) -> None:
    f = function()
    assert f.text == "t0 = neg x\nt1 = and x, t0\nreturn t1"
    assert f.smtlib == "(define-fun f ((x (_ BitVec 32))) (_ BitVec 32)\n  (bvand x (bvneg x)))"
    assert f.c is not None
    assert compile_c(f.c).f(12) == f(12)


def test_what_a_file_asks_for_is_its_define_fun() -> None:
    told = function_of(Function("f", 1), fakes.ISOLATE, 32) | {"sygus": "(define-fun f …)"}
    assert function_from(told, fakes.ISOLATE, 32, False).smtlib == "(define-fun f …)"


def test_it_is_a_value() -> None:
    f = function()
    assert pickle.loads(pickle.dumps(f)) == f
    assert hash(f) == hash(function())
    with pytest.raises(dataclasses.FrozenInstanceError):
        f.width = 8  # type: ignore[misc]


def test_it_shows_itself() -> None:
    f = function()
    assert str(f).splitlines() == ["f(x):", "    t0 = neg x", "    t1 = and x, t0", "    return t1"]
    assert f._repr_markdown_() == "**f(x)**\n\n```text\nt0 = neg x\nt1 = and x, t0\nreturn t1\n```"
    assert f._repr_html_() == "<div><b>f(x)</b><pre>t0 = neg x\nt1 = and x, t0\nreturn t1</pre></div>"


def test_what_is_shown_is_only_text() -> None:
    assert html_block("a<b", "x & y") == "<div><b>a&lt;b</b><pre>x &amp; y</pre></div>"
    assert markdown_block("a*b", "```\nx\n```") == "**a\\*b**\n\n````text\n```\nx\n```\n````"


def test_a_frozen_mapping_is_a_value() -> None:
    items = {"b": 1, "a": 2}
    frozen = FrozenMapping(items)
    items["b"] = 3
    assert (dict(frozen), list(frozen), repr(frozen)) == ({"b": 1, "a": 2}, ["b", "a"], "{'b': 1, 'a': 2}")
    assert frozen == FrozenMapping({"a": 2, "b": 1}) and hash(frozen) == hash(FrozenMapping({"a": 2, "b": 1}))
    assert pickle.loads(pickle.dumps(frozen)) == frozen
    with pytest.raises(TypeError):
        frozen["c"] = 1  # type: ignore[index]


def test_statistics_have_all_that_an_engine_reports() -> None:
    assert [f.name for f in dataclasses.fields(EngineStatistics)] == [f.name for f in dataclasses.fields(EngineReport)]
    report = EngineReport(candidates=3)
    statistics = statistics_of({"explicit": report})
    report.candidates = 4
    assert statistics["explicit"].candidates == 3
