"""We read C as gcc does: programs by chance, by Csmith, and gcc's own; and the judge of that finds lies.

SYNTH_CONFORMANCE multiplies how many programs there are; SYNTH_TORTURE names the folder gcc.c-torture/execute of gcc's sources
where Debian's package of them is not to be unpacked.
"""

from __future__ import annotations

import functools
import json
import os
import pathlib
import shutil
import subprocess
from random import Random

import pytest
from click.testing import CliRunner
from sampled import some

from experiments.conformance import csmith, torture
from experiments.conformance.__main__ import front
from experiments.conformance.campaign import Task, reasons, summary
from experiments.conformance.cases import FINAL, Case, Result, Unusable, Verdict
from experiments.conformance.judge import difference, judged
from experiments.conformance.random_c import program
from experiments.conformance.random_c.types import INT, LONG, TYPES, UNSIGNED, UNSIGNED_LONG, common, of_literal
from experiments.conformance.reference import OPTIMISED, PLAIN, Answer, answers, has_sanitizers
from synth.frontends.c.load import load_text

TIMES = int(os.environ.get("SYNTH_CONFORMANCE", "1"))
SECONDS = 60.0

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc compiles the reference")
needs_csmith = pytest.mark.skipif(not csmith.is_installed(), reason="Debian's package csmith is not installed")

SUM = f"""extern unsigned expected(void);
extern unsigned char in0(void);
extern _Bool in1(void);
int main(void)
{{
    unsigned sum = in0();
    if (in1()) sum += 1000;
    if (sum == 1007) abort();
    __VERIFIER_assert(sum != 1008);
    {FINAL}
    return 0;
}}
"""
BOTH = Case("both", SUM, "made", ("unsigned char", "_Bool"), ((256 + 5, 0), (5, 2), (7, 1), (8, 1)))


PARTS = some(range(10), 1)


def indices(part: int) -> range:
    """The cases of a test's part."""
    return range(part * 6 * TIMES, (part + 1) * 6 * TIMES)


def faults(made: list[Case]) -> list[Result]:
    """What is not read as gcc does."""
    found = [judged(case, SECONDS, [PLAIN]) for case in made]
    return [r for r in found if r.verdict in (Verdict.WRONG, Verdict.CRASHED)]


@needs_gcc
@pytest.mark.parametrize("part", PARTS)
def test_random_programs_agree_with_gcc(part: int) -> None:
    made = [program.case(0, index, small=True) for index in indices(part)]
    found = [judged(case, SECONDS, [OPTIMISED]) for case in made]
    assert [r for r in found if r.verdict is not Verdict.RIGHT] == []


@needs_gcc
@needs_csmith
@pytest.mark.parametrize("part", PARTS)
def test_programs_by_csmith_agree_with_gcc(part: int) -> None:
    made = []
    for index in indices(part):
        try:
            made.append(csmith.case(0, index, small=True))
        except Unusable:
            continue
    assert faults(made) == []


@pytest.fixture(scope="module")
def torture_folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The folder with gcc's torture tests, unpacked where it has to be."""
    if "SYNTH_TORTURE" in os.environ:
        return pathlib.Path(os.environ["SYNTH_TORTURE"])
    archives = sorted(pathlib.Path("/usr/src").glob("gcc-*/gcc-*.tar.xz"))
    if not archives:
        pytest.skip("SYNTH_TORTURE names no folder with gcc's torture tests, and Debian's package gcc-12-source is not installed")
    folder = tmp_path_factory.mktemp("torture")
    subprocess.run(["tar", "xf", str(archives[-1]), "-C", str(folder), "--wildcards", "*/gcc.c-torture/execute/*"], check=True)
    return next(folder.rglob("gcc.c-torture")) / "execute"


@needs_gcc
@pytest.mark.slow
@pytest.mark.parametrize("part", some(range(3), 1))
def test_torture_tests_agree_with_gcc(torture_folder: pathlib.Path, part: int) -> None:
    listed = torture.files(torture_folder)
    chosen = Random(0).sample(listed, min(len(listed), 30 * TIMES))[part::3]
    tasks = [Task(functools.partial(torture.case, torture_folder, file), file.name, SECONDS) for file in chosen]
    assert [r for r in map(Task.run, tasks) if r.verdict in (Verdict.WRONG, Verdict.CRASHED)] == []


