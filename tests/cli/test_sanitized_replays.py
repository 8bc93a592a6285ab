"""What programs do with memory, replayed under gcc's sanitizers: confirmed, not seen, or contradicted."""

from __future__ import annotations

import json
import pathlib
import shutil
import tempfile
from typing import Any

import pytest

from synth.cli.exits import Exit
from synth.cli.main import main
from synth.frontends.c.preprocessing import compiler
from synth.frontends.c.running import sanitizers
from synth.frontends.c.running.harness import Ending, Harness, Ran
from synth.frontends.c.running.sanitizers import Report

needs_sanitizers = pytest.mark.skipif(
    shutil.which("gcc") is None or isinstance(sanitizers.flags(str(compiler.available()), ()), str), reason="no AddressSanitizer")

GOT = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n"
NULL, FREE, LEAK = (f"{GOT}int main(void) {{ char *p = malloc(4);\n {body} }}" for body in (
    "*p = 3; free(p); return 0;", "if (!p) return 1; free(p); free(p); return 0;", "p = 0; return 0;"))


def replayed(folder: pathlib.Path, capsys: Any, text: str, property: str, second: str = "replay") -> tuple[str, dict[str, Any]]:
    """The status of a replay, or of a trial, and all that is told of it."""
    (folder / "program.c").write_text(text, encoding="utf-8")
    main(["prove", str(folder / "program.c"), "--property", property, "--json"])
    verdict, = json.loads(capsys.readouterr().out)["verdicts"]
    return verdict[second]["status"], verdict[second]


@needs_sanitizers
@pytest.mark.parametrize(("text", "property", "line", "kind"), [
    (NULL, "memory-safety", 4, "SEGV"),
    (FREE, "valid-free", 4, "double-free"),
    (f"{GOT}int main(void) {{ char a[3];\n free(a); return 0; }}", "valid-free", 4, "bad-free"),
    (f"{GOT}int main(void) {{ char *p = malloc(4); if (!p) return 0;\n free(p);\n return *p; }}", "valid-deref", 5,
     "heap-use-after-free at line 5, 0 bytes from the begin of a block of 4 bytes, freed at line 4"),
    (f"{GOT}int main(void) {{ int *p = malloc(8); if (!p) return 0;\n p[__VERIFIER_nondet_int() & 1 ? 2 : 1] = 1; free(p); }}",
     "valid-deref", 4, "heap-buffer-overflow at line 4, 0 bytes behind a block of 8 bytes"),
    ("int a[10];\nint at(int *p, int i) { return p[i]; }\nint main(void) { return at(a, 10); }", "valid-deref", 2,
     "global-buffer-overflow at line 2, 0 bytes behind a"),
    ("int at(int *p, int i) { return p[i]; }\nint main(void) { int b[3] = {0}; return at(b, -1); }", "valid-deref", 1,
     "stack-buffer-underflow"),
    ("int main(void) { int *p; { int x = 3; p = &x; }\n return *p; }", "valid-deref", 2, "stack-use-after-scope"),
    ("int *f(void) { int x = 3; int *p = &x; return p; }\nint main(void) { int *p = f();\n return *p; }", "valid-deref", 3,
     "stack-use-after-return"),
    ("int main(void) { int *p;\n return *p; }", "valid-deref", 2, "SEGV"),
    (LEAK, "valid-memtrack", 3, "LeakSanitizer finds the memory lost that is allocated at line 3"),
    (f"{GOT}int main(void) {{ char *p =\n malloc(4); p = 0; exit(0); }}", "valid-memtrack", 4, "LeakSanitizer finds"),
    (f"{GOT}int *p; int main(void) {{\n p = malloc(4); return 0; }}", "valid-memcleanup", 4, "what is not freed"),
    (f"{GOT}#define NEW(n) malloc(n)\nint main(void) {{ char *p = NEW(4); if (!p) return 0;\n p[4] = 1; free(p); }}",
     "valid-deref", 5, "heap-buffer-overflow"),
    (f"{GOT}int main(void) {{ char *p = malloc(4); if (!p) return 0; char *q = realloc(p, 8); if (!q) {{ free(p); return 0; }}\n"
     " *p = 1; free(q); }", "memory-safety", 4, "heap-use-after-free"),
    (f"{GOT}int main(void) {{ int *p = malloc(8); if (!p) return 0; int r = p[1]; free(p);\n if (r == 77) free(p); }}",
     "valid-free", 4, "double-free"),
])
def test_kinds(tmp_path: pathlib.Path, capsys: Any, text: str, property: str, line: int, kind: str) -> None:
    status, told = replayed(tmp_path, capsys, text, property)
    assert (status, told["line"]) == ("confirmed", line)
    main(["prove", str(tmp_path / "program.c"), "--property", property])
    assert kind in next(row for row in capsys.readouterr().out.splitlines() if row.startswith("  replayed: "))


