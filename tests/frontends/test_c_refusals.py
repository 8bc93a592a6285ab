"""What is not supported, or no C, is refused by name, with line and column."""

from __future__ import annotations

import pathlib
import re

import pytest

from synth.errors import InputError
from synth.frontends.c.load import load, load_text

MAIN = "int main(void) {\n"
REFUSED = [
    ("int x; return &x;", "2:16", "not supported: a pointer as a number"),
    ("struct S s; s->a = 1;", "2:13", "s is no pointer"),
    ("aligned_alloc(4, 4);", "2:1", "not supported: the function aligned_alloc"),
    ("int n = 3; int a[n] = {1};", "", "an array of variable length with values"),
    ("static int s = nowhere; return 0;", "2:16", "nowhere is not declared"),
    ("setjmp(0);", "2:1", "not supported: the function setjmp"),
    ("return \"abc\";", "2:8", "not supported: a string as a number"),
    ("int a[];", "2:5", "not supported: an array without a length"),
    ("int a[5000] = {1};", "", "values for an array of more than 4,096 elements"),
    ("int a[][2] = {};", "2:5", "not supported: an array without elements"),
    ("struct { int n; int a[]; } s = {1};", "2:21", "not supported: arrays without a length in structs"),
    ("struct { _Alignas(8) char c; } s = {1};", "2:27", "not supported: _Alignas in structs"),
    ("int a[4] = {[0 ... 99999999] = 1};", "2:32", "there is nothing called 99999999 to initialise"),
    ("int a[] = {[-1 ... 1] = 3};", "2:25", "there is nothing called -1 to initialise"),
    ("int x; f(&x);", "2:11", "not supported: the function f, which nothing defines, with a pointer"),
    ("char b[4]; sprintf(b, \"%d\", 1);", "2:20", "not supported: the function sprintf, which nothing defines, with a pointer"),
    ("fesetround(0);", "2:1", "not supported: the function fesetround"),
    ("struct B2 { int z; struct S x; }; struct S i = {7}; struct B2 q = {.x = i, .x.a = 5};", "",
     "a member that is initialised again after its struct was as a whole"),
    ("int x = 3; typedef int T[x++];", "", "a length that changes something"),
    ("int x = 3; struct L { int a[x--]; };", "", "a length that changes something"),
    ("int i = 0; int a[1] = {[0] = i++, [0] = 5};", "", "a value that changes something for what is initialised again later"),
    ("int i = 0; union { int a, b; } u = {.a = i++, .b = 4};", "", "a value that changes something for what is initialised again"),
    ("int i = 0; struct { int a, b; } s[1] = {{i++, 1}, [0] = {7}};", "", "a value that changes something for what is initialised"),
    ("int i = 0; int a[4] = {[1] = i++, [0 ... 3] = 7};", "", "a value that changes something for what is initialised again later"),
    ("union { __int128 a; unsigned __int128 b; } u;", "", "unions of other sizes than 1, 2, 4 and 8 bytes"),
    ("enum { A = 2147483648u, B = A > -1 };", "", "A, which is no int, within its own enumeration"),
    ("int k[sizeof(enum { one = 3 })];", "", "one, which is defined within an expression and elsewhere, too"),
    ("int r = ((struct S { char c; }){1}).c;", "", "S, which is defined within an expression and elsewhere, too"),
    ("switch (1) { enum { K = 3 }; case K: ; }", "", "a case that speaks of K, which its switch declares"),
    ("switch (1) { int v; case sizeof(v): ; }", "", "a case that speaks of v, which its switch declares"),
    ("typedef int T; extern T any(void);", "", "a function that a block declares, of types of its own"),
    ("static struct S;", "", "static for a tag alone"),
    ("int x = '\\8';", "", "the character '\\8'"), ("int x = __func__[0];", "", "__func__"),
    ("union { int *p; long n; } u;", "", "pointers and _Bool in unions"),
    ("struct B b; int *p = &b.a;", "", "the address of a bit-field, b.a"),
    ("struct T t;", "2:10", "the incomplete type struct T"),
    ("_Atomic int x;", "2:13", "not supported: _Atomic"),
    ("typeof x;", "2:1", "this is not C: typeof without parentheses"), ("typeof() x;", "2:", "this is not C"),
    ("typeof(missing) x;", "2:", "missing is not declared"),
    ("long double x;", "2:1", "not supported: the type long double"),
    ("__asm__(\"nop\");", "2:1", "not supported: __asm__"),
    ("int x = 1e30;", "2:9", "not supported: a constant that is no int"),
    ("unsigned char c; c = 1 ? 256.0 : 0; return c;", "2", "not supported: a constant that is no unsigned char"),
    ("unsigned __int128 x = nondet(); while (x) x--;", "2:23", "not supported: values of type unsigned __int128"),
    ("float f; return f % 2;", "2:17", "% of floating-point numbers"),
    ("return y;", "2:8", "y is not declared"),
    ("return one(1, 2);", "2:8", "one takes 1 argument, given 2"),
    ("int x = nothing();", "2:9", "nothing() has no value"),
    ("switch (1) { case 1: case 1: ; }", "2:22", "case 1 is there twice"),
    ("int x; switch (x) { case x: ; }", "2:26", "a case that is no constant"),
    ("break;", "2:1", "break outside of a loop"),
    ("goto out;", "2:1", "there is no label out"),
    ("case 3: ;", "2:1", "a case outside of a switch"),
    ("L: ; L: ;", "2:6", "the label L is defined twice"),
    ("int x; int x;", "2:12", "x is declared twice"),
    ("1 = 2;", "2:1", "1 is no object"),
    ("int x; x.y = 2;", "2:8", "x has no member y"),
    ("int a[3]; return a + 1;", "2:18", "not supported: a pointer as a number"),
    ("int a[3], b[3]; a = b;", "2:17", "an array is not assigned to as a whole"),
    ("struct S s; return s;", "2:20", "s as a whole"),
    ("int a[2] = {1, 2, 3};", "2:19", "more initialisers than there is room for"),
    ("return sizeof(struct T);", "2:22", "sizeof of struct T"),
    ("_Static_assert(0, \"no\");", "2:1", "a static assertion fails"),
    ("int x = 99999999999999999999;", "2:9", "the constant 99999999999999999999, which no type holds"),
    ("int x = ;", "2:9", "this is not C"),
    ("int x = 3 }", "2:11", "this is not C: unexpected }"),
    ("return ((3;", "2:11", "this is not C"),
    ("return 3 @ 4;", "2:10", "not supported: the character '@' here"),
    ("/* no end", "2:1", "a comment does not end"),
    ("return " + "-(" * 15000 + "nondet()" + ")" * 15000 + ";", "", "code nested as deeply as this"),
    ("int x __attribute__((vector_size(16)));", "2:22", "not supported: the attribute vector_size"),
    ("int a = 1, b __attribute__((mode(QI))) = 0;", "2:29", "not supported: the attribute mode"),
    ("int a __attribute__((mode(QI))), b;", "2:22", "not supported: the attribute mode"),
    ("enum __attribute__((packed)) e { A, B } x;", "2:21", "not supported: the attribute packed"),
    ("enum e { A, B } __attribute__((packed)) x;", "2:32", "not supported: the attribute packed"),
    ("int x[2][];", "2:5", "x is of the incomplete type int[][2]"),
    ("struct { void v; } x;", "2:15", "a member of the incomplete type void"),
    ("return __builtin_expect(1);", "2:8", "__builtin_expect takes 2 arguments, given 1"),
    ("return '\\x';", "2:8", ""),
]
TYPES = "struct S { int a; }; union U { int a[2]; int b; }; struct B { int a : 3; }; "
FUNCTIONS = """
int loop(int x) { return loop(x - 1); }
int pong(int); int ping(int x) { return pong(x); } int pong(int x) { return ping(x); }
int many(int a, ...) { return a; }
int one(int a) { return a; } void nothing(void) { }
"""


