"""Task definitions and property files of SV-COMP: what they ask, and where they are wrong."""

from __future__ import annotations

import pathlib
import re

import pytest

from synth.errors import InputError
from synth.frontends.svcomp.properties import read_property
from synth.frontends.svcomp.questions import STANDARD, Task
from synth.frontends.svcomp.tasks import read_task

REACH, ENDS = "CHECK( init(main()), LTL(G ! call(reach_error())) )", "CHECK( init(main()), LTL(F end) )"
TASK = """format_version: '2.0'
input_files: 'program.c'
properties:
  - property_file: ../reach.prp
    expected_verdict: false
  - property_file: ../ends.prp
options:
  language: C
  data_model: ILP32
"""


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    """A folder of a program; properties stand above it."""
    for name, text in (("reach", REACH), ("ends", ENDS), ("overflow", "CHECK( init(main()), LTL(G ! overflow) )"),
                       ("free", "CHECK( init(main()), LTL(G def-behavior) )")):
        (tmp_path / f"{name}.prp").write_text(f"{text}\n", encoding="utf-8")
    made = tmp_path / "tasks"
    made.mkdir()
    (made / "program.c").write_text("int main(void) { }\n", encoding="utf-8")
    return made


def task(folder: pathlib.Path, text: str, wanted: str | None = None) -> Task:
    path = folder / "task.yml"
    path.write_text(text, encoding="utf-8")
    return read_task(str(path), wanted)


def test_a_task_names_its_program_and_its_questions(folder: pathlib.Path) -> None:
    read = task(folder, TASK)
    assert (read.file, read.data_model) == (str(folder / "program.c"), "ILP32")
    assert [(q.property, q.specification, q.expected) for q in read.questions] == [
        ("safety", REACH, False), ("termination", ENDS, None)]
    assert read.questions[0].place == (str(folder / "task.yml"), 5, 23)


def test_one_property_may_be_wanted_whatever_the_others_are(folder: pathlib.Path) -> None:
    text = TASK.replace("ends.prp", "free.prp")
    assert [q.name for q in task(folder, text, "safety").questions] == ["unreach-call"]
    assert task(folder, text, "termination").questions == (STANDARD["termination"],)
    assert task(folder, text, "no-overflow").questions == (STANDARD["no-overflow"],)


def test_a_property_that_is_not_supported_is_left_out_beside_others(folder: pathlib.Path) -> None:
    read = task(folder, TASK.replace("ends.prp", "free.prp"))
    assert [q.name for q in read.questions] == ["unreach-call"]
    left_out, = read.left_out
    assert re.search(r"task.yml:6:20: warning: .*free.prp:1:26: not supported: the property def-behavior.* left out", left_out)
    with pytest.raises(InputError, match=r"task.yml:4:20: error: .*free.prp:1:26: not supported: the property def-behavior"):
        task(folder, TASK.replace("ends.prp", "free.prp").replace("reach.prp", "free.prp"))


def test_overflow_is_asked_beside_calls(folder: pathlib.Path) -> None:
    read = task(folder, TASK.replace("ends.prp", "overflow.prp"))
    assert [(q.name, q.property, q.only) for q in read.questions] == [
        ("unreach-call", "safety", ("call",)), ("no-overflow", "safety", ("overflow",))]


def test_little_has_to_be_said(folder: pathlib.Path) -> None:
    read = task(folder, "format_version: '2.0'\ninput_files: ['program.c']\nadditional_information: {anything: [1]}\n")
    assert (read.data_model, {q.property for q in read.questions}) == (None, {"safety", "termination"})


@pytest.mark.parametrize("version", ["0.1", "1.0", "1.1"])
def test_older_versions_of_the_format(folder: pathlib.Path, version: str) -> None:
    assert task(folder, TASK.replace("2.0", version)).questions == task(folder, TASK).questions


@pytest.mark.parametrize(("old", "new", "told"), [
    ("'2.0'", "'7'", "1:17: error: not supported: format_version '7'"),
    ("format_version: '2.0'\n", "", "1:1: error: format_version is missing"),
    ("'program.c'", "nowhere.c", "2:14: error: there is no file"),
    ("'program.c'", "[]", "2:14: error: a file is wanted here"),
    ("'program.c'", "{a: b}", "2:14: error: the name of a file is wanted"),
    ("input_files: 'program.c'", "input_files: 'program.c'\ninput_files: x", "3:1: error: input_files is given twice"),
    ("false", "maybe", "5:23: error: the expected verdict 'maybe'"),
    ("  - property_file: ../ends.prp", "  - expected_verdict: true", "6:5: error: property_file is missing"),
    ("../ends.prp", "../gone.prp", "6:20: error: there is no file"),
    ("language: C", "language: Java", "8:13: error: not supported: programs in Java"),
    ("ILP32", "ILP64", "9:15: error: unknown data model 'ILP64'"),
    ("options:", "options: [1]\nrest:", "7:10: error: options is wanted here, with names and values"),
    ("options:", "options: [1", "8:11: error: this is not YAML"),
    ("ILP32", "*unknown", "9:15: error: this is not YAML: found undefined alias"),
    ("ILP32", "\a", "9:15: error: this is not YAML"),
])
def test_malformed_tasks_have_their_place(folder: pathlib.Path, old: str, new: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        task(folder, TASK.replace(old, new))
    assert str(caught.value).startswith(f"{folder / 'task.yml'}:{told}")


@pytest.mark.parametrize(("text", "told"), [
    ("", "1:1: error: this is no task definition"), ("- a\n", "1:1: error: a task definition"),
    ("a: " + "[" * 5000, " error: this is no task definition: nested too deeply"),
])
def test_what_is_no_task(folder: pathlib.Path, text: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        task(folder, text)
    assert str(caught.value).startswith(f"{folder / 'task.yml'}:{told}")


@pytest.mark.parametrize(("text", "asked"), [
    (REACH, ["safety"]), (ENDS, ["termination"]), ("CHECK(init( main( ) ),LTL( F   end ))", ["termination"]),
    ("CHECK( init(main()), LTL(G! call( reach_error() )) )", ["safety"]),
    (f"{REACH}\n{ENDS}\n{REACH}\n", ["safety", "termination"]),
    ("CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )", ["safety"]),
])
def test_properties(tmp_path: pathlib.Path, text: str, asked: list[str]) -> None:
    path = tmp_path / "property.prp"
    path.write_text(text, encoding="utf-8")
    assert [q.property for q in read_property(str(path))] == asked


@pytest.mark.parametrize(("text", "told"), [
    ("", "1:1: error: no property"), (REACH[:-1], "1:1: error: no property"), (f"{REACH}\n  CHECK", "2:3: error: no property"),
    ("CHECK( init(main()), LTL(G def-behavior) )", "1:26: error: not supported: the property def-behavior, G def-behavior"),
    ("CHECK( init(main()), LTL(G ! data-race) )", "1:26: error: not supported: the property no-data-race"),
    ("CHECK( init(main()), LTL(G ! call(f())) )", "1:26: error: not supported: the property G ! call(f())"),
    ("CHECK( init(start()), LTL(F end) )", "1:13: error: not supported: a program that starts with start"),
    ("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", "1:1: error: not supported: the property coverage"),
])
def test_what_is_no_property_here(tmp_path: pathlib.Path, text: str, told: str) -> None:
    path = tmp_path / "property.prp"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_property(str(path))
    assert str(caught.value).startswith(f"{path}:{told}")