@needs_sanitizers
def test_an_index_is_told(tmp_path: pathlib.Path, capsys: Any) -> None:
    (tmp_path / "program.c").write_text("int a[10]; int main(void) { int i = 10;\n return a[i + nondet() % 2]; }", encoding="utf-8")
    main(["prove", str(tmp_path / "program.c"), "--property", "valid-deref"])
    assert "  replayed: the assertion at line 2 failed after 1 input: index 1" in (out := capsys.readouterr().out)
    assert "is outside of 'int [10]'" in out


FILES = {
    "use.c": "#include \"at.h\"\nextern int *make(int); extern void drop(int *); extern int nondet(void);\nstatic int g[3];\n"
             "int main(void) { int *p = make(4); if (!p) return at(g, 3 * FAR);\n drop(p);\n return nondet() == 7 ? p[1] : 0; }\n",
    "make.c": "#include <stdlib.h>\n#define NEW(n) malloc((n) * sizeof(int))\nstatic int g;\n"
              "int *make(int n) { g++; return NEW(n); }\nvoid drop(int *p) { g--;\n free(p); }\n",
    "at.h": "#ifndef FAR\n#define FAR 0\n#endif\nstatic inline int at(int *p, int i) {\n\n\n\n\n\n\n\n\n return p[i]; }\n"}


@needs_sanitizers
@pytest.mark.parametrize("order", [("use.c", "make.c"), ("make.c", "use.c")])
@pytest.mark.parametrize(("far", "line", "told"), [
    (0, 6, "heap-use-after-free at {0}/use.c:6, 4 bytes from the begin of a block of 16 bytes, freed at {0}/make.c:6, after 1 "),
    (1, 1, "global-buffer-overflow at {0}/use.c:1, ")])
