"""Sizes: operators that are distinct, of whatever can be read."""

from __future__ import annotations

import pathlib

from experiments.harness.sizes import operators, solution_size, specification_sizes
from experiments.harness.suites import Task, load_suite
from synth.terms import symbol

SPEC = """
from synth import Fun, Word, spec

@spec(width=8)
def f(f: Fun[[Word], Word], x: Word):
    return f(x) == (x & -x) + (x & -x)
"""


def test_shared_parts_count_once() -> None:
    x, y = symbol("x"), symbol("y")
    assert operators([(x + y) * (x + y), x + y]) == 2


def test_sizes_of_files(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.py").write_text("print('7 size 8')" + SPEC, encoding="utf-8")
    (tmp_path / "b.py").write_text("import sys\nsys.exit(3)\n", encoding="utf-8")
    (tmp_path / "c.c").write_text("int main(void) { unsigned x = 9; while (x > 0) x = x - 1; return 0; }\n", encoding="utf-8")
    (tmp_path / "d.qdimacs").write_text("p cnf 1 1\ne 1 0\n1 0\n", encoding="utf-8")
    (tmp_path / "e.sl").write_text("(", encoding="utf-8")
    found = {pathlib.Path(file).name: size for file, size in specification_sizes(load_suite(str(tmp_path)).tasks).items()}
    assert found["a.py"] == 5
    assert found["c.c"] > 0
    assert set(found) == {"a.py", "c.c", "d.qdimacs"}
    assert specification_sizes([Task("s", "n", "none.py", "s")]) == {}


def test_sizes_of_answers() -> None:
    assert solution_size({"functions": [{"length": 2}, {"length": 3}]}) == 5
    told = {"text": "x + y", "program": "t0 = add x, y\nreturn t0"}
    loops = [{"place": 1, "predicate": {"text": "1", "program": "return 1"}, "rank": [told, told]}]
    assert solution_size({"certificate": {"kind": "ranking", "loops": loops, "choices": [{"inputs": {"a": told}}]}}) == 3
    assert solution_size({"certificate": None}) is None
