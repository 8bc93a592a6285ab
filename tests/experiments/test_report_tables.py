"""The tables' numbers, counted by hand."""

from __future__ import annotations

import csv
import io

import pytest
from recorded import SESSION, program, run, sygus, termination

from experiments.harness.records import Run
from experiments.reports import categories, phases, questions, summary, tasks, verdicts, wins
from experiments.reports import sygus as sygus_table
from experiments.reports.entries import measured
from experiments.reports.published import SOURCE, figures
from experiments.reports.table import Kind, Mark, Ratio, Row, Table, cell, markdown, to_csv
from synth.errors import InputError


def row(table: Table, first: str, tool: str | None = None) -> Row:
    head = next(iter(table.columns))
    (found,) = [r for r in [*table.rows, *table.footer] if r[head] == first and (tool is None or r["tool"] == tool)]
    return found


def test_categories() -> None:
    found = measured([
        run("a", wall=1.0, specification=10, solution=2, answer=program("explicit", explicit=1)),
        run("b", wall=3.0, specification=30, solution=4, answer=program("explicit", explicit=1)),
        run("c", outcome="timeout", wall=10.0, specification=50), run("d", outcome="wrong"),
        run("a", "cvc5", wall=9.0, solution=5), termination("loop1", wall=2.0)])
    table = categories.table(found)
    assert dict(row(table, "own")) == {
        "category": "own", "tool": "synth", "benchmarks": 4, "solved": 2, "wrong": 1, "spec. size": 30.0, "solution size": 3.0,
        "iterations": 3.0, "average s": 2.0, "total s": 4.0}
    assert row(table, "all")["solved"] == 3 and row(table, "all")["total s"] == 6.0
    assert row(table, "termination", SOURCE)["solved"] == 33
    assert not any(r["category"].startswith("qbf") for r in table.footer)
    others = categories.others(found)
    assert [(r["category"], r["tool"], r["solved"], r["iterations"]) for r in others.rows] == [("own", "cvc5", 1, None)]
    assert others.footer == []


def asked(task: str, prop: str, outcome: str, **rest: str) -> Run:
    category = task.partition("/")[0]
    return run(task, outcome=outcome, suite="c", category=category, property=prop, expected="true", **rest)


def test_questions_about_programs() -> None:
    found = measured([
        asked("loops/a", "termination", "right"), asked("loops/a", "unreach-call", "timeout", detail="timeout"),
        asked("loops/b", "termination", "wrong"), asked("bitvector/c", "unreach-call", "unconfirmed"),
        asked("bitvector/d", "unreach-call", "refused", detail="d.c:3:1: error: not supported: asm"),
        asked("bitvector/e", "unreach-call", "refused", detail="e.c:9:2: error: not supported: asm"),
        asked("bitvector/f", "unreach-call", "crash"), run("specification", outcome="timeout")])
    table = questions.table(found)
    assert list(row(table, "c/bitvector").values()) == ["c/bitvector", "synth", 4, 2, 0, 0, 1, 0, 2, 1]
    assert list(row(table, "c/loops").values()) == ["c/loops", "synth", 3, 3, 1, 1, 0, 1, 0, 0]
    assert row(table, "all")["asked"] == 7 and row(table, "all, termination")["right"] == 1
    best = row(table, "bitvector")
    assert (best["asked"], best["right"], best.get("wrong")) == (32, 32, None) and "SV-COMP 2013" in best["tool"] and table.notes
    assert [tuple(r.values()) for r in questions.unanswered(found).rows] == [
        ("crash", None, "synth", 1), ("refused", "not supported: asm", "synth", 2), ("timeout", "timeout", "synth", 1)]


def test_specifications_are_no_questions_about_programs() -> None:
    found = measured([run("a"), run("b", outcome="timeout")])
    assert not questions.table(found).rows and not questions.unanswered(found).rows


def test_wins() -> None:
    table = wins.table(measured([
        run("a", answer=program("genetic", explicit=0, genetic=1)), run("b", answer=program("explicit", explicit=2)),
        run("c", answer=program("genetic", genetic=1)), run("d", outcome="wrong", answer=program("bounded", bounded=1)),
        run("a", "cvc5", answer={"text": "x"})]))
    assert [(r["engine"], r["answers"], r["proposed"], r["refuted"], r["busy s"]) for r in table.rows] == [
        ("genetic", 2, 4, 2, 1.0), ("explicit", 1, 4, 2, 1.0), ("bounded", 0, 2, 1, 0.5)]
    assert table.rows[0]["share"] == pytest.approx(2 / 3)
    assert [r["share"] for r in table.footer] == [0.12, 0.46, 0.42]


