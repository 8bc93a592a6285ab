"""The documentation: what its pages show is typed, run and compared; pages that are made tell everything; links lead somewhere."""

from __future__ import annotations

import contextlib
import dataclasses
import importlib.util
import io
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator

import fakes
import pytest
from sampled import some

from synth.analysis.property import Property, Verdict
from synth.analysis.reports import record
from synth.api.checks import CheckResult
from synth.api.heaps import Answered, Answers
from synth.api.record import SCHEMA, to_record
from synth.cli.exits import Exit
from synth.cli.main import front, main
from synth.frontends.slh.theory import NAMES
from synth.operators import OPERATORS
from synth.solver.options import Options

ROOT = pathlib.Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
EXAMPLES = sorted((DOCS / "examples").glob("*.py"))
BLOCK = re.compile(r'^```(\w+)(?: title="([\w.-]+)")?\n(.*?)^```$', re.M | re.S)
STEADY = re.compile(r"(?m)^(checked: (?:proved for all inputs|by)|minimal: no shorter|found: |  tried: |  proved by).*$")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


def shown(page: pathlib.Path) -> Iterator[tuple[str, str, str]]:
    """The blocks of a page: language, title and text, with the examples that it includes."""
    text = page.read_text(encoding="utf-8")
    whole = re.sub(r'(?m)^--8<-- "(.+)"$', lambda found: (DOCS / found[1]).read_text(encoding="utf-8").rstrip(), text)
    yield from BLOCK.findall(whole)


def printed(command: str) -> str:
    """What a line of a console prints to stdout, and the file that it goes to is written."""
    words, _, target = command.partition(" > ")
    program, *arguments = shlex.split(words)
    if program == "python":
        done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, env=ENVIRONMENT)
        assert done.returncode == 0, done.stderr
        out = done.stdout
    else:
        assert program == "synth"
        with contextlib.redirect_stdout(io.StringIO()) as told:
            assert main(arguments) in (Exit.SOLVED, Exit.NO_SOLUTION, Exit.UNKNOWN)
        out = told.getvalue()
    if target:
        pathlib.Path(target).write_text(out, encoding="utf-8")
    return "" if target else out


CONSOLES = [p for p in PAGES if "```console" in p.read_text(encoding="utf-8")]


def pattern(expected: str) -> str:
    """A regular expression for what is expected: an ellipsis stands for anything."""
    return re.escape(STEADY.sub("~", expected)).replace("…", ".*?")


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
@pytest.mark.parametrize("page", some(CONSOLES, [p for p in CONSOLES if p.stem != "python"]), ids=lambda p: p.stem)
def test_consoles_show_what_is_printed(page: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The titled blocks of a page are files, its consoles run in their folder; which engine won, and when, may differ."""
    monkeypatch.chdir(tmp_path)
    for language, title, body in shown(page):
        if title:
            (tmp_path / title).write_text(body, encoding="utf-8")
        for part in re.split(r"(?m)^\$ ", body)[1:] if language == "console" else ():
            command, _, expected = part.partition("\n")
            out = STEADY.sub("~", printed(command))
            assert re.fullmatch(pattern(expected), out, re.S), f"{command} prints\n{out}"


def test_examples_are_typed() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports", "silent", *map(str, EXAMPLES)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout


def test_every_example_is_shown() -> None:
    """And so run, as a file of a page."""
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for example in (DOCS / "examples").iterdir():
        assert f'title="{example.name}"\n--8<-- "examples/{example.name}"' in text or example.is_dir()


def generated() -> dict[str, str]:
    found = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    assert re.findall(r"(?m)^\| `(\w+)` \|", module.search_options()) == [field.name for field in dataclasses.fields(Options)]
    assert module.c_reading().startswith("- Integers are two's complement")
    return {place: text() for place, text in module.PAGES.items()}


def test_made_pages_tell_everything() -> None:
    pages = generated()
    options = {name for command in front.commands.values() for parameter in command.params
               for name in parameter.opts if name.startswith("--")}
    assert options <= set(re.findall(r"--[a-z][a-z-]*", pages["reference/command-line.md"]))
    assert all(f"synth {name}" in pages["reference/command-line.md"] for name in front.commands if name != "solve")
    assert re.findall(r"(?m)^\| `(\w+)` \| \d", pages["reference/operators.md"]) == [op.name for op in sorted(
        OPERATORS, key=lambda op: (op.kind.value == "specification only", op.code))]


def test_formats_name_every_field() -> None:
    text = (DOCS / "reference" / "formats.md").read_text(encoding="utf-8")
    tables = [(re.findall(r"(?m)^\| `(\w+)` \|", table)) for table in re.split(r"(?m)^\| (?:\w+ )?field \|.*$", text)[1:]]
    answer = to_record(fakes.solved(), "spec.py")
    verdict = record.to_record(Verdict(Property.SAFETY, None, None, "timeout", None, (), 1.0), None, {})
    whole = record.document("loop.c", [verdict])
    question = Answered(1, "unknown")
    heaps, check = Answers("a.slh", (question,), ""), CheckResult(None, "f", "").record
    objects = answer, answer["functions"][0], whole, verdict, heaps.record, question.record, check
    for fields, object_ in zip(tables, objects, strict=True):
        assert fields == list(object_)
    assert all(f"`{schema}`" in text for schema in (SCHEMA, record.SCHEMA, heaps.record["schema"]))


def test_the_reference_of_slh_names_every_function() -> None:
    text = (DOCS / "reference" / "slh.md").read_text(encoding="utf-8")
    assert set(re.split(r"[\s()]+", " ".join(re.findall(r"`([^`\n]+)`", text)))) >= NAMES


def test_pages_are_listed_and_name_options_that_exist() -> None:
    places = re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    assert sorted(places) == sorted({*(str(p.relative_to(DOCS)) for p in PAGES), *generated()})
    known = {name for command in front.commands.values() for parameter in command.params for name in parameter.opts}
    for page in PAGES:
        for line in re.findall(r"(?m)^\$ synth (.*)$|`synth ([^`]*)`", page.read_text(encoding="utf-8")):
            used = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", " ".join(line)))
            assert used <= {*known, "--help"}, page


def test_rooms_of_the_architecture_exist() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    told = {name for row in re.findall(r"(?m)^\| \d \| (.*?) \|", text) for name in re.findall(r"`(\w+)`", row)}
    rooms = {path.stem for path in (ROOT / "synth").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert told == rooms - {"__init__", "__main__"}
    for path in re.findall(r"`((?:\w+/)+\w+\.py)`", text):
        assert (ROOT / "synth" / path).exists() or (ROOT / path).exists(), path


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="no mkdocs")
def test_the_site_is_built_without_a_warning(tmp_path: pathlib.Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT,
                          env={**ENVIRONMENT, "NO_MKDOCS_2_WARNING": "1"})
    assert done.returncode == 0, done.stderr
    for entry in re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")):
        assert (tmp_path / entry).with_suffix(".html").is_file()
    reference = (tmp_path / "reference" / "api.html").read_text(encoding="utf-8")
    assert all(name in reference for name in ("minimal_width", "__call__", "Raises", "max_length"))
