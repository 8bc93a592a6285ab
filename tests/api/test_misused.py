"""What a run does wrong with memory is told with its values: of which object, at which index, freed or lost where."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest

from synth.analysis.property import Failed, Property
from synth.analysis.property import Verdict as Decided
from synth.analysis.verdict import deciding
from synth.api.replays.replay import answers_of
from synth.api.telling import failed
from synth.cli.main import main
from synth.frontends.c.load import load_text
from synth.frontends.c.running import interpreted

GOT = "#include <stdlib.h>\n#include <string.h>\nextern int __VERIFIER_nondet_int(void);\n"
LIST = "struct n { struct n *next; int d[2]; }; struct n *h; "


def wrong(text: str, property: str) -> Failed | None:
    """Where the run fails that is found, and what it does wrong."""
    program = load_text(text, "program.c", asked=property)
    *_, found = deciding(program.system, Property.SAFETY, 20.0, 0)
    assert isinstance(found, Decided) and found.holds is False and found.certificate is not None
    return failed(program, answers_of(program, found.certificate))


def what(body: str, property: str, before: str = "") -> str:
    """What the run of a main function does wrong, whose body begins in line 4."""
    told = wrong(f"{GOT}{before}int main(void) {{ int i = __VERIFIER_nondet_int(); {body} }}", property)
    assert told is not None
    return told.what


@pytest.mark.parametrize(("before", "body", "told"), [
    ("int a[10]; ", "if (i != 10) return 0;\n return a[i];", "index 10 outside of a[10]"),
    ("int a[10]; ", "int *p = a; if (i != -3) return 0;\n p += i; return *p;", "index -3 outside of a[10]"),
    ("struct s { int k; int d[4]; } v[3]; ", "int *p = v[1].d;\n i = 4; return p[i];", "index 4 outside of v[1].d[4]"),
    ("struct s { int k; int d[4]; } v; ", "i = 5;\n return v.d[i];", "index 5 outside of v.d[4]"),
    ("int m[3][4]; ", "i = 4;\n return m[1][i];", "index 4 outside of m[1], 4 elements"),
    ("int m[3][4]; ", "int *p = m[0]; i = 4;\n return p[3 * i];", "index 12 outside of m[3][4]"),
    ("", "const char *p = \"abc\"; i = 4;\n return p[i];", 'offset 4 outside of "abc"'),
    ("int x; ", "int *p = &x;\n return *++p;", "index 1 outside of x"),
    ("int x[3]; ", "char *p = (char *)x + 12;\n return *p;", "offset 12 outside of x, 12 bytes"),
    ("int x[3]; ", "unsigned *p = (unsigned *)x + 3;\n return *p;", "index 3 outside of x[3]"),
    ("", "int *p = malloc(12); if (p)\n p[3] = 1;", "index 3 outside of the 12 bytes of malloc at line 4 (int[3])"),
    ("", "char *p = malloc(12); if (p)\n p[12] = 1;", "offset 12 outside of the 12 bytes of malloc at line 4"),
    ("", "if (i != 2) return 0; int *p = calloc(i, 4); if (p)\n p[i] = 1;",
     "index 2 outside of the 8 bytes of calloc at line 4 (int[2])"),
    (LIST, "i = 2; h = malloc(sizeof *h); if (h)\n h->d[i] = 1;", "index 2 outside of d[2] in the 16 bytes of malloc at line 4"),
    ("char a[4]; ", "strcpy(a, \"hello\");", "index 4 outside of a[4]"),
    ("int a[4], b[5]; ", "memcpy(a, b, sizeof b);", "index 4 outside of a[4]"),
    ("int g; int f(void) { g = 7; return 1; } ", "int a[3] = {0}; i = 5;\n a[i] = f();", "index 5 outside of a[3]"),
    ("int *p; ", "\n return *p;", "p is a null pointer"),
    (LIST, "h = calloc(1, sizeof *h); if (h)\n return h->next->d[0];", "h->next is a null pointer"),
    ("char *s; ", "return strlen(s);", "a pointer in strlen(s) is null"),
    ("int (*f)(void); ", "return f();", "f is a null pointer"),
    ("", "int *p = malloc(4); if (!p) return 0;\n free(p);\n return *p;", "p points to an object freed at line 5"),
    ("", "int *p = 0; for (int k = 0; k < 2; k++) { int *q = malloc(4); if (!q) return 0; if (p) return *p; p = q;\n free(q); }",
     "p points to an object freed at line 5"),
    ("", "int *p; { int x = 3; p = &x; }\n return *p;", "use of x (line 4) after the end of its block"),
    ("int *f(void) { int x = 3; int *q = &x; return q; }\n", "int *p = f();\n return *p;",
     "use of x (line 4) after the end of its block"),
    ("", "int *p = 0; for (int k = 0; k < 3; k++) { int x = k; if (p) i = *p; p = &x; }",
     "use of x (line 4) after the end of its block"),
    ("", "int *p;\n return *p;", "p has no value"),
    ("", "int *p, x = 3; if (i) p = &x;\n return *p;", "p has no value"),
    ("", "int *p = (int *)(long)i; if (i)\n return *p;", "p points to no object"),
    ("", "int *p = (int *)4096;\n return *p;", "p points to the address 0x1000, where no object is"),
])
def test_pointers_that_are_followed(before: str, body: str, told: str) -> None:
    assert what(body, "valid-deref", before) == told


@pytest.mark.parametrize(("body", "told"), [
    ("int *p = malloc(12);\n free(p);\n free(p);", "free of an object already freed at line 5"),
    ("for (int k = 0; k < 3; k++) { int *p = malloc(4);\n free(p);\n if (k == 2) free(p); }",
     "free of an object already freed at line 5"),
    ("int *p = malloc(4), *q = realloc(p, 8);\n if (q)\n free(p);", "free of an object already freed at line 4"),
    ("int a[3];\n free(a);", "free of something that was not allocated (a, line 4)"),
    ("int *p = malloc(12); if (p)\n free(p + 1);", "free of a pointer to offset 4 of the 12 bytes of malloc at line 4"),
    ("int *p = malloc(12); if (p)\n p = realloc(p + 1, 4);",
     "realloc of a pointer to offset 4 of the 12 bytes of malloc at line 4"),
    ("int *p;\n free(p);", "free of a pointer that has no value"),
    ("int *p = (int *)4096;\n free(p);", "free of the address 0x1000, where no object is"),
    ("free(main);", "free of a function"),
])
def test_what_is_freed(body: str, told: str) -> None:
    assert what(body, "valid-free") == told


@pytest.mark.parametrize(("before", "body", "told"), [
    ("", "int *p = malloc(4);\n p = 0;\n return 0;", "at line 5"),
    ("", "int *p = malloc(4);\n p = 0; exit(0);", "at line 5"),
    ("", "int *p = malloc(4);\n\n return 0;", "at the end"),
    ("", "malloc(4);\n return 0;", "at line 4"),
    ("void f(int *q) { if (q) *q = 1; } ", "if (i == 1)\n f(malloc(4));\n return 0;",
     "memory allocated at line 5 is lost as a block is left after line 4"),
    ("void f(void) { int *p = malloc(4); if (p)\n *p = 1;\n } ", "f();\n return 0;", "as a block is left after line 5"),
    ("", "{ int *p = malloc(4);\n i = 3; }\n i = 4;\n return 0;", "as a block is left after line 5"),
    (LIST, "for (int k = 0; k < 2; k++) { struct n *p = malloc(sizeof *p); if (!p) return 0; p->next = h; h = p; }\n"
     "h = 0;\n return 0;", "at line 5"),
    (LIST, "h = malloc(sizeof *h); if (!h) return 0;\n h->next = malloc(sizeof *h);\n free(h); h = 0;\n return 0;",
     "memory allocated at line 5 is lost at line 6"),
    ("int *get(void) { int *p = malloc(4); return p; } ", "int *q = get();\n q = 0;\n return 0;", "at line 5"),
])
def test_where_memory_is_lost(before: str, body: str, told: str) -> None:
    whole = told if told.startswith("memory") else f"memory allocated at line 4 is lost {told}"
    assert what(body, "valid-memtrack", before) == whole


def test_what_is_left() -> None:
    found = what("p = malloc(4);\n return 0;", "valid-memcleanup", "int *p; ")
    assert found == "memory allocated at line 4 is not freed at the end"


def test_what_is_not_known_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that is too long is not followed; what is asserted is told all the same."""
    monkeypatch.setattr(interpreted, "MOST", 20)
    assert what("if (i != 10) return 0;\n return a[i];", "valid-deref", "int a[10]; ") == ""


