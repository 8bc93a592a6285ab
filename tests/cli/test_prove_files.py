"""`synth prove` of programs of several files: places are told with their files, in answers, traces, sources and witnesses."""

from __future__ import annotations

import json
import pathlib
import shutil
from typing import Any

import pytest
import yaml

import synth
from synth.cli.exits import Exit
from synth.cli.main import main

MAIN = """#include "count.h"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int limit;

int main(void)
{
    limit = __VERIFIER_nondet_int();
    if (limit < 0 || limit > 50)
        return 0;
    if (counted(limit) > MOST)
        reach_error();
}
"""
COUNT = """#include "count.h"
#include <assert.h>
static int limit = 100;

int counted(int n)
{
    int i = 0;
    while (i < n)
        i++;
    assert(i <= limit - TAKEN);
    return i;
}
"""
HEADER = "int counted(int);\n"
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """The folder of a program of two files, from where the command is run."""
    (tmp_path / "build").mkdir()
    (tmp_path / "headers").mkdir()
    commands = [{"directory": str(tmp_path), "file": name, "command": f"cc -Iheaders {macro} -march=any -c {name}"}
                for name, macro in (("main.c", "-DMOST=50"), ("count.c", "-DTAKEN=50"))]
    for name, text in (("main.c", MAIN), ("count.c", COUNT), ("headers/count.h", HEADER),
                       ("build/compile_commands.json", json.dumps(commands))):
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def proved(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    status = main(["prove", "--timeout", "20", *arguments])
    return status, *capsys.readouterr()


FILES = ("main.c", "count.c", "-I", "headers")


@needs_gcc
def test_a_program_of_two_files_is_safe(folder: pathlib.Path, capsys: Any) -> None:
    status, out, _ = proved(capsys, *FILES, "-D", "MOST=50", "-D", "TAKEN=50", "--property", "safety", "--annotate", "--witness",
                            "witness.yml")
    assert status == Exit.SOLVED
    told = out.splitlines()
    assert told[1] == "/* main.c */" and "/* count.c */" in told
    assert "loop invariant" in told[told.index("    while (i < n)") - 1]
    entry, = yaml.safe_load((folder / "witness.yml").read_text(encoding="utf-8"))
    task = entry["metadata"]["task"]
    assert task["input_files"] == sorted(task["input_file_hashes"], reverse=True) == ["main.c", "count.c"]
    places = [invariant["invariant"]["location"] for invariant in entry["content"]]
    assert places == [{"file_name": "count.c", "line": 8, "column": 5, "function": "counted"}]


@needs_gcc
@pytest.mark.parametrize(("most", "taken", "file", "line"), [(40, 50, "main.c", 12), (50, 60, "count.c", 10)])
def test_a_failing_run_is_told_by_file_and_replayed(folder: pathlib.Path, capsys: Any, most: int, taken: int, file: str,
                                                    line: int) -> None:
    options = (*FILES, "-D", f"MOST={most}", "-D", f"TAKEN={taken}", "--property", "safety")
    status, out, _ = proved(capsys, *options)
    assert status == Exit.NO_SOLUTION
    assert out.startswith("main.c, count.c: unsafe: an assertion can fail (checked)\n  main.c:8: the input is ")
    assert "  count.c:8: " in out
    assert f"  {file}:{line}: the assertion " in out
    assert f"replayed: the assertion at {file}:{line} failed after 1 input" in out
    _, record, _ = proved(capsys, *options, "--json", "--witness", "witness.yml")
    told = json.loads(record)
    assert (told["file"], told["files"]) == ("main.c", [{"path": "main.c"}, {"path": "count.c"}])
    replay = told["verdicts"][0]["replay"]
    assert (replay["status"], replay["file"], replay["line"]) == ("confirmed", file, line)
    entry, = yaml.safe_load((folder / "witness.yml").read_text(encoding="utf-8"))
    waypoints = [segment["segment"][-1]["waypoint"] for segment in entry["content"]]
    assert [(w["location"]["file_name"], w["location"]["line"]) for w in waypoints] == [("main.c", 8), (file, line)]


@needs_gcc
def test_null_in_one_of_several_files_is_told(folder: pathlib.Path, capsys: Any) -> None:
    (folder / "main.c").write_text("int *made(void);\nint main(void) { return *made(); }\n")
    (folder / "count.c").write_text("#include <stdlib.h>\nint *made(void) { return calloc(1, sizeof(int)); }\n")
    status, out, _ = proved(capsys, "main.c", "count.c", "--property", "safety")
    assert status == Exit.NO_SOLUTION
    assert "replayed: AddressSanitizer finds SEGV at main.c:2" in out
    status, out, _ = proved(capsys, "main.c", "count.c", "--property", "safety", "--allocation", "succeeds")
    assert status == Exit.SOLVED
    assert "assumed: count.c:2: memory is always allocated (--allocation succeeds)" in out


@needs_gcc
def test_a_verdict_on_several_files_is_checked_anew(folder: pathlib.Path, capsys: Any) -> None:
    given = (*FILES, "-D", "MOST=50", "-D", "TAKEN=50")
    for options, read in ((given, "the program is read with -I headers -D MOST=50 -D TAKEN=50"),
                          (("build/compile_commands.json",), f"main.c is read with -I {folder}/headers -D MOST=50")):
        _, record, _ = proved(capsys, *options, "--json")
        loops = [loop for verdict in json.loads(record)["verdicts"] for loop in verdict["certificate"]["loops"]]
        assert {(loop["file"], loop["line"]) for loop in loops} == {("count.c", 8)}
        (folder / "answer.json").write_text(record)
        assert main(["check", "answer.json"]) == Exit.SOLVED
        out = capsys.readouterr().out
        assert all(f"main.c, count.c: confirmed, {asked} true" in out for asked in ("termination", "safety"))
        assert f"assumed: {read}" in out


def test_check_reads_no_other_files_than_the_record_names(folder: pathlib.Path, capsys: Any) -> None:
    _, record, _ = proved(capsys, *FILES, "-D", "MOST=50", "-D", "TAKEN=50", "--property", "safety", "--json", "--no-replay")
    for files, message in (([], "the files are no list of files"), ([{"path": 3}], "a file has a path, and lists of"),
                           ([{"path": "main.c"}], "main.c:11:14: error: counted"), ("main.c", "the files are no list of files")):
        (folder / "answer.json").write_text(json.dumps({**json.loads(record), "files": files}))
        status = main(["check", "answer.json"])
        assert status == Exit.UNUSABLE or message.startswith("main.c")
        assert status != Exit.SOLVED


@pytest.mark.parametrize("arguments", [("build/compile_commands.json",), ("-p", "build", "main.c", "count.c")])
def test_a_compilation_database(folder: pathlib.Path, capsys: Any, arguments: tuple[str, ...]) -> None:
    status, out, errors = proved(capsys, *arguments, "--property", "safety", "--no-replay", "-v")
    assert (status, out.partition(":")[0]) == (Exit.SOLVED, ", ".join(a for a in arguments if a not in ("-p", "build")))
    assert "build/compile_commands.json: -march=any is ignored" in errors
    assert "is ignored" not in proved(capsys, *arguments, "--property", "safety", "--no-replay")[2]


def test_one_file_of_a_compilation_database(folder: pathlib.Path, capsys: Any) -> None:
    status, out, _ = proved(capsys, "-p", "build", "count.c", "--function", "counted", "--property", "termination", "--no-replay")
    assert (status, out.splitlines()[0]) == (Exit.SOLVED, "count.c: terminates (checked)")


@pytest.mark.parametrize(("arguments", "message"), [
    (["main.c", "build/compile_commands.json"], "build/compile_commands.json: error: not beside other files"),
    (["task.yml", "main.c"], "task.yml: error: not beside other files"),
    (["-p", "build", "task.yml"], "task.yml: error: not with -p, which is for C files"),
    (["-p", "headers", "main.c"], "headers/compile_commands.json: error: cannot be read: No such file or directory"),
    (["-p", "build", "other.c"], "build/compile_commands.json: error: it says nothing of other.c"),
    (["main.c", "main.c", "-I", "headers", "-D", "MOST=1"], "main.c:6:5: error: main is defined twice, here and at main.c:6"),
    (["main.c", "gone.c", "-I", "headers"], "gone.c: error: cannot be read"),
])
def test_unusable_files(folder: pathlib.Path, capsys: Any, arguments: list[str], message: str) -> None:
    status, _, errors = proved(capsys, *arguments)
    assert status == Exit.UNUSABLE and message in errors


@needs_gcc
def test_a_task_of_several_files(folder: pathlib.Path, capsys: Any) -> None:
    (folder / "main.c").write_text(MAIN.replace("MOST", "50"))
    (folder / "count.c").write_text(COUNT.replace("TAKEN", "50"))
    (folder / "task.yml").write_text("format_version: '2.0'\ninput_files: [main.c, count.c]\n")
    assert proved(capsys, "task.yml", "-I", "headers")[0] == Exit.SOLVED


def test_from_python(folder: pathlib.Path) -> None:
    options: dict[str, Any] = {"property": "safety", "timeout": 20.0, "replay": False}
    for made in (synth.prove(["main.c", "count.c"], include=["headers"], define=["MOST=50", "TAKEN=50"], **options),
                 synth.prove(["main.c", "count.c"], database="build", **options)):
        assert made.safety.holds is True and made.file == "main.c, count.c"
