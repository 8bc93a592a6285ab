"""The preprocessor, and files that another one went over."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
from c_systems import holds, run, system

from synth.errors import InputError
from synth.frontends.c.load import load_text
from synth.transition import Kind

HOLD = [
    ("#define N 3\n#define M (N + 1)", "assert(M * 2 == 8);"),
    ("#define MAX(a, b) ((a) > (b) ? (a) : (b))", "assert(MAX(3, MAX(1, 5)) == 5);"),
    ("#define f(x) x\n#define g f", "assert(g(3) == 3); int f = 4; assert(f == 4);"),
    ("#define x (x + 1)", "int y = 1; { int z = y; }"),
    ("#define LOOP \\\n  while (y < 3) \\\n  y++;", "int y = 0; LOOP assert(y == 3);"),
    ("#if defined(A) || !defined B && (1 << 3) == 8 && -1 < 0 ? 1 : 0\n#define C 1\n#else\n#error no\n#endif", "assert(C);"),
    ("#ifdef A\n#if nonsense(\n#endif\n#elif 0x10 > 017\n#define C 2\n#elif 1\n#error no\n#endif", "assert(C == 2);"),
    ("#ifndef A\n#define A\n#endif\n#ifdef A\n#undef A\n#endif\n#ifdef A\n#error no\n#endif", ""),
    ("#define EMPTY\n#define TWO() 2", "EMPTY assert(TWO() == 2);"),
    ("#pragma once\n#line 77\n# 12 \"other.c\"", ""),
    ("int a; // line \\\n still a comment\n/* * / */ int b;", "assert(a == b);"),
]


@pytest.mark.parametrize(("before", "body"), HOLD)
def test_macros_and_conditionals(before: str, body: str) -> None:
    assert holds(body, before)


REFUSED = [
    ("#include \"mine.h\"", "1:1", "not supported: #include of mine.h"),
    ("#define C(a, b) a ## b\nint x = C(1, +);", "2:9", "1 ## + is no token"),
    ("#define C(a) #b", "1:14", "# is not followed by a parameter"),
    ("#define C(a) a ##", "1:16", "## stands at an end of a macro"),
    ("#if 1", "1:2", "#if without #endif"),
    ("#endif", "1:2", "#endif without #if"),
    ("#else", "1:2", "#else without #if"),
    ("#error stop here", "1:1", "#error stop here"),
    ("#if 1 +\n#endif", "1:2", "no condition that can be evaluated"),
    ("#if 1 / 0\n#endif", "1:2", "no condition that can be evaluated"),
    ("#define", "1:1", "#define needs a name"),
    ("#ifdef\n#endif", "1:2", "#ifdef needs a name"),
    ("#nonsense x", "1:1", "#nonsense"),
    ("#define F(a) a\nint x = F(1, 2);", "2:9", "F takes 1 argument, given 2"),
    ("#define F(a) a\nint x = F(1", "2:9", "do not end"),
    ("\n\n  int main(void) { return y; }", "3:27", "y is not declared"),
    ("#define WRONG y\nint main(void) {\n  return 1 + WRONG; }", "3:14", "y is not declared"),
]


@pytest.mark.parametrize(("text", "place", "message"), REFUSED)
def test_what_is_refused_is_told_where_it_stands(text: str, place: str, message: str) -> None:
    with pytest.raises(InputError, match=f"^f.c:{place}: ") as refused:
        load_text(text, "f.c")
    assert message in refused.value.message


@pytest.mark.slower
def test_macros_that_explode_are_refused() -> None:
    text = "#define A0 1\n" + "".join(f"#define A{i + 1} A{i} + A{i}\n" for i in range(30)) + "int main(void) { return A30; }"
    with pytest.raises(InputError, match="macros that expand to more than"):
        load_text(text, "f.c")


GNU = """# 1 "loop.c"
typedef unsigned int u_int8_t __attribute__ ((__mode__ (__QI__)));
typedef struct { long long a __attribute__ ((__aligned__ (16))); } max_align_t;
extern double strtod (const char *__restrict __nptr, char **__restrict __endptr) __attribute__ ((__nothrow__)) __asm__ ("strtod");
extern _Float128 wide; extern __inline int unused (void *p) { return *(int *) p; }
extern void __assert_fail (const char *__assertion, const char *__file, unsigned int __line, const char *__function)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
void reach_error() { ((void) sizeof ((0) ? 1 : 0), __extension__ ({ if (0) ; else __assert_fail ("0", "loop.c", 3, "main"); })); }
void assume_abort_if_not(int cond) { if(!cond) { abort(); } }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: {reach_error();abort();} } return; }
int main() {
  u_int8_t __attribute__((unused)) x = __VERIFIER_nondet_uint();
  assume_abort_if_not(x > 3);
  while (__builtin_expect(x > 4, 1)) x -= 2;
  __VERIFIER_assert(x == 4);
}
"""


def test_preprocessed_files_with_gnu_attributes() -> None:
    made = system(GNU)
    assert [(v.name, v.bits) for v in made.variables] == [("x", 8)]
    assert [(p.kind, p.line, p.text) for p in made.places[1:3]] == [
        (Kind.HEAD, 14, "__builtin_expect(x > 4, 1)"), (Kind.ERROR, 15, "x == 4")]
    ends = [run(made, {"__VERIFIER_nondet_uint": n}).kind for n in (260, 261 + 256, 255, 256 + 3)]
    assert ends == [Kind.EXIT, Kind.ERROR, Kind.ERROR, Kind.EXIT]


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc preprocesses")
def test_what_gcc_makes_of_headers() -> None:
    names = ("assert", "stdlib", "stdio", "stdint", "stdbool", "limits", "string", "stddef", "inttypes", "math", "errno", "time")
    text = "".join(f"#include <{n}.h>\n" for n in names) + """int main(void) {
      uint8_t x = rand(); bool b = x > CHAR_MAX; size_t n = sizeof x;
      while (b && x > 0) { x -= 1; b = x != 7; printf("%d\\n", x); if (x == 200) exit(EXIT_FAILURE); }
      assert(!b || x == 0); return n > 1; }"""
    found = subprocess.run(["gcc", "-E", "-"], input=text, capture_output=True, text=True, check=True).stdout
    theirs, ours = system(found), system(text)
    assert [v.bits for v in theirs.variables] == [v.bits for v in ours.variables]
    for value in (3, 7, 128, 199, 255):
        assert run(theirs, {"rand": value}).kind is run(ours, {"rand": value}).kind


LAID_OUT = """#include <stdlib.h>
struct A { char c; int i; } __attribute__((packed));
struct __attribute__((aligned(16))) B { int i; };
struct C { struct { int i; } in; int j __attribute__((aligned(16))); };
struct D { struct A a; };
union U { struct A a; long long all; };
struct N { char c; int i; struct A *there; };
struct O { struct __attribute__((packed)) __attribute__((unused)) P { char c; int i; } p; };
struct F { char c; int i : 20; } __attribute__((packed));
int main(void) { struct A a = {1, 2}, other; struct N n = {3, 4, &a}; """


@pytest.mark.parametrize(("code", "told"), [
    *((f"return sizeof(struct {name});", "sizeof") for name in ("A", "B", "C", "D[2]", "P", "F")),
    ("struct { struct C c; } x; return &x.c.in.i + 1 == &x.c.j;", "== of pointers into structs"),
    ("return __builtin_offsetof(struct C, j);", "offsetof"), ("union U u;", "unions"),
    ("return ((struct A *)malloc(8))->i;", "memory for structs"),
    ("return ((char *)&a)[1];", "a pointer to struct A as one to char"),
    ("__builtin_memcpy(&other, &a, 8);", "a pointer to struct A as one to")])
def test_attributes_that_lay_out_structs_make_their_size_unknown(code: str, told: str) -> None:
    with pytest.raises(InputError, match=re.escape(told)):
        system(f"{LAID_OUT} {code} }}")


def test_attributes_that_lay_out_structs_say_nothing_of_others() -> None:
    code = """int *p = malloc(sizeof n), all[2] = {1, 2}; other = a;
        assert(n.there->i == 2 && other.c == 1 && sizeof n == 16 && ((char *)&n)[0] == 3 && ((char *)all)[4] == 2);
        free(p);"""
    assert run(system(f"{LAID_OUT.replace('union U { struct A a; long long all; };', '')} {code} }}"), {}).kind is Kind.EXIT


def test_attributes_that_do_not_say_which_struct_is_laid_out_are_for_all() -> None:
    for text in ("typedef struct { int i; } T __attribute__((aligned(16)));", "typedef int T __attribute__((aligned(16)));"):
        with pytest.raises(InputError, match="sizeof where attributes say how structs are laid out"):
            system(f"{text} struct S {{ T t; }}; int main(void) {{ return sizeof(struct S); }}")