def test_proofs() -> None:
    table = wins.proofs(measured([run("a", answer=program("genetic")), run("b", answer=program("genetic")),
                                  termination("loop1", answer={"found_by": "ranking", "proved_by": "bitwuzla"})]))
    assert [tuple(r.values()) for r in table.rows] == [
        ("specification", "genetic", "z3", 2), ("termination", "ranking", "bitwuzla", 1)]


def test_phases() -> None:
    solved = [run(name, answer=program("genetic")) for name in "ab"]
    table = phases.table(measured([*solved, run("c", outcome="timeout")]))
    (ours,) = table.rows
    assert tuple(ours.values()) == ("own", 6.0, 2.0, 0.5, 8.0, 0.75, 0.25, 0.0625)
    (past,) = table.footer
    assert [cell(past[name], Kind.SHARE) for name in ("SYNTH", "VERIF", "generalise")] == ["69%", "31%", "5%"]


def test_published_figures_add_up_as_published() -> None:
    programs = figures()["programs"].values()
    assert len(programs) == 47

    def counts(tool: str) -> tuple[int, int, int, int]:
        said = [(p[tool][0], p["expected"]) for p in programs]
        return (sum(v == e for v, e in said), sum(v in ("true", "false") and v != e for v, e in said),
                sum(v == "unknown" for v, _ in said), sum(v == "timeout" for v, _ in said))

    assert counts("armc") == (28, 3, 13, 3)
    assert counts("juggernaut") == (35, 0, 0, 12)
    assert sum(line["solved"] for line in figures()["categories"]) == 59
    assert sum(line["total"] for line in figures()["categories"]) == pytest.approx(565.2, abs=0.2)


def test_verdicts_beside_the_published_ones() -> None:
    table = verdicts.table(measured([
        termination("svcomp28", expected="false", wall=4.0), termination("loop2", wall=2.0),
        termination("loop11", expected="false"), termination("loop1", outcome="timeout", wall=10.0),
        termination("loop3", outcome="wrong"), termination("not_published"), termination("loop1", "other", wall=0.5)]))
    assert [r["program"] for r in table.rows] == ["loop1", "loop2", "loop3", "loop11", "svcomp28"]
    assert [str(r["synth"]) for r in table.rows] == [
        "timeout", "terminates 2.00 s", "wrong: runs on 1.00 s", "runs on 1.00 s", "runs on 4.00 s"]
    assert [str(r["ARMC, published"]) for r in table.rows][3:] == ["wrong: terminates 0.05 s", "wrong: terminates 0.13 s"]
    assert str(row(table, "svcomp28")["JUGGERNAUT, published"]) == "timeout"
    assert "differs for: svcomp28." in table.legend
    counts = {r["program"]: [str(r.get(c) or "") for c in ("synth", "other", "ARMC, published")] for r in table.footer}
    assert counts == {"right": ["3", "1", "3"], "wrong": ["1", "0", "2"], "out of time or memory": ["1", "0", "0"],
                      "median s of the right": ["2.00", "0.50", "0.06"]}


def test_safety_of_a_program_of_the_same_name_is_another_question() -> None:
    safety = termination("loop1", property="safety", file="experiments/programs/safety/loop1.c")
    assert verdicts.table(measured([safety])).rows == []


def test_sygus_folders() -> None:
    table = sygus_table.table(measured([
        sygus("set/a.sl", wall=0.5, solution=3), sygus("set/a.sl", "cvc5", wall=9.0, solution=5),
        sygus("set/b.sl", wall=30.0, solution=4), sygus("set/b.sl", "cvc5", "unconfirmed", verdict="infeasible"),
        sygus("set/c.sl", outcome="timeout", wall=60.0, limit=60.0),
        sygus("set/c.sl", "cvc5", "unconfirmed", verdict="infeasible"), run("no file of that kind")]))
    assert list(table.columns) == ["folder", "tool", "files", "1 s", "10 s", "60 s", "median s", "median size", "infeasible"]
    assert [tuple(r.values()) for r in table.rows] == [
        ("sygus/set", "synth", 3, 1, 1, 2, 15.25, 3.5, 0), ("sygus/set", "cvc5", 3, 0, 1, 1, 9.0, 5.0, 1)]
    assert table.notes == (
        "Settled by synth and not by cvc5: 1: set/b.sl.", "Settled by cvc5 and not by synth: 1: set/c.sl.",
        "Of 1 files that both solve, synth's answer is shorter than cvc5's for 1, longer for 0, of one size for 0.")


