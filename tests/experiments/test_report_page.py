"""The page: well-formed, complete in itself, sortable; and the commands that write it."""

from __future__ import annotations

import json
import pathlib
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from recorded import SESSION, program, run, sygus, termination

from experiments.__main__ import main
from experiments.harness.records import Run
from experiments.reports import commands
from experiments.reports.entries import measured
from experiments.reports.report import report, text, write

EVERYTHING = [
    *(run(f"p{number}", wall=number + 0.5, specification=4, solution=2, answer=program("genetic", genetic=1))
      for number in range(6)),
    *(run(f"p{number}", "synth-explicit", "timeout", 10.0, detail="<script>alert(1)</script>") for number in range(6)),
    *(sygus(f"set/{number}.sl", tool, wall=1.0) for number in range(6) for tool in ("synth", "cvc5")),
    termination("loop1"), termination("loop10", outcome="wrong", detail="no rank"), termination("loop2", outcome="unknown")]
TABLES = {"summary", "doubts", "questions", "unanswered", "categories", "others", "wins", "proofs", "phases", "verdicts", "sygus",
          "tasks"}
VOID = {"meta", "link", "input"}


class Outline(HTMLParser):
    """What stands open, the ids, and the rows of every table; an end tag that fits nothing fails."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.tables: dict[str, list[int]] = {}
        self.links: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.tables[dict(attrs).get("data-name") or ""] = []
        elif tag == "tr":
            next(reversed(self.tables.values())).append(0)
        elif tag in ("td", "th"):
            next(reversed(self.tables.values()))[-1] += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name in ("href", "src", "xlink:href"):
                self.links.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"{tag} at {self.getpos()}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    out = tmp_path_factory.mktemp("reports")
    write(report("A title & more", measured(EVERYTHING, [SESSION])), out, "all")
    return out


@pytest.fixture(scope="module")
def page(folder: pathlib.Path) -> str:
    return (folder / "all.html").read_text(encoding="utf-8")


def test_the_page_is_well_formed(page: str) -> None:
    outline = Outline(page)
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    assert set(outline.tables) == TABLES
    assert all(len(set(cells)) == 1 and cells[0] for cells in outline.tables.values())


def test_the_page_needs_nothing_from_elsewhere(page: str) -> None:
    outline = Outline(page)
    assert {link.split("#")[0] for link in outline.links} <= {"", "data:,"}
    assert {link[1:] for link in outline.links if link.startswith("#")} <= set(outline.ids)
    assert "@import" not in page and not re.search(r"url\((?!#)", page)
    assert set(re.findall(r"https?://[^\"' ]+", page)) <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


def test_what_tools_say_is_text_and_never_markup(page: str) -> None:
    assert "&lt;script&gt;alert(1)" in page and "<script>alert(1)" not in page
    assert "<h1>A title &amp; more</h1>" in page


def test_cells_are_sorted_by_what_they_mean(page: str) -> None:
    marks = re.findall(r'class="mark (\w+)" data-sort="([0-9.e+]+)"', page)
    of = [[float(value) for name, value in marks if name == outcome] for outcome in ("right", "unknown", "timeout", "wrong")]
    assert all(max(better) < min(worse) for better, worse in pairwise(of))
    assert 'style="--part: 0.8667"' in page


def test_what_the_head_of_the_page_tells(page: str) -> None:
    tiles = re.findall(r"<dt>([^<]+)</dt><dd>([^<]+)</dd>(?:<dd class=\"aside\">([^<]+)</dd>)?</div>", page)
    assert tiles == [("solved by synth", "13 / 15", ""), ("wrong, of synth", "1", ""), ("median of the solved", "1.00 s", ""),
                     ("solved by cvc5", "6 / 6", "synth there: 6"), ("machine time", "1.6 min", "")]


def test_the_files(folder: pathlib.Path) -> None:
    names = {path.name for path in folder.iterdir()}
    pictures = {f"all-{name}.{kind}" for name in ("cactus", "panels", "scatter-synth-cvc5", "scatter-synth-synth-explicit")
                for kind in ("svg", "png")}
    assert names == {"all.md", "all.html", *pictures, *(f"all-{table}.csv" for table in TABLES)}
    told = (folder / "all.md").read_text(encoding="utf-8")
    assert {name for name in re.findall(r"\]\((all-[^)]+)\)", told)} == {name for name in pictures if name.endswith(".svg")}
    assert "## Does it terminate?" in told and "- machine: a machine, 2 cores" in told


def test_a_report_is_the_same_each_time(folder: pathlib.Path, tmp_path: pathlib.Path) -> None:
    for path in write(report("A title & more", measured(EVERYTHING, [SESSION])), tmp_path, "all"):
        assert path.read_bytes() == (folder / path.name).read_bytes(), path.name


def test_long_tables_are_folded_in_markdown() -> None:
    told = text(report("x", measured([run(f"t{number}") for number in range(61)])), "x")
    assert "<details><summary>61 rows</summary>\n\n| category" in told


def write_runs(path: pathlib.Path, runs: list[Run]) -> str:
    lines = [json.dumps(record.to_json()) for record in (SESSION, *runs)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def test_the_report_command(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    readme = tmp_path / "README.md"
    readme.write_text("# synth\n<!-- results -->\n<!-- /results -->\n", encoding="utf-8")
    monkeypatch.setattr(commands, "README", readme)
    records = write_runs(tmp_path / "one_two.jsonl", EVERYTHING)
    assert main(["report", records, "--out", str(tmp_path / "out"), "--readme"]) == 0
    assert "out/one_two.html" in capsys.readouterr().out
    assert "<h1>One two</h1>" in (tmp_path / "out" / "one_two.html").read_text(encoding="utf-8")
    assert "![Tasks solved over time](out/one_two-cactus.svg)" in readme.read_text(encoding="utf-8")


def test_several_files_are_one_report(tmp_path: pathlib.Path) -> None:
    files = [write_runs(tmp_path / f"{name}.jsonl", [run(name)]) for name in ("a", "b")]
    assert main(["report", *files, "--out", str(tmp_path), "--name", "both", "--title", "Both", "--note", "On a & b."]) == 0
    told = (tmp_path / "both.md").read_text(encoding="utf-8")
    assert told.startswith("# Both\n\nOn a & b.\n\n") and "| own | 2 / 2 | 1.00 |" in told
    assert "<p>On a &amp; b.</p>" in (tmp_path / "both.html").read_text(encoding="utf-8")


def test_no_file_hides_another(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [write_runs(tmp_path / f"{name}.jsonl", [run("same", wall=wall)]) for name, wall in (("a", 1.0), ("b", 2.0))]
    assert main(["report", *files, "--out", str(tmp_path)]) == 2
    assert f"{files[1]}: error: synth on same is in {files[0]}, too; `compare` sets" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.md"))


def test_the_plot_command(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = write_runs(tmp_path / "x.jsonl", EVERYTHING)
    assert main(["plot", records, "--out", str(tmp_path), "--against", "cvc5", "synth"]) == 0
    assert {path.name for path in tmp_path.glob("*.svg")} == {"x-scatter-cvc5-synth.svg"}
    assert main(["plot", records, "--out", str(tmp_path), "--against", "cvc5", "nobody"]) == 2
    assert "no runs of nobody" in capsys.readouterr().err


def test_the_compare_command(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, after = (write_runs(tmp_path / f"{name}.jsonl", [run("a", wall=wall)]) for name, wall in (("old", 1.0), ("new", 3.0)))
    assert main(["compare", before, after]) == 0
    assert "Worse: 1 slower." in capsys.readouterr().out
    assert main(["compare", before, after, "--fail-on-worse", "--out", str(tmp_path / "x" / "told.md")]) == 1
    assert (tmp_path / "x" / "told.md").read_text(encoding="utf-8").startswith("# old and new\n")
    assert main(["compare", after, before, "--fail-on-worse"]) == 0
    assert main(["compare", before, after, "--fail-on-worse", "--factor", "4"]) == 0


def test_unusable_files(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.jsonl").write_text("{}\n", encoding="utf-8")
    assert main(["report", str(tmp_path / "bad.jsonl")]) == 2
    assert main(["report", str(tmp_path / "none.jsonl")]) == 2
    assert main(["report", write_runs(tmp_path / "empty.jsonl", [])]) == 2
    assert "no run is recorded" in capsys.readouterr().err