def test_several_files(tmp_path: pathlib.Path, capsys: Any, order: tuple[str, str], far: int, line: int, told: str) -> None:
    """What fails in a file that one includes is told where it is included."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text.replace("#define FAR 0", f"#define FAR {far}"), encoding="utf-8")
    words = ["prove", *(str(tmp_path / name) for name in order), "--property", "valid-deref"]
    main(words)
    assert f"  replayed: AddressSanitizer finds {told.format(tmp_path)}" in capsys.readouterr().out
    main([*words, "--json"])
    replay = json.loads(capsys.readouterr().out)["verdicts"][0]["replay"]
    assert (replay["status"], replay["file"], replay["line"]) == ("confirmed", str(tmp_path / "use.c"), line)


@needs_sanitizers
@pytest.mark.parametrize(("text", "property"), [
    ("char *e; int main(void) { char *p = malloc(4);\n if (p) e = p + 4; return 0; }", "valid-memtrack"),
    ("int main(void) { int *p = malloc(4), *q = malloc(4);\n if (p && q && p == q) { free(p); free(p); } free(p); free(q); }",
     "valid-free"),
    ("int main(void) { char *p = calloc(1ul << 33, 1ul << 33);\n if (p) { free(p); free(p); } }", "valid-free")])
def test_proofs_are_tried(tmp_path: pathlib.Path, capsys: Any, text: str, property: str) -> None:
    assert replayed(tmp_path, capsys, GOT + text, property, "trial")[0] == "passed"


@needs_sanitizers
def test_an_overflow_of_calloc_is_null(tmp_path: pathlib.Path, capsys: Any) -> None:
    text = f"{GOT}int main(void) {{ char *p = calloc(1ul << 33, 1ul << 33);\n *p = 1; }}"
    status, told = replayed(tmp_path, capsys, text, "valid-deref")
    assert (status, told["line"]) == ("confirmed", 4)


@needs_sanitizers
def test_that_free_stops_the_program_is_no_contradiction(tmp_path: pathlib.Path, capsys: Any,
                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Harness, "run", lambda *_: Ran(Ending.ENDED, (0, 0), 0, 0, "SIGABRT"))
    status, told = replayed(tmp_path, capsys, FREE, "valid-free")
    assert status == "not-confirmed"
    assert "stopped by SIGABRT after 0 inputs, as free may do" in told["reason"]


@needs_sanitizers
@pytest.mark.parametrize(("text", "why"), [
    ("struct s { int a[2], b; }; int main(void) { struct s x = {{1, 2}, 3}; int *p = x.a; return p[2]; }", "of the same object"),
    ("int main(void) { int *p = 0; *p; return 0; }", "gcc leaves out")])
def test_what_the_sanitizers_cannot_see_is_no_contradiction(tmp_path: pathlib.Path, capsys: Any, text: str, why: str) -> None:
    status, told = replayed(tmp_path, capsys, text, "valid-deref")
    assert status == "not-confirmed"
    assert told["reason"].startswith("the sanitizers see nothing after 0 inputs: ")
    assert why in told["reason"]


@needs_sanitizers
@pytest.mark.parametrize(("ran", "status"), [
    (Ran(Ending.REPORTED, (0, 0), 0, 0, reports=(Report("SEGV", 9),)), "not-confirmed"),
    (Ran(Ending.ENDED, (0, 0), 0, 0, reports=(Report("left", 3),)), "not-confirmed"),
    (Ran(Ending.NO_MEMORY, (0, 0), 0, 0), "unavailable"), (Ran(Ending.RUNNING, (0, 0), 0, 0), "too-long")])
def test_another_end_of_the_run(tmp_path: pathlib.Path, capsys: Any, monkeypatch: pytest.MonkeyPatch, ran: Ran,
                                status: str) -> None:
    monkeypatch.setattr(Harness, "run", lambda *_: ran)
    assert replayed(tmp_path, capsys, LEAK, "valid-memtrack")[0] == status


@needs_sanitizers
def test_that_nothing_is_left_contradicts_a_leak(tmp_path: pathlib.Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Harness, "run", lambda *_: Ran(Ending.ENDED, (0, 0), 0, 0))
    (tmp_path / "program.c").write_text(LEAK, encoding="utf-8")
    assert main(["prove", str(tmp_path / "program.c"), "--property", "valid-memtrack"]) == Exit.UNUSABLE
    assert "the compiled program says otherwise: the program ended after 0 inputs" in capsys.readouterr().err


@needs_sanitizers
def test_a_report_contradicts_a_proof(tmp_path: pathlib.Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "program.c").write_text("int main(void) { int a[3] = {0}; int *p = a; return p[2]; }", encoding="utf-8")
    words = ["prove", str(tmp_path / "program.c"), "--property", "memory-safety"]
    assert main(words) == Exit.SOLVED
    assert "  tried: " in capsys.readouterr().out
    monkeypatch.setattr(Harness, "sample", lambda *_: [Ran(Ending.REPORTED, (0, 0), 0, 0, reports=(Report("double-free", 1),))])
    assert main(words) == Exit.UNUSABLE
    assert "says otherwise: AddressSanitizer finds double-free at line 1" in capsys.readouterr().err


def test_without_sanitizers_it_is_not_replayed(tmp_path: pathlib.Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sanitizers, "flags", lambda *_: "gcc has no AddressSanitizer here")
    status, told = replayed(tmp_path, capsys, FREE, "valid-free")
    assert (status, told["reason"]) == ("unavailable", "gcc has no AddressSanitizer here")


@needs_sanitizers
@pytest.mark.usefixtures("no_process_is_left")
def test_nothing_is_left_behind(tmp_path: pathlib.Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    assert replayed(tmp_path, capsys, FREE, "valid-free")[0] == "confirmed"
    assert list((tmp_path / "temporary").iterdir()) == []


@needs_sanitizers
def test_memory_that_is_always_allocated(tmp_path: pathlib.Path, capsys: Any) -> None:
    """The compiled program gets it, too: what is said of it is replayed and tried."""
    for far, second, status in (("4", "replay", "confirmed"), ("3", "trial", "passed")):
        text = f"{GOT}int main(void) {{ int *p = malloc(16);\n p[{far}] = 1; free(p); }}"
        (tmp_path / "program.c").write_text(text, encoding="utf-8")
        main(["prove", str(tmp_path / "program.c"), "--property", "memory-safety", "--allocation", "succeeds", "--json"])
        verdict, = json.loads(capsys.readouterr().out)["verdicts"]
        assert verdict[second]["status"] == status


@needs_sanitizers
def test_another_assertion_may_fail_behind_what_is_not_seen(tmp_path: pathlib.Path, capsys: Any) -> None:
    text = ("struct { int a[2], b[2]; } s;\nint main(void) { int *p = s.a, i = nondet();\n p[2] = 1;\n"
            " return s.b[2 + (i & 1)]; }")
    assert replayed(tmp_path, capsys, text, "valid-deref")[0] == "not-confirmed"
    main(["prove", str(tmp_path / "program.c"), "--property", "valid-deref"])
    assert "not replayed: the assertion at line 4 failed after 0 inputs, not what was said of line 3" in capsys.readouterr().out


def test_objects_are_told_by_their_names(tmp_path: pathlib.Path, capsys: Any) -> None:
    (tmp_path / "program.c").write_text(
        f"{GOT}int a[2];\nint main(void) {{ int *p = 0, *q = malloc(4);\n for (int i = 0; i < 3; i++) {{ p = i == 1 ? a : q; }}\n"
        " p[0] = 1; return p[1]; }", encoding="utf-8")
    main(["prove", str(tmp_path / "program.c"), "--property", "valid-deref", "--no-replay", "--allocation", "succeeds"])
    out = capsys.readouterr().out
    assert "p -> null" in out
    assert "p -> a" in out
    assert "p -> block of line 4" in out