@pytest.mark.parametrize(("body", "place", "message"), REFUSED, ids=[r[0][:40] for r in REFUSED])
def test_what_is_refused(body: str, place: str, message: str) -> None:
    text = TYPES + MAIN + body + "\n}" + FUNCTIONS
    with pytest.raises(InputError) as refused:
        load_text(text, "f.c")
    assert message in refused.value.message
    assert f"f.c:{place}" in str(refused.value)
    assert refused.value.line is not None or "nested" in message


def test_what_is_never_reached_may_be_anything() -> None:
    text = "char *name = 0; typedef struct { void *p; } T; static int helper(int *p) { return *p; } int main(void) { return 0; }"
    assert load_text(text, "f.c").function == "main"


@pytest.mark.parametrize("text", [
    "__attribute__((constructor)) static void init(void) { }", "static void done(void) __attribute__((destructor));",
    "static int bar(void) { return 1; } static int foo(void) __attribute__((alias(\"bar\")));",
    "static int bar(void) { return 1; } int foo(void) __asm__(\"bar\");",
    "int a __asm__(\"q\"); extern int b __asm__(\"q\");", "extern void stop(int) __asm__(\"exit\"); void end(void) { stop(1); }",
    "struct __attribute__((ms_struct)) S { char a : 4; int b : 4; };", "extern int f(void) __attribute__((weak));",
    "typedef struct { char a : 4; int b : 4; } S __attribute__((__ms_struct__));", "extern int x __attribute__((weak));",
    "__attribute__((optimize(\"fast-math\"))) int f(double x) { return x != x; }", "__attribute__((unheard_of)) int x;",
    "int f(void) { return 1; } __attribute__((section(\".init_array\"), used)) int (*const p)(void) = f;",
    "int two(void) { return 2; } __asm__(\".set other, two\");"])
