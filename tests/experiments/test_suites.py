"""Suites hold what is there and nothing else: ours, and whatever stands at a path."""

from __future__ import annotations

import pathlib

import pytest

from experiments.harness.suites import ROOT, Task, load_suite, own_suites
from synth.errors import InputError

PROPERTY = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
DEFINITION = """format_version: '2.0'
input_files: 'loop.c'
properties:
  - property_file: reach.prp
    expected_verdict: false
  - property_file: overflow.prp
    expected_verdict: true
options:
  language: C
  data_model: ILP32
"""


def asked(task: Task) -> tuple[str, str | None, str | None]:
    return task.name, task.property, task.expected


def test_everything_of_ours_is_in_a_suite() -> None:
    files = {task.file for task in load_suite("own").tasks}
    there = {path.relative_to(ROOT).as_posix() for folder, pattern in (("specs", "*/*.*"), ("experiments/programs", "*/*.c"))
             for path in (ROOT / folder).glob(pattern) if path.is_file() and "__pycache__" not in path.parts}
    assert files == there


@pytest.mark.parametrize("name", own_suites())
def test_our_suites_expect_something_of_every_task(name: str) -> None:
    tasks = load_suite(name).tasks
    assert len({(t.suite, t.name, t.property) for t in tasks}) == len(tasks)
    assert all(t.expected for t in tasks)


def test_tasks_of_a_suite_of_suites_belong_to_its_parts() -> None:
    suites = {task.suite for task in load_suite("own").tasks}
    assert suites == {name for name, table in own_suites().items() if "suites" not in table}


def test_what_specifications_expect() -> None:
    expected = {task.name: task.expected for task in load_suite("specifications").tasks}
    assert expected["hackers_delight/p01"] == "solved"
    assert expected["second_order/infeasible"] == "infeasible"
    assert (expected["qbf/parity"], expected["qbf/pigeons"]) == ("solved", "infeasible")


def test_safety_and_danger_part_the_programs() -> None:
    safe, unsafe = (load_suite(name).tasks for name in ("safety", "danger"))
    assert {t.expected for t in safe} == {"true"} and {t.expected for t in unsafe} == {"false"}
    assert not {t.file for t in safe} & {t.file for t in unsafe}


def test_a_pattern_fits_names_paths_and_file_names() -> None:
    suite = load_suite("hackers-delight")
    for pattern in ("hackers_delight/p07", "specs/*/p07.py", "p07.py"):
        assert [t.name for t in suite.only(pattern).tasks] == ["hackers_delight/p07"]


def test_a_folder_of_problems(tmp_path: pathlib.Path) -> None:
    texts = {"b/p10.sl": "", "b/p9.sl": "; expect: infeasible\n", "a/x.qdimacs": "c expect: true\n", "a/notes.txt": ""}
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    tasks = load_suite(str(tmp_path)).tasks
    assert [asked(t) for t in tasks] == [("a/x.qdimacs", None, "solved"), ("b/p9.sl", None, "infeasible"), ("b/p10.sl", None, None)]
    assert [t.category for t in tasks] == ["a", "b", "b"]
    assert {t.suite for t in tasks} == {tmp_path.name}
    assert asked(load_suite(str(tmp_path / "b" / "p9.sl")).tasks[0]) == ("p9.sl", None, "infeasible")


def test_task_definitions_of_the_competition(tmp_path: pathlib.Path) -> None:
    (tmp_path / "loop.c").write_text("/*\n * expect termination: true\n */\nint main(void) { return 0; }\n", encoding="utf-8")
    (tmp_path / "reach.prp").write_text(PROPERTY, encoding="utf-8")
    (tmp_path / "overflow.prp").write_text("CHECK( init(main()), LTL(G ! overflow) )\n", encoding="utf-8")
    (tmp_path / "loop.yml").write_text(DEFINITION, encoding="utf-8")
    (tmp_path / "other.yml").write_text("some: thing\n", encoding="utf-8")
    (tmp_path / "broken.yml").write_text(DEFINITION.replace("loop.c", "none.c"), encoding="utf-8")
    suite = load_suite(str(tmp_path))
    assert [asked(t) for t in suite.tasks] == [("loop.yml", "unreach-call", "false"), ("loop.yml", "no-overflow", "true")]
    assert [(t.data_model, t.overflow, t.allocation) for t in suite.tasks] == [
        ("ILP32", "wrap", "succeeds"), ("ILP32", "error", "succeeds")]
    assert (ROOT / suite.tasks[0].file).resolve() == (tmp_path / "loop.c").resolve()  # told from a clone beside it, it is relative
    assert len(suite.left_out) == 1 and "none.c" in suite.left_out[0]


