"""The shape of the house: small rooms, imports that only point down, content that imports nothing but synth."""

from __future__ import annotations

import ast
import pathlib
import re
import statistics

import pytest

ROOT = pathlib.Path(__file__).parent.parent
PACKAGE = ROOT / "synth"
SOURCES = sorted(path for folder in ("synth", "experiments") for path in (ROOT / folder).rglob("*.py"))
CONTENT = sorted(path for folder in ("specs", "encodings") for path in (ROOT / folder).rglob("*.py"))

LONGEST_FILE = 500
WAIVERS: dict[str, str] = {}
"""Files that may be longer, each with its reason."""

BASE = ("errors", "locks", "pace", "operators", "terms", "booleans", "macros", "program", "grammar", "specification", "transition",
        "encoding")
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "errors": (),
    "locks": (),
    "pace": (),
    "operators": (),
    "terms": ("errors", "locks", "operators"),
    "booleans": ("operators", "terms"),
    "macros": ("locks", "operators", "terms"),
    "program": ("errors", "operators", "terms"),
    "grammar": ("macros", "operators", "program"),
    "specification": ("errors", "operators", "terms", "program", "grammar"),
    "transition": ("errors", "operators", "terms", "booleans"),
    "encoding": ("errors", "terms", "booleans", "specification", "transition"),
    "evaluation": BASE,
    "algebra": (*BASE, "evaluation"),
    "checking": (*BASE, "evaluation", "algebra"),
    "heap": (*BASE, "evaluation", "algebra", "checking"),
    "engines": (*BASE, "evaluation"),
    "solver": (*BASE, "evaluation", "checking", "engines"),
    "frontends": (*BASE, "evaluation", "heap"),
    "analysis": (*BASE, "evaluation", "algebra", "checking", "engines", "solver", "frontends"),
    "api": ("synth", *BASE, "evaluation", "checking", "heap", "engines", "solver", "frontends", "analysis"),
    "cli": ("synth", *BASE, "solver", "frontends", "api"),
    "__main__": ("cli",),
    "synth": (*BASE, "api"),
}
"""Room by room, which other rooms its modules may import; "synth" is the package's own `__init__`."""


INNER: dict[str, tuple[str, ...]] = {
    "synth.analysis": ("progress", "certificates", "property", "turns", "simulation", "systems", "unrolling",
                       "ranking", "invariants", "contracts", "violations", "reports", "termination", "safety", "clauses", "encoded",
                       "searches", "formulas", "verdict"),
    "synth.frontends.c": ("syntax", "expressions", "preprocessing", "translation", "lowering", "load", "running", "specification"),
}
"""The rooms within a large room, each of which may import those before it."""


def room(module: str) -> str:
    """The room of a dotted module below synth: "synth.solver.options" lives in "solver"."""
    return module.split(".")[1] if "." in module else module


