"""Several files make one program: what they share, what is each file's own, and what does not fit together."""

from __future__ import annotations

import pathlib
import shutil
import subprocess
from collections.abc import Mapping

import pytest
from c_systems import run

from synth.errors import InputError
from synth.frontends.c.load import Program, load_files
from synth.frontends.c.preprocessing.dialect import File
from synth.transition import Kind

HEADER = """#ifndef SHARED_H
#define SHARED_H
inline int square(int x) { return x * x; }
static inline int cube(int x) { static int calls; calls++; return x * x * x + calls; }
typedef struct { int a; } record;
typedef struct node { struct node *next; int value; } node;
enum color { RED, GREEN };
struct point { int x, y; };
#endif
"""
PROGRAMS: dict[str, dict[str, str]] = {
    "static functions, types, tags and constants": {"a.c": """
enum kind { ONE = 1, TWO }; struct s { int x; }; typedef int number; static int value = 3; int other(void);
static number get(void) { struct s s = { TWO }; return s.x + value; }
int main(void) { if (get() != 5 || other() != 259) bad(); value++; if (get() != 6 || other() != 259) bad(); }""", "b.c": """
enum kind { ONE = 100, TWO = 200 }; struct s { char pad; unsigned char x; }; typedef unsigned char number; static int value = 300;
static number get(void) { return value; }
int other(void) { struct s s = { 1, 259 }; return s.x + TWO + ONE - 100 + (get() + 12); }"""},
    "statics that blocks hide": {"a.c": """
static int x = 1; int *px(void); int f(void);
int main(void) { int r = x; { int x = 7; { extern int y; r += x + y; } r += x; }
    if (r != 1 + 7 + 40 + 7 || f() != 2 || *px() != 2 || x != 1) bad(); }""", "b.c": """
static int x = 2; int y = 40; int *px(void) { return &x; }
int f(void) { int a = x; for (int x = 9; x < 10; x++) a += 0; { typedef int x; x q = 0; a += q; } return a; }"""},
    "pointers to static functions": {"a.c": """
static int op(int a) { return a + 1; } int (*pick(int))(int); int apply(int (*)(int), int);
int main(void) { int (*mine)(int) = op;
    if (mine(1) != 2 || pick(0)(1) != 101 || pick(1)(1) != 0 || apply(op, 4) != 5 || pick(0) == mine) bad(); }""", "b.c": """
static int op(int a) { return a + 100; } static int op2(int a) { return a - 1; }
static int (*const table[2])(int) = { op, op2 }; int (*pick(int i))(int) { return table[i]; }
int apply(int (*f)(int), int op) { return f(op); }"""},
    "constants in bounds and designators": {"a.c": """
enum { N = 3 }; static int t[N] = { [2] = N }; extern int u[]; extern int size(void); struct p { int N; };
int main(void) { struct p q = { .N = N }; if (t[2] != 3 || u[4] != 5 || size() != 20 || q.N != 3) bad(); }""", "b.c": """
enum { N = 5 }; int u[N] = { [4] = N }; int size(void) { struct r { int N[N]; }; return sizeof(struct r); }"""},
    "a struct that one file knows from within": {"a.c": """
struct box *make(int); int get(const struct box *); typedef struct box box_t; void put(box_t *, int);
int main(void) { struct box *b = make(3); put(b, get(b) + 1); if (get(b) != 4) bad(); }""", "b.c": """
struct box { int v, w; }; typedef struct box box_t; static box_t only; struct box *make(int v) { only.v = v; return &only; }
int get(const struct box *b) { return b->v; } void put(box_t *b, int v) { b->v = v; }"""},
    "tentative definitions": {"a.c": """
int x; int x; extern int x; extern int z;
int main(void) { extern int x; if (x != 0 || z != 9) bad(); x = 4; { extern int get(void); if (get() != 4) bad(); } }""", "b.c": """
extern int x; int z; int z = 9; int get(void) { return x; }"""},
    "headers of both": {"shared.h": HEADER, "a.c": """
#include "shared.h"
int f(record *, node *, enum color, struct point);
int main(void) { record r = { 2 }; node n = { 0, 5 }; struct point p = { 1, 2 };
    if (square(3) != 9 || cube(2) != 9) bad(); if (f(&r, &n, GREEN, p) != 4 + 5 + 1 + 2 || cube(1) != 3) bad(); }""", "b.c": """
#include "shared.h"
int f(record *r, node *n, enum color c, struct point p) { return square(r->a) + n->value + c + p.y; }"""},
    "a header that the files read otherwise": {"word.h": """
typedef WORD word; struct w { word a; };
static word low(word x) { return x; }""", "a.c": """
#define WORD int
#include "word.h"
int g(int); int main(void) { struct w v = { 300 }; if (low(v.a) != 300 || g(300) != 44) bad(); }""", "b.c": """
#define WORD unsigned char
#include "word.h"
int g(int x) { struct w v = { x }; return low(v.a) + (int)sizeof(struct w) - 1; }"""},
    "typeof, and structs of which one file says how they are laid out": {"shared.h": """
struct s { char c; __typeof__((short)1) n; } ATTRIBUTE; struct t { __typeof__(sizeof(int)) n; struct t *next; };""", "a.c": """
#define ATTRIBUTE __attribute__((packed))
#include "shared.h"
static int v = 3; int g(struct t *, int);
int main(void) { __typeof__(v) x = 300; struct s own = { 1, 2 }; struct t t = { 4, &t }; if (g(&t, x) != 4 + 44 + 4) bad(); }""",
                                                                         "b.c": """
#define ATTRIBUTE
#include "shared.h"
static unsigned char v; int g(struct t *t, int x) { __typeof__(v) y = x; return t->next->n + y + (int)sizeof(struct s); }"""},
    "calls without a declaration": {"a.c": """
int main(void) { if (twice(4) != 8 || old(1, 2) != 3) bad(); }""", "b.c": """
int twice(int x) { return 2 * x; } int old(a, b) int a, b; { return a + b; }"""},
    "a function of the library that one file has for itself": {"a.c": """
#include <stdlib.h>
int m(int); int main(void) { if (abs(-3) != 3 || m(-3) != 77) bad(); }""", "b.c": """
static int abs(int x) { return 77; } int m(int x) { return abs(x); }"""},
    "names of parameters, members and labels": {"a.c": """
static int n = 3; static int f(int n) { return n; } int g(int);
int main(void) { struct n { int n; } v = { n }; n: if (f(4) + v.n + g(1) != 4 + 3 + 11) bad(); }""", "b.c": """
typedef int n; static n f(n x) { return x + 10; } int g(int x) { return f(x); }"""},
    "static at first": {"a.c": """
static int x; extern int x; static int f(void); int f(void) { return ++x; } extern int g(void);
int main(void) { f(); if (f() != 2 || g() != 1) bad(); }""", "b.c": """
static int f(void); static int x; int g(void) { return f(); } static int f(void) { return ++x; }"""},
    "functions that call each other": {"a.c": """
int odd(int); int even(int n) { return n == 0 ? 1 : odd(n - 1); } int main(void) { if (!even(2)) bad(); }""", "b.c": """
int even(int); int odd(int n) { return n == 0 ? 0 : even(n - 1); }"""},
}
FAILS = "extern void reach_error(void);\n#define bad() reach_error()\n"