def test_text_and_json(tmp_path: pathlib.Path, capsys: Any) -> None:
    """Lines are told with their files where there are several."""
    (tmp_path / "use.c").write_text("extern int *make(void); extern void drop(int *);\n"
                                    "int main(void) { int *p = make();\n drop(p);\n return *p; }\n", encoding="utf-8")
    (tmp_path / "make.c").write_text("#include <stdlib.h>\nint *make(void) { int *p = malloc(4); if (!p) exit(0); return p; }\n"
                                     "void drop(int *p) {\n free(p); }\n", encoding="utf-8")
    words = ["prove", str(tmp_path / "use.c"), str(tmp_path / "make.c"), "--property", "memory-safety", "--no-replay"]
    told = f"p points to an object freed at {tmp_path}/make.c:4"
    main(words)
    assert f"  {tmp_path}/use.c:4: the assertion *p in memory that is not freed fails: {told}\n" in capsys.readouterr().out
    main([*words, "--json"])
    assert json.loads(capsys.readouterr().out)["verdicts"][0]["failure"] == {
        "file": str(tmp_path / "use.c"), "line": 4, "assertion": "*p in memory that is not freed", "cause": "bounds", "what": told}


def test_what_is_included(tmp_path: pathlib.Path, capsys: Any) -> None:
    """Places in an included file are told by its lines."""
    (tmp_path / "drop.h").write_text("#include <stdlib.h>\nstatic inline void drop(int *p)\n{\n    free(p);\n}\n"
                                     "static inline int first(int *p)\n{\n    return p[0];\n}\n", encoding="utf-8")
    (tmp_path / "a.c").write_text("#include \"drop.h\"\nint main(void) { int *p = malloc(4); if (!p) return 1;\n drop(p);\n"
                                  " return first(p); }\n", encoding="utf-8")
    words = ["prove", str(tmp_path / "a.c"), "--property", "valid-deref", "--no-replay"]
    main(words)
    assert "drop.h:8: the assertion p[0] in memory that is not freed fails: p points to an object freed at " in (
        out := capsys.readouterr().out)
    assert "drop.h:4\n" in out
    main([*words, "--json"])
    failure = json.loads(capsys.readouterr().out)["verdicts"][0]["failure"]
    assert failure["line"] == 1 and failure["origin"].endswith("drop.h:8")