def test_a_random_program_is_a_function_of_its_seed_and_index() -> None:
    assert [program.case(3, i) for i in range(20)] == [program.case(3, i) for i in range(20)]
    assert len({program.case(s, i).text for s in range(2) for i in range(5)}) == 10


def test_random_programs_hold_what_they_are_for() -> None:
    text = "".join(program.case(0, i).text for i in range(200))
    for wanted in ("0x100000000", "_Bool", "enum K", "extern int g", "]--", ")++", "switch", "goto", "do {", "case -1:", " ? ",
                   ">>=", "(short[2]){", "sizeof", "struct R", "union", "'\\377'", "static", "&& 0.5", "continue;", "break;",
                   "malloc(4", "calloc(", "realloc(", "free(m", "memcpy(", "memmove(", "memset(", " = reversed(h", " dropped(&h",
                   "*ps", "**pp", "(*f)(", "return table", " : passed", "left - 1"):
        assert wanted in text, wanted


@pytest.mark.parametrize(("a", "b", "wanted"), [
    (INT, UNSIGNED, UNSIGNED), (UNSIGNED, LONG, LONG), (LONG, UNSIGNED_LONG, UNSIGNED_LONG), (TYPES[0], TYPES[5], INT)])
def test_usual_arithmetic_conversions(a: object, b: object, wanted: object) -> None:
    assert common(a, b) == common(b, a) == wanted  # type: ignore[arg-type]


@pytest.mark.parametrize(("value", "decimal", "unsigned", "longs", "name"), [
    (2**31 - 1, True, False, 0, "int"), (2**31, True, False, 0, "long"), (2**31, False, False, 0, "unsigned"),
    (2**32, False, False, 0, "long"), (2**63, False, False, 0, "unsigned long"), (1, False, True, 0, "unsigned"),
    (1, True, True, 1, "unsigned long"), (1, True, False, 2, "long long"), (2**63, False, False, 2, "unsigned long long")])
def test_types_of_constants(value: int, decimal: bool, unsigned: bool, longs: int, name: str) -> None:
    assert of_literal(value, decimal, unsigned, longs).name == name


@needs_gcc
def test_what_gcc_says() -> None:
    found = answers(BOTH)
    assert found == [Answer("sum", 5, ("in0", "in1")), Answer("sum", 1005, ("in0", "in1")), Answer("exit", 0, ("in0", "in1")),
                     Answer("fail", 9, ("in0", "in1"))]


@needs_gcc
def test_what_has_no_meaning_is_left_out() -> None:
    assert judged(Case("endless", "int main(void) { for (;;); }"), SECONDS).verdict is Verdict.UNUSABLE
    assert judged(Case("broken", "int main(void) { return x; }"), SECONDS).verdict is Verdict.UNUSABLE
    text = "int main(void) { int x = 1; if (__builtin_constant_p(x)) reach_error(); return 0; }"
    differs = judged(Case("differs", text), SECONDS)
    assert (differs.verdict, differs.reason) == (Verdict.UNUSABLE, "gcc -O0 and -O2 differ")


@needs_gcc
@pytest.mark.parametrize(("body", "usable"), [
    ("int *p = malloc(4); free(p); return *p;", False), ("int a[2], i = 2; a[i] = 1;", False),
    ("int x = 5; return 1 << (x * 9);", False), ("int x = 2147483647; x = x + 1; x = -1 << 3;", True)])
def test_what_is_to_be_defined_is_asked_of_the_sanitizers(body: str, usable: bool) -> None:
    if not has_sanitizers():
        pytest.skip("gcc has no sanitizers here")
    case = Case("defined", f"#include <stdlib.h>\nint main(void) {{ {body} }}", defined=True)
    told = judged(case, SECONDS, [PLAIN])
    assert (told.verdict, told.reason) == ((Verdict.RIGHT, "") if usable else (Verdict.UNUSABLE, "it does what C leaves undefined"))


@needs_gcc
def test_torture_programs_may_do_what_is_undefined() -> None:
    body = """#include <stdarg.h>
        int first(int n, ...) { va_list l; va_start(l, n); int x = va_arg(l, int); va_end(l); return x; }
        int main(void) { first(1, 2.0); return 0; }"""
    told = {kind: judged(Case("defined", body, kind=kind), SECONDS, [PLAIN]) for kind in ("torture", "random")}
    assert {kind: result.verdict for kind, result in told.items()} == {"torture": Verdict.UNUSABLE, "random": Verdict.WRONG}
    assert told["torture"].reason.startswith("what it does is undefined: va_arg(l, int)")