def written(folder: pathlib.Path, files: Mapping[str, str]) -> list[str]:
    for name, text in files.items():
        (folder / name).write_text((FAILS if "bad()" in text else "") + text + "\n")
    return [str(folder / name) for name in files if name.endswith(".c")]


def loaded(files: list[str]) -> Program:
    return load_files([File(file) for file in files])


@pytest.mark.parametrize("name", PROGRAMS)
def test_names_mean_what_each_file_says(tmp_path: pathlib.Path, name: str) -> None:
    files = written(tmp_path, PROGRAMS[name])
    for order in (files, files[::-1]):
        assert run(loaded(order).system, {}).kind is Kind.EXIT


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
@pytest.mark.parametrize("name", PROGRAMS)
def test_gcc_agrees(tmp_path: pathlib.Path, name: str) -> None:
    files = written(tmp_path, PROGRAMS[name])
    (tmp_path / "end.c").write_text("#include <stdlib.h>\nvoid reach_error(void) { abort(); }\n")
    program = str(tmp_path / "program")
    allowed = ["-fgnu89-inline", "-Wl,--allow-multiple-definition"]  # an inline function is not there at -O0 otherwise
    subprocess.run(["gcc", "-w", *allowed, "-o", program, *files, str(tmp_path / "end.c")], check=True)
    subprocess.run([program], check=True)