def test_failures_of_other_kinds(tmp_path: pathlib.Path, capsys: Any) -> None:
    """A failed assertion says itself what is wrong; nothing is told of a property that holds."""
    (tmp_path / "a.c").write_text("int main(void) { int x = nondet();\n __VERIFIER_assert(x); }", encoding="utf-8")
    main(["prove", str(tmp_path / "a.c"), "--json"])
    ends, safe = json.loads(capsys.readouterr().out)["verdicts"]
    assert ends["failure"] is None
    assert safe["failure"] == {"line": 2, "assertion": "x", "cause": "call", "what": None}


def test_a_compiled_program_that_goes_on_after_what_nothing_sees_says_nothing(tmp_path: pathlib.Path, capsys: Any) -> None:
    """The variable of a block that was left lies where it lies when the block is entered again."""
    (tmp_path / "a.c").write_text("int main(void) { int n = 0, *p = &n; for (int i = 0; i < 3; i++) { int own = i;\n"
                                  "if (i == 0) p = &own; else *p = 3; } return 0; }", encoding="utf-8")
    main(["prove", str(tmp_path / "a.c"), "--property", "memory-safety", "--json"])
    verdict, = json.loads(capsys.readouterr().out)["verdicts"]
    assert verdict["verdict"] == "false" and verdict["failure"]["line"] == 2


def test_that_floats_become_integers_is_an_assumption(tmp_path: pathlib.Path, capsys: Any) -> None:
    (tmp_path / "a.c").write_text("extern double nondet(void);\nint main(void) { double d = nondet();\n return d == -1.0 &&\n"
                                  " (unsigned)d != 0x80000000u; }", encoding="utf-8")
    main(["prove", str(tmp_path / "a.c"), "--property", "safety"])
    said = capsys.readouterr().out
    assert "assumed: line 3: a floating-point number becomes 100...0 in an integer type that is too small" in said
    (tmp_path / "a.c").write_text("extern double nondet(void);\nint main(void) { return nondet() == 1.0; }", encoding="utf-8")
    main(["prove", str(tmp_path / "a.c"), "--property", "safety"])
    assert "100...0" not in capsys.readouterr().out