def module_of(path: pathlib.Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_module(name: str) -> bool:
    path = ROOT / pathlib.Path(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def imported(path: pathlib.Path) -> set[str]:
    """The modules that a file imports, `from package import module` resolved."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{path}:{node.lineno}: relative import"
            full = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name.startswith("synth.") and is_module(name) else node.module for name in full}
    return found


def function_lengths(path: pathlib.Path) -> list[int]:
    """Lines per function, decorators and docstrings not counted."""
    lengths = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            assert node.end_lineno is not None
            documented = ast.get_docstring(node) is not None and node.body[0].end_lineno is not None
            docstring = node.body[0].end_lineno - node.body[0].lineno + 1 if documented else 0
            lengths.append(node.end_lineno - node.lineno + 1 - docstring)
    return lengths


@pytest.mark.parametrize("folder", ["synth", "experiments"])
def test_functions_are_small(folder: str) -> None:
    lengths = [n for path in SOURCES if path.is_relative_to(ROOT / folder) for n in function_lengths(path)]
    assert statistics.median(lengths) <= 10
    assert statistics.quantiles(lengths, n=10)[-1] <= 25


def test_files_are_small() -> None:
    lines = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
             for path in [*SOURCES, *(ROOT / "tests").rglob("*.py")]}
    assert {name for name, count in lines.items() if count > LONGEST_FILE} == set(WAIVERS)


@pytest.mark.parametrize("path", [p for p in SOURCES if p.is_relative_to(PACKAGE)], ids=module_of)
def test_imports_only_point_down(path: pathlib.Path) -> None:
    own = room(module_of(path))
    others = {room(name) for name in imported(path) if name.split(".")[0] == "synth"} - {own}
    assert others <= set(MAY_IMPORT[own])


@pytest.mark.parametrize("package", INNER)
def test_imports_within_a_large_room_only_point_back(package: str) -> None:
    order, start = INNER[package], package + "."
    for path in (PACKAGE.parent / package.replace(".", "/")).rglob("*.py"):
        module = module_of(path)
        if module != package:
            own = module.removeprefix(start).split(".")[0]
            others = {name.removeprefix(start).split(".")[0] for name in imported(path) if name.startswith(start)}
            assert others <= set(order[:order.index(own) + 1]), module


def test_engines_do_not_know_each_other() -> None:
    for engine in ("explicit", "structural", "tables", "doubling", "bounded", "genetic"):
        for path in (PACKAGE / "engines" / engine).rglob("*.py"):
            others = {name.split(".")[2] for name in imported(path) if name.startswith("synth.engines.")}
            assert others <= {"protocol", "native", "parts", "shape", "constants", "distinct", engine}, path


@pytest.mark.parametrize(("folder", "allowed"), [
    ("harness", "harness"), ("reports", "reports|harness.records"), ("tool_info", "tool_info")])
def test_measuring_knows_nothing_of_reports(folder: str, allowed: str) -> None:
    """What stands beside these folders is for all of them, and imports none of them but the writer of tables."""
    known = re.compile(rf"experiments\.({allowed}|[a-z_0-9]+$)")
    for path in (ROOT / "experiments" / folder).rglob("*.py"):
        assert all(known.match(name) for name in imported(path) if name.startswith("experiments.")), path


def test_content_imports_nothing_but_synth() -> None:
    for path in CONTENT:
        assert {name.split(".")[0] for name in imported(path)} <= {"synth", "__future__"}, path


def test_encodings_is_no_package() -> None:
    """A package of that name on PYTHONPATH would hide the standard library's own, and Python would not start."""
    assert not (ROOT / "encodings" / "__init__.py").exists()


ORDERED = ("list", "tuple", "dict.fromkeys", "enumerate", "zip")
"""Calls that make the order of what they are given that of their result."""


def in_order_of_hashes(path: pathlib.Path) -> list[int]:
    """The lines of a file where the words of terms, which are a set, are gone through in an order that another process has not."""
    if "synth.transition" not in imported(path):
        return []
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    through = [n.generators[0].iter for n in nodes if isinstance(n, ast.DictComp | ast.ListComp)]
    through += [n.iter for n in nodes if isinstance(n, ast.For)]
    through += [own for n in nodes if isinstance(n, ast.Call) and ast.unparse(n.func) in ORDERED for own in n.args]
    return [own.lineno for own in through if isinstance(own, ast.Call | ast.BinOp)
            and re.search(r"\bsymbols\(", ast.unparse(own)) and "sorted(" not in ast.unparse(own)]


@pytest.mark.parametrize(("line", "bad"), [
    ("[name for name in symbols(roots)]", True), ("{n: 0 for n in symbols(roots) | {'x'}}", True), ("tuple(symbols(roots))", True),
    ("for name in symbols(roots): pass", True), ("sorted(symbols(roots))", False),
    ("{n: 0 for n in sorted(symbols(roots))}", False),
    ("all(name in known for name in symbols(roots))", False)])
def test_what_goes_through_words_in_the_order_of_hashes_is_seen(line: str, bad: bool, tmp_path: pathlib.Path) -> None:
    file = tmp_path / "file.py"
    file.write_text(f"from synth.transition import symbols\n{line}\n")
    assert bool(in_order_of_hashes(file)) is bad


def test_no_answer_depends_on_the_hashes_of_a_process() -> None:
    assert not {str(path): lines for path in SOURCES if (lines := in_order_of_hashes(path))}


def test_nothing_is_left_to_do() -> None:
    marks = ("TO" + "DO", "FIX" + "ME", "X" * 3)
    for path in [*SOURCES, *CONTENT]:
        assert not any(mark in path.read_text(encoding="utf-8") for mark in marks), path