def test_definitions_that_are_left_out(tmp_path: pathlib.Path) -> None:
    (tmp_path / "loop.c").write_text("int main(void) { return 0; }\n", encoding="utf-8")
    (tmp_path / "reach.prp").write_text(PROPERTY, encoding="utf-8")
    (tmp_path / "overflow.prp").write_text("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n", encoding="utf-8")
    texts = {"coverage": DEFINITION.replace("reach.prp", "overflow.prp"), "nothing": DEFINITION.partition("properties:")[0],
             "several": DEFINITION.replace("'loop.c'", "[loop.c, loop.c]")}
    for name, text in texts.items():
        (tmp_path / f"{name}.yml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as raised:
        load_suite(str(tmp_path))
    for reason in ("the property coverage", "lists no property", "several files"):
        assert reason in raised.value.message


@pytest.mark.parametrize(("options", "patterns", "found"), [
    ("", "^EXIT=0$\n^VERIFICATION SUCCESSFUL$", ("safety", "true", "LP64", "wrap")),
    ("--32 --trace", "^EXIT=10$", ("safety", "false", "ILP32", "wrap")),
    ("--signed-overflow-check", "^VERIFICATION FAILED$\n--\n^VERIFICATION SUCCESSFUL$", ("safety", "false", "LP64", "error")),
    ("--termination", "^EXIT=0$", ("termination", "true", "LP64", "wrap")),
    ("--unwind 5", "^VERIFICATION SUCCESSFUL$", ("safety", None, "LP64", "wrap")),
    ("--unwind 5 --unwinding-assertions", "^VERIFICATION SUCCESSFUL$", ("safety", "true", "LP64", "wrap")),
    ("--unwind 5 --unwinding-assertions", "^VERIFICATION FAILED$", ("safety", None, "LP64", "wrap")),
    ("", "^EXIT=6$", ("safety", None, "LP64", "wrap"))])
def test_descriptions_beside_programs(options: str, patterns: str, found: tuple[str | None, ...], tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "one"
    folder.mkdir()
    (folder / "main.c").write_text("int main(void) { return 0; }\n", encoding="utf-8")
    (folder / "test.desc").write_text(f"CORE\nmain.c\n{options}\n{patterns}\n--\n^warning\n", encoding="utf-8")
    task, = load_suite(str(tmp_path)).tasks
    assert task.name == "one/test.desc"
    assert (task.property, task.expected, task.data_model, task.overflow) == found


@pytest.mark.parametrize(("text", "reason"), [
    ("CORE\nmain.c\n--pointer-check\n^EXIT=0$\n", "--pointer-check"), ("CORE\nnone.c\n\n^EXIT=0$\n", "none.c"),
    ("main.c\n", "level"), ("CORE\nmain.c\n'\n", "quotation")])
def test_descriptions_that_are_not_understood(text: str, reason: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / "main.c").write_text("int main(void) { return 0; }\n", encoding="utf-8")
    (tmp_path / "test.desc").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="no task") as raised:
        load_suite(str(tmp_path))
    assert reason in raised.value.message


def test_programs_without_expectations_are_asked_everything(tmp_path: pathlib.Path) -> None:
    (tmp_path / "plain.c").write_text("int main(void) { return 0; }\n", encoding="utf-8")
    assert [asked(t) for t in load_suite(str(tmp_path)).tasks] == [
        ("plain.c", "termination", None), ("plain.c", "safety", None), ("plain.c", "memory-safety", None)]
    (tmp_path / "told.c").write_text("/*\n * expect safety: true\n */\n/*\n * expect termination: true\n */", encoding="utf-8")
    assert [asked(t) for t in load_suite(str(tmp_path / "told.c")).tasks] == [("told.c", "safety", "true")]


def test_what_is_no_suite(tmp_path: pathlib.Path) -> None:
    with pytest.raises(InputError, match="hackers-delight"):
        load_suite("no-such-suite")
    with pytest.raises(InputError, match="no task"):
        load_suite(str(tmp_path))