def test_the_judge_finds_lies() -> None:
    made = load_text(SUM, "both.c")
    words = BOTH.words((5, 2))
    assert words == {"in0": 5, "in1": 1}
    assert difference(made, dict(words), Answer("sum", 1005, ("in0", "in1"))) is None
    assert difference(made, dict(words), Answer("sum", 1006, ("in0", "in1"))) == "exit 0 for gcc's sum 1006"
    assert difference(made, {"in0": 7, "in1": 1}, Answer("sum", 1007, ("in0", "in1"))) == "exit 0 for gcc's sum 1007"
    assert difference(made, dict(words), Answer("sum", 1005, ("in0",))) == "in1 is read more often than by gcc's program"
    assert difference(made, {"in0": 8, "in1": 1}, Answer("fail", 8, ())) == "fail 9 for gcc's fail 8"
    narrow = load_text(SUM.replace("unsigned expected", "_Bool expected"), "narrow.c")
    assert difference(narrow, {"in0": 8, "in1": 1}, Answer("fail", 9, ("in0", "in1"))) is None


@needs_gcc
def test_runs_that_hang_on_what_a_function_returns_are_left_out() -> None:
    text = '#include <stdio.h>\nint main(void) { int n = printf("ab"); if (n != 2) reach_error(); return 0; }'
    hangs = judged(Case("hangs", text), SECONDS)
    assert (hangs.verdict, hangs.reason) == (Verdict.UNUSABLE, "printf() returns any value")
    beside = judged(Case("beside", text.replace("n != 2", "0")), SECONDS)
    assert beside.verdict is Verdict.RIGHT


@needs_gcc
def test_a_wrong_reading_is_told_and_kept(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program that we read is another one than gcc compiles."""
    monkeypatch.setattr("experiments.conformance.judge.load_text", lambda text, name: load_text(text.replace("1000", "1001"), name))
    result = Task(lambda: BOTH, "both", SECONDS, tmp_path).run()
    assert (result.verdict, result.runs) == (Verdict.WRONG, 4) and result.reason.startswith("5 2: exit 0 for gcc's sum 1005")
    assert SUM in (tmp_path / "both.c").read_text(encoding="utf-8")


@needs_gcc
def test_refusals_and_crashes_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = judged(Case("refused", "int main(void) { union { int *p; int n; } u; return u.n; }"), SECONDS)
    assert refused.verdict is Verdict.REFUSED and refused.reason.startswith("not supported")
    monkeypatch.setattr("experiments.conformance.judge.load_text", lambda text, name: {}[name])
    assert judged(BOTH, SECONDS).verdict is Verdict.CRASHED


def test_tables() -> None:
    found = [Result("a-0-1", "a", Verdict.RIGHT, runs=6),
             Result("a-0-2", "a", Verdict.REFUSED, "not supported: l_12 as a whole"),
             Result("b-0-3", "b", Verdict.REFUSED, "not supported: g_3.f0 as a whole")]
    rows = {row["programs"]: row for row in (*summary(found).rows, *summary(found).footer)}
    assert (rows["a"]["cases"], rows["a"]["runs"], rows["all"]["refused"]) == (2, 6, 2)
    assert [tuple(row.values()) for row in reasons(found).rows] == [("refused", "not supported: X as a whole", 2)]


@needs_gcc
def test_the_command_line(tmp_path: pathlib.Path) -> None:
    (tmp_path / "good.c").write_text("int main(void) { if (1 + 1 != 2) abort(); return 0; }", encoding="utf-8")
    (tmp_path / "bad.c").write_text("int main(void) { _Complex double z; return 0; }", encoding="utf-8")
    out = tmp_path / "out.jsonl"
    ran = CliRunner().invoke(front, ["torture", str(tmp_path), "--jobs", "1", "--out", str(out)])
    assert ran.exit_code == 0, ran.output
    told = {r["name"]: r["verdict"] for r in map(json.loads, out.read_text(encoding="utf-8").splitlines())}
    assert told == {"good": "right", "bad": "refused"}
    assert "not supported: _Complex" in ran.output