def test_what_is_run_or_named_behind_the_back_of_the_program(text: str) -> None:
    with pytest.raises(InputError, match=r"not supported: (the attribute|__asm__ with the name)"):
        load_text(f"{text} int main(void) {{ return 0; }}", "f.c")


def test_attributes_of_declarations_that_change_nothing_are_read_over() -> None:
    text = """extern void *get(long) __attribute__((alloc_align(1), malloc)); int x __attribute__((section(".data"), nocommon));
              __attribute__((noclone, flatten)) int main(void) { return 0; }"""
    assert load_text(text, "f.c").function == "main"


def test_a_function_that_is_declared_with_an_assembler_name_alone_is_read_over() -> None:
    text = 'extern void stop(int) __asm__("exit"); int own(int) __asm__("own"); int own(int x) { return x; } int main() { own(1); }'
    assert load_text(text, "f.c").undefined == ()


def test_names_that_headers_give_the_assembler_are_read_over() -> None:
    for name in "\"\" \"__isoc99_scan\"", "\"scan\"", "\"scan64\"":
        text = f"extern int scan(const char *) __attribute__((leaf)) __asm__({name}); int main(void) {{ return 0; }}"
        assert load_text(text, "f.c").function == "main"


@pytest.mark.parametrize(("text", "place"), [("int main(int argc, ...) { return argc; }", "1:5"),
                                             ("\nint f(int n, ...) { return n; }", "2:5")])
def test_a_program_starts_with_as_many_arguments_as_are_declared(text: str, place: str) -> None:
    with pytest.raises(InputError, match=f"f.c:{place}: error: not supported: functions with a variable number of arguments"):
        load_text(text, "f.c")


@pytest.mark.parametrize(("text", "message"), [
    ("int f(int n, int p[n++]) { return n; }", "a length that changes something"),
    ("int f(int p[static (1, f(0))]) { return 0; }", "a length that changes something"),
    ("int f(b) _Bool b; { return b; }", "a _Bool parameter in the style of K&R"),
    ("#pragma redefine_extname foo bar", "#pragma redefine_extname"), ("#pragma weak foo = bar", "#pragma weak"),
    ("#pragma scalar_storage_order big-endian", "#pragma scalar_storage_order"), ("#pragma pack(1)", "#pragma pack")])
def test_what_would_happen_where_nobody_looks(text: str, message: str) -> None:
    with pytest.raises(InputError, match=f"not supported: {re.escape(message)}"):
        load_text(f"{text}\nint main(void) {{ return 0; }}", "f.c")


def test_files_that_cannot_be_read(tmp_path: pathlib.Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        load(str(tmp_path / "none.c"))
    (tmp_path / "binary.c").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="is no text in UTF-8"):
        load(str(tmp_path / "binary.c"))


def test_what_a_function_of_the_library_cannot_do_is_refused_where_it_is_called() -> None:
    text = """#include <stdlib.h>
        #include <string.h>
        int main(int argc, char **argv) {
            int *p = malloc(argc * sizeof *p);
            memset(p, 0, argc);
        }"""
    with pytest.raises(InputError, match=r"a pointer to int as one to unsigned char, in memset\(\)") as refused:
        load_text(text, "f.c")
    assert (refused.value.line, refused.value.column) == (5, 13)


def test_a_part_of_an_element_of_a_long_array_is_refused() -> None:
    text = "#include <string.h>\nint main(void) { static int a[100000]; memset(a, 0, 41); return a[10]; }"
    with pytest.raises(InputError, match=r"a pointer to int as one to unsigned char, in memset\(\)"):
        load_text(text, "f.c")


def test_arguments_of_main_that_are_handed_on_are_refused_by_what_they_are() -> None:
    text = "int few(int argc, char *argv[]) { return argc < 2; }\nint main(int argc, char **argv) { return few(argc, argv); }"
    with pytest.raises(InputError, match="what a pointer points to that comes from outside of the program"):
        load_text(text, "f.c")