@pytest.mark.parametrize(("first", "second", "message"), [
    ("int f(void) { return 1; }\nint main(void) { return f(); }", "\nint f(void) { return 2; }",
     "b.c:2:5: error: f is defined twice, here and at a.c:1"),
    ("int x = 1;\nint main(void) { return x; }", "int x = 2;", "b.c:1:5: error: x is defined twice, here and at a.c:1"),
    ("int x;\nint main(void) { return x; }", "int x;", "b.c:1:5: error: x is defined twice, here and at a.c:1"),
    ("int x(void);\nint main(void) { return x(); }", "int x;", "b.c:1:5: error: x is an object here, and a function at a.c:1"),
    ("extern int x;\nint main(void) { return x; }", "long x;",
     "b.c:1:6: error: x is declared here with another type than at a.c:1"),
    ("extern int x[3];\nint main(void) { return x[0]; }", "int x[4];", "x is declared here with another type than at a.c:1"),
    ("int f(int);\nint main(void) { return f(1); }", "int f(long x) { return x; }", "f is declared here with another type"),
    ("int f(int);\nint main(void) { return f(1); }", "long f(int x) { return x; }", "f is declared here with another type"),
    ("int f();\nint main(void) { return f(1); }", "int f(char x) { return x; }", "f is declared here with another type"),
    ("int f(int, ...);\nint main(void) { return f(1); }", "int f(int x) { return x; }", "f is declared here with another type"),
    ("int main(void) { return f(1); }", "int f(long x) { return x; }", "a.c:1:25: error: f is called here without a declaration"),
    ("int main(void) { return f(1); }", "void f(int x) { }", "a.c:1:25: error: f is called here without a declaration"),
    ("struct s { int a; }; int f(struct s *);\nint main(void) { struct s v; return f(&v); }",
     "struct s { long a; }; int f(struct s *p) { return p->a; }", "f is declared here with another type"),
    ("int main(void) { return y; }", "int y = 3;", "a.c:1:25: error: y is not declared"),
    ("int main(void) { return y; }", "enum { y = 3 };", "a.c:1:25: error: y is not declared"),
    ("int main(void) { return y; }", "static int y = 3;", "a.c:1:25: error: y is not declared"),
    ("inline int f(void) { return 1; }\nint main(void) { return f(); }", "inline int f(void) { return 2; }",
     "f is an inline function here that is defined otherwise at a.c:1"),
    ("static void reach_error(void) { }\nint main(void) { reach_error(); }", "static void reach_error(void) { }",
     "not supported: a static function reach_error beside another one of that name"),
    ("int g(void);\nint main(void) { return g(); }", '\nint g(void) { asm("nop"); return 0; }',
     "b.c:2:15: error: not supported: asm"),
    ("int main(void) { return 0; }", "int x = ;", "b.c:1:9: error: this is not C"),
    ('int stop(int) __asm__("exit2");\nint main(void) { return 0; }', "int exit2(int x) { return x; }", "by which assemblers know"),
])
def test_what_does_not_fit_together_is_refused(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, first: str, second: str,
                                               message: str) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, {"a.c": first, "b.c": second})
    with pytest.raises(InputError) as refused:
        loaded(["a.c", "b.c"])
    assert message in str(refused.value)


@pytest.mark.parametrize(("first", "second"), [
    ("extern int x[];\nint main(void) { return x[3]; }", "int x[2 + 2];"),
    ("int f(void); int main(void) { return f(); }", "int f() { }"),
    ("int f(int g(int)); int main(void) { return 0; }", "int f(int (*g)(int)) { return 1; }"),
    ("enum e { A }; extern enum e c; int main(void) { return c; }", "enum e { A } c;"),
    ("typedef int t; int f(t); int main(void) { return f(1); }", "int t = 3; int f(int x) { return t + x; }"),
    ("", "int main(void) { return 0; }")])
def test_compatible_declarations_are_one(tmp_path: pathlib.Path, first: str, second: str) -> None:
    assert loaded(written(tmp_path, {"a.c": first, "b.c": second})).function == "main"


def test_what_one_file_has_for_itself_is_not_what_another_one_calls(tmp_path: pathlib.Path) -> None:
    files = written(tmp_path, {"a.c": "int main(void) { return f(); }", "b.c": "static int f(void) { return 3; }"})
    assert [call.name for call in loaded(files).undefined] == ["f"]


def test_names_are_the_users_own_and_told_apart_by_file_only_where_that_is_needed(tmp_path: pathlib.Path) -> None:
    text = ("extern int nondet(void);\nstatic int own, {name};\nint {name}_step(void)\n{{\n"
            "    while (nondet()) {{ {name}++; own += 2; }}\n    return {name} {sign} own;\n}}\n")
    made = {name: text.format(name=name, sign=sign) for name, sign in (("a", "+"), ("b", "-"))}
    made["main"] = "int a_step(void), b_step(void);\nint main(void) { while (a_step() + b_step()) ; }"
    program = loaded(written(tmp_path, {f"{name}.c": text for name, text in made.items()}))
    assert {v.text for v in program.system.variables} >= {"a", "b", "a::own", "b::own"}
    files = program.source.files
    heads = [files.of(p.line) for p in program.system.of_kind(Kind.HEAD)]
    assert {(pathlib.Path(file).name, line) for file, line in heads} == {("a.c", 5), ("b.c", 5), ("main.c", 2)}


def test_the_function_to_start_with_may_be_told_with_its_file(tmp_path: pathlib.Path) -> None:
    texts = {"a.c": "static int f(void) { return 1; }", "b.c": "static int f(void) { return 2; }"}
    files = [File(file) for file in written(tmp_path, texts)]
    assert load_files(files, entry="b::f").function == "b::f"
    with pytest.raises(InputError, match=r"there is no function f, but a::f and b::f"):
        load_files(files, entry="f")