def test_every_task_and_what_is_doubtful() -> None:
    found = measured([run("a", answer=program("genetic")), run("a", "cvc5", "wrong", detail="refuted at 3"),
                      run("b", outcome="crash", detail="ValueError"), run("b", "cvc5", "unconfirmed"), run("c", outcome="memory")])
    table = tasks.table(found)
    assert "property" not in table.columns
    assert [(r["task"], str(r["synth"])) for r in table.rows] == [("a", "solved 1.00 s"), ("b", "crash"), ("c", "memory")]
    assert "cvc5" not in table.rows[2]
    assert table.rows[0]["synth"].detail == "f(x):\nt0 = not x\nreturn t0\n\nk = 0x1f"
    assert table.rows[0]["cvc5"].detail == "refuted at 3"
    assert [(r["outcome"], r["tool"], r["task"], r["why"]) for r in tasks.doubts(found).rows] == [
        ("wrong", "cvc5", "a", "refuted at 3"), ("crash", "synth", "b", "ValueError"), ("unconfirmed", "cvc5", "b", None)]


def test_certificates_are_told() -> None:
    loop = {"line": 15, "predicate": {"text": "y >= 1"}, "rank": [{"text": "x + y"}, {"text": "x"}]}
    certificate = {"kind": "ranking", "loops": [loop], "steps": []}
    (shown,) = tasks.table(measured([termination("loop4", answer={"certificate": certificate})])).rows
    assert shown["synth"].detail == "ranking\nline 15:\n    set:  y >= 1\n    rank: (x + y, x)"


def test_the_headline() -> None:
    found = measured([run("a", wall=1.0), run("b", wall=2.0), run("c", outcome="timeout"), run("a", "cvc5", wall=0.1),
                      run("b", "synth-explicit"), termination("loop1", outcome="wrong")], [SESSION])
    table = summary.table(found)
    assert [tuple(map(str, r.values())) for r in [*table.rows, *table.footer]] == [
        ("own", "2 / 3", "1.5", "1 / 1", "0.1"), ("termination", "0 / 1", "None", "None", "None"),
        ("all", "2 / 4", "1.5", "1 / 1", "0.1")]
    assert table.notes == ("Wrong answers: 1 of synth.",)
    facts = summary.circumstances(found)
    assert (facts["limits"], facts["tools"], facts["runs"]) == ("10 s, 4000 MB, held by psutil", "cvc5 1.4", "6 of 4 tasks")


def test_a_measurement_that_is_older_than_the_code_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    found = measured([run("a")], [SESSION])
    aged = "abc1234, which is older than the code: 7 commits have changed it since"
    for count, said in ((0, "abc1234"), (None, "abc1234"), (7, aged)):
        monkeypatch.setattr(summary, "commits_since", lambda _, count=count: count)
        assert summary.circumstances(found)["commit"] == said
        assert f"{said}, " in summary.readme_part(found, "x.svg")


def test_the_part_of_the_readme() -> None:
    part = summary.readme_part(measured([run("a")], [SESSION]), "results/all-cactus.svg")
    text = "# x\n\n<!-- results -->\nold\n<!-- /results -->\n\nrest\n"
    written = summary.replaced(text, part)
    assert written == f"# x\n\n<!-- results -->\n{part}\n<!-- /results -->\n\nrest\n"
    assert summary.replaced(written, part) == written
    for piece in ("| own | 1 / 1 | 1.00 |", "(results/all-cactus.svg)", "experiments run all", "abc1234", "Wrong answers: none."):
        assert piece in part
    with pytest.raises(InputError, match="<!-- results -->"):
        summary.replaced("# x\n", part)


def test_cells_and_texts() -> None:
    shown = [cell(None, Kind.COUNT), cell(1234, Kind.COUNT), cell(0.125, Kind.SHARE), cell(2.25, Kind.MEAN), cell("a", Kind.TEXT)]
    assert shown == ["–", "1,234", "12%", "2.2", "a"]
    assert [cell(value, Kind.SECONDS) for value in (0.123, 9.99, 12.34, 1234.5)] == ["0.12", "9.99", "12.3", "1,234"]
    kinds = {"name": Kind.TEXT, "n": Kind.COUNT, "tool": Kind.MARK, "all": Kind.RATIO}
    rows, footer = [{"name": "a|b\nc", "n": 1, "tool": Mark("solved", None, 1.5)}], [{"name": "all", "all": Ratio(1, 2)}]
    table = Table("t", "T", "", kinds, rows, footer)
    assert markdown(table).splitlines() == [
        "| name | n | tool | all |", "| --- | --: | --- | --: |", "| a\\|b c | 1 | solved 1.50 s | – |", "| all | – | – | 1 / 2 |"]
    assert list(csv.reader(io.StringIO(to_csv(table)))) == [
        ["name", "n", "tool", "tool s", "all", "all of"], ["a|b\nc", "1", "solved", "1.5", "", ""], ["all", "", "", "", "1", "2"]]
    assert markdown(Table("t", "T", "", kinds, [])) == ""
