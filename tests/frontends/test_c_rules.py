"""Rules of C that readers get wrong: programs with inputs reach their error where gcc's do."""

from __future__ import annotations

import pathlib
import shutil
import subprocess

import pytest
from c_systems import run, system

from synth.checking.validity.prover import Valid, decided
from synth.errors import InputError
from synth.frontends.c.load import load_text
from synth.transition import Kind

TYPES = {"char": "char", "uchar": "unsigned char", "bool": "_Bool", "int": "int", "uint": "unsigned", "long": "long",
         "ulong": "unsigned long", "double": "double"}
DECLARED = "extern void reach_error(void);\n" + "\n".join(f"extern {t} nd{n}(void);" for n, t in TYPES.items()) + "\n"

NEVER = ("a case that nothing of the type equals", "a bool from a remainder",
         "an index is checked when its element is written, after the right side")
PROGRAMS: dict[str, tuple[str, dict[str, int]]] = {
    "constants are wider than the variables beside them":
        ("unsigned char c = nduchar(); if (c && 256) E", {"uchar": 1}),
    "a wide constant alone is a condition":
        ("unsigned char c = nduchar(); if (c > 1) while (256) E", {"uchar": 2}),
    "a fraction is not 0":
        ("if (0.5) E", {}),
    "a wide constant of 0 low bits":
        ("int x = ndint(); if (x && 0x100000000) E", {"int": 5}),
    "an enumeration constant":
        ("enum { BIG = 256 }; unsigned char c = nduchar(); if (BIG && c) E", {"uchar": 3}),
    "a chosen wide constant":
        ("unsigned char c = nduchar(); if (c ? 256 : 0) E", {"uchar": 3}),
    "a negated wide constant":
        ("unsigned char c = nduchar(); if (!256 || !!512 == c) E", {"uchar": 1}),
    "a bit compared with a bool":
        ("unsigned x = nduint(); _Bool b = ndbool(); if (x == 2 && (x & 1) == b) E", {"uint": 2, "bool": 0}),
    "a bool from a remainder":
        ("unsigned x = nduint(); _Bool odd = x % 2 != 0; if ((x & 1) != odd) E", {"uint": 2}),
    "an element stepped, with a step in its index":
        ("int a[2] = {5, 5}, i = 0, y = a[i++]--; if (i == 1 && y == 5 && a[0] == 4 && a[1] == 5) E", {}),
    "what a stepped pointer points to is stepped":
        ("int a[2] = {5, 7}, *p = a; int y = (*p++)++; if (p == a + 1 && a[0] == 6 && a[1] == 7 && y == 5) E", {}),
    "a member stepped, with a step in its index":
        ("struct S { int x; } s[2] = {{5}, {7}}; int i = 0, y = s[i++].x++; if (i == 1 && s[0].x == 6 && s[1].x == 7 "
         "&& y == 5) E", {}),
    "two indices stepped":
        ("int m[2][2] = {1, 2, 3, 4}, i = 0, j = 0, y = m[i++][j++]++; if (i == 1 && j == 1 && y == 1 && m[0][0] == 2 "
         "&& m[1][1] == 4) E", {}),
    "an index that a call gives":
        ("int a[3] = {5, 6, 7}; int y = a[next()]++; if (y == 5 && a[0] == 6 && next() == 1) E", {}),
    "an index that a call gives, assigned to":
        ("int a[3] = {5, 6, 7}; int y = a[next()] += 2; if (y == 7 && a[0] == 7) E", {}),
    "an index stepped before":
        ("int i = 0, a[3] = {1, 2, 3}, y = --a[++i]; if (a[1] == 1 && i == 1 && y == 1) E", {}),
    "minus zero is zero":
        ("int a = 1, b = 2; if ((-0.0 ? a : b) == 2) E", {}),
    "an enumeration with a negative constant, shadowed":
        ("enum T { A = -1, B }; { int A = 3; enum T e = B; e = e - 1; if (e < 0) E }", {}),
    "a typedef of an enumeration, shadowed":
        ("enum T { A = -1, B }; typedef enum T U; { int A = 3; U e = 0; e--; if (e < A - 3) E }", {}),
    "enumerations as wide as their constants":
        ("enum { S = 1, BIG = 0x100000000 }; if (sizeof(S) == 4 && sizeof(BIG) == 8 && BIG - 1 > 0) E", {}),
    "a struct of a size that is shadowed":
        ("enum { N = 3 }; { struct S { int a[N]; }; enum { N = 5 }; struct S s; if (sizeof s == 12) E }", {}),
    "a typedef of a size that is shadowed":
        ("enum { N = 3 }; { typedef int T[N]; enum { N = 5 }; T a; if (sizeof a == 12) E }", {}),
    "a static variable's initialiser is shadowed later":
        ("if (counted() == 1) E", {}),
    "extern in a block names the file's object":
        ("int c = 4; { extern int c; c = 9; } if (get() == 9 && c == 4) E", {}),
    "a function declared in a block":
        ("int x = 0; { int get(void); x = get(); } if (x == 1) E", {}),
    "a case that is cut to the type":
        ("long long x = ndlong(); switch (x) { case 0xffffffffffffffffULL: E }", {"long": -1}),
    "a case that nothing of the type equals":
        ("unsigned char c = nduchar(); switch (c) { case 256: E case 0: ; }", {"uchar": 0}),
    "a quotient that is promoted":
        ("unsigned char x = nduchar(), y = 7; if (x / y == 36 && x % y == 3) E", {"uchar": 255}),
    "a distance that is cut":
        ("unsigned long y = ndulong(); if ((1 << (int)y) == 2) E", {"ulong": 4294967297}),
    "a distance that is negated twice":
        ("signed char c = ndchar(); if ((c >> 7) == -1 && (unsigned)c > 256) E", {"char": -1}),
    "differences of unsigned chars are ints":
        ("unsigned char a = nduchar(), b = 2; if (a - b < 0 && a - 2u > 0) E", {"uchar": 1}),
    "unsigned shorts are multiplied as ints":
        ("unsigned short a = 65535; if (a * a < 0) E", {}),
    "the complement of a bool":
        ("_Bool b = ndbool(); if (~b == -2 && -b < 0 && b + b == 2) E", {"bool": 1}),
    "a bool takes any number for 1":
        ("_Bool b = ndbool(); b += 255; if (b) { b--; b--; if (b) E }", {"bool": 1}),
    "a char that is shifted out":
        ("unsigned char c = nduchar(); if ((c << 8) >> 8 == c && (unsigned char)(c << 1) < c) E", {"uchar": 200}),
    "a choice between signed and unsigned":
        ("unsigned char x = nduchar(); if ((x ? -1 : 7u) > 0) E", {"uchar": 1}),
    "a long that is cut":
        ("unsigned long l = ndulong(); if ((int)l < 0 && l > 0x100000000ul) E", {"ulong": 6442450944}),
    "a comparison with a NaN":
        ("float f = 1; if (ndint()) f = 2; if (!(f < -(0.0 / 0.0)) && f != 0.0 / 0.0 && !(f == -(0.0 / 0.0))) E", {"int": 0}),
    "a struct left of a comma, assigned in a chain, chosen":
        ("struct P g = {1, 2}, h = {3, 4}; int v = (g, 3); v += (g = h).a; struct P k = v ? g : h; k = (v++, v > 9 ? g : "
         "other(h)); if (v == 7 && k.a == 4 && k.b == 3 && other(other(k)).a == 4) E", {}),
    "a struct's literal, handed over and returned":
        ("struct P g = other((struct P){5, 6}), h; h = g = (struct P){.b = g.a}; if (g.a == 0 && h.b == 6 && "
         "(g = other(g)).a == 6) E", {}),
    "a struct assigned where it chooses":
        ("struct P s[2] = {{1, 5}, {0, 7}}; s[s[0].a] = s[0]; s[s[1].a - 1] = (struct P){1, 9}; if (s[1].b == 5 && "
         "s[0].b == 9) E", {}),
    "members without a name":
        ("struct { int t; union { int i; unsigned u; }; struct { int x; struct { int y; }; }; struct named { int z; } n; } s = "
         "{1, {.u = -1}, {2, {3}}, .n.z = 5}, r = {.y = 7, 8, .i = -2, .x = 4}; if (s.t == 1 && s.i < 0 && s.u > 9u && s.x == 2 "
         "&& s.y == 3 && s.n.z == 5 && r.y == 7 && r.n.z == 8 && r.u == 0xfffffffeu && r.x == 4 && !r.t && sizeof s == 20) E", {}),
    "designators of several steps, and what follows them":
        ("struct { struct P p[2]; int k; } s = {.p[1].b = 3, 4, .p[0] = {1, 2}, .p[0].b = 9}, t[] = {[2].k = 5, [0].p[1] = {6}, "
         "7, {{1, 2, 3}, 8}}; int m[][2] = {[1][1] = 1, 2, {3}}; if (s.p[1].a == 0 && s.p[1].b == 3 && s.k == 4 && "
         "s.p[0].a == 1 && s.p[0].b == 9 && t[2].k == 5 && t[0].p[1].a == 6 && t[0].p[1].b == 0 && t[0].k == 7 && "
         "t[1].p[0].b == 2 && t[1].p[1].a == 3 && t[1].p[1].b == 0 && t[1].k == 8 && sizeof t == 60 && m[1][1] == 1 && "
         "m[2][0] == 2 && m[2][1] == 3 && sizeof m == 24) E", {}),
    "strings within initialisers":
        ("struct { char n[4]; int k; } s[] = {{\"abc\", 1}, \"de\", 2, {{'x'}}}; char t[][4] = {\"x\", {\"yz\"}, 'a', 'b'}, u[] = "
         "{\"abc\"}, v[2] = \"ab\"; if (s[0].n[2] == 'c' && s[1].n[1] == 'e' && !s[1].n[2] && s[1].k == 2 && s[2].n[0] == 'x' && "
         "sizeof s == 24 && t[1][1] == 'z' && t[2][1] == 'b' && sizeof t == 12 && sizeof u == 4 && v[1] == 'b') E", {}),
    "a union as the first part of what follows":
        ("struct { union { float f; unsigned u; } a[2]; int k; } s = {1.5f, 2, 3}; if (s.a[0].u == 0x3fc00000u && s.a[1].f == 2 && "
         "s.k == 3) E", {}),
    "a range of cases":
        ("int x = ndint(), y = 0; switch (x) { case -3 ... -1: y = 1; break; case 0: case 2 ... 2: y = 2; break; case 'a' ... 'z': "
         "y = 3; } switch ((unsigned char)x) { case 250 ... (1 ? 255 : 3): y += 4; } if (y == 5) E", {"int": -2}),
    "a character constant of several characters":
        ("if ('ab' == 24930 && 'abcd' == 0x61626364 && '\\xff\\xff' == 65535 && sizeof 'ab' == 4) E", {}),
    "a literal of an array is a pointer where it is used":
        ("int *p = (int[]){1, 2, 3}, s = 0; for (int i = 0; i < 3; i++) { int *q = (int[1]){0}; q[0]++; s += q[0]; } p[1] += 4; "
         "if (p[1] == 6 && s == 3 && *((int[2]){7} + 0) == 7) E", {}),
    "an index of a sum that is a pointer":
        ("int a[5] = {1, 2, 3, 4, 5}, i = 1; if ((a + i + i)[1] == 4 && (i + a)[-1] == 1 && (&a[2] - i)[0] == 2) E", {}),
    "a range of elements":
        ("int t[] = {[0 ... 2] = 7, 9, [6 ... 6] = 1, [2] = 5}; struct P p[3] = {[0 ... 1].a = 4, 6}; if (t[0] == 7 && t[1] == 7 "
         "&& t[2] == 5 && t[3] == 9 && !t[4] && t[6] == 1 && sizeof t == 28 && p[0].a == 4 && p[1].a == 4 && p[1].b == 6) E", {}),
    "what is not assigned keeps the bits of its NaN":
        ("union { float f; unsigned u; } a[2] = {{.u = 0x7fc00001u}, {.u = 0x7fc00001u}}; int i = ndint(); a[i & 1].f = 1.0f; "
         "if (a[1].u == 0x7fc00001u && a[0].f == 1) E", {"int": 2}),
    "a number before its array":
        ("int a[4] = {1, 2, 3, 4}; 3[a] = 1[a] + 5; if (sizeof 2[a] == 4 && (1 + 1)[a] == 3 && '\\1'[a] == 2 && a[3] == 7 && "
         "2[\"abc\"] == 'c' && &1[a] == a + 1) E", {}),
    "where members begin":
        ("struct s { char c; struct { short a; char b[3]; } x[2]; union { int i; float f; }; long l; }; "
         "char buf[__builtin_offsetof(struct s, l)]; if (sizeof buf == 24 && __builtin_offsetof(struct s, i) == 16 && "
         "__builtin_offsetof(struct s, x[1].b[2]) == 12 && !__builtin_offsetof(struct { int first; }, first)) E", {}),
    "an enumeration defined where its size is asked":
        ("if (sizeof(enum { ONE = 1, TWO }) == 4 && TWO == 2) E", {}),
    "a condition that is its own middle":
        ("int n = 0; int x = ndint() ?: 7, y = n++ ?: 8, z = (n += 2) ?: 9, w = 0.5 ?: 3, v = (unsigned char)256 ?: n ?: 4; "
         "char c = -1; if (x == 7 && y == 8 && z == 3 && n == 3 && w == 0 && v == 3 && (c ?: 5u) > 0) E", {"int": 0}),
    "definitions in the style of K&R":
        ("if (sum(3, 300, 2.5f) == 47 && plain(4) == 5) E", {}),
    "volatile objects":
        ("volatile int v = 3; volatile struct P p = {v, 4}; const volatile int *q = &v; v++; "
         "if (*q == 4 && p.a == 3 && p.b == v) E", {}),
    "__builtin_expect takes and returns a long":
        ("unsigned u = nduint(); if (u == 1234567891 && -__builtin_expect(u, 0) < 0 && "
         "sizeof __builtin_expect(u, 0) == 8) E", {"uint": 1234567891}),
    "the size of an array that decays is a pointer's":
        ("static int a[10], m[3][5]; struct { char c[9]; } s; if (sizeof(a + 0) == 8 && sizeof(0, a) == 8 && "
         "sizeof(c ? a : a) == 8 && sizeof(m[0] + 1) == 8 && sizeof(s.c + 1) == 8 && sizeof a == 40 && sizeof m[0] == 20 && "
         "sizeof *m == 20 && sizeof(c ? s : s) == 9 && sizeof \"abc\" == 4 && sizeof((char[]){\"ab\"}) == 3) E", {}),
    "a static variable is known in its own initialiser":
        ("long y; { static char y = sizeof(y); if (y == 1) E }", {}),
    "an escape ends where its string does":
        ("char y[] = \"\\x1\" \"2\", z[] = \"\\0\" \"12\", v[] = \"\\12\" \"3\"; if (sizeof y == 3 && y[0] == 1 && y[1] == '2' && "
         "sizeof z == 4 && !z[0] && z[1] == '1' && v[0] == 10 && v[1] == '3') E", {}),
    "structs without braces of their own in an array":
        ("struct Q { struct P p; int k; } q; struct P p = {1, 2}; struct Q r[] = {p, 3, {p, 4}, 5, 6, 7, q, {{8}}}; "
         "if (sizeof r == 60 && r[0].p.b == 2 && r[0].k == 3 && r[1].k == 4 && r[2].p.a == 5 && r[2].k == 7 && "
         "r[4].p.a == 8) E", {}),
    "an index is checked when its element is written, after the right side":
        ("int a[4] = {0}; for (unsigned i = 0;; i++) a[i] = ended(i); E", {}),
    "strings for arrays within a union":
        ("const union { struct { char x[4], y[4]; }; struct { char z[8]; }; } u = {{\"1234\", \"567\"}}; "
         "if (u.z[3] == '4' && u.z[4] == '5' && !u.z[7]) E", {}),
    "bytes of what is no bytes, seen with another sign":
        ("struct { int a; float f; } s; unsigned char *p = (unsigned char *)&s; char *q = (char *)p; s.a = 0; q[1] = 2; "
         "if (s.a == 512) E", {}),
    "a union as a whole":
        ("union { int i; unsigned u; } u = {-1}, v = u; u.i = 3; v = v.i < 0 ? u : v; if (v.u == 3) E", {}),
    "a length that another declaration of the array tells":
        ("if (sizeof five == 20 && !five[4] && sizeof two == 20 && !two[4] && two[1] == 2 && sizeof text == 8 && sizeof rows == 24 "
         "&& !rows[1][2] && sizeof none == 20) E", {}),
    "a tag that a block declares before its members":
        ("struct S; typedef struct S T; struct S { int a[4]; }; union V; typedef union V Y; union V { int i; }; "
         "typedef struct Q R; struct Q { int x; }; R r = {4}; if (sizeof(T) == 16 && sizeof(Y) == 4 && r.x == 4) E", {}),
    "a struct that a compound literal defines":
        ("int q = (struct N { int a[4]; }){{5}}.a[0]; struct N z = {{3}}; if (sizeof z == 16 && q + z.a[0] == 8) E", {}),
    "types that casts and parameters define":
        ("if ((struct L { int a; }){5}.a == 5 && (enum { SEVEN = 7 })3 == 3 && SEVEN == 7 && four(2) == 6) E", {}),
    "an enumeration in the length of a type's array":
        ("typedef int A[sizeof(enum { NEW = 3 })]; if (NEW == 3 && sizeof(A) == 16) E", {}),
    "an enumeration in the length of a member":
        ("struct Z { int a[sizeof(enum { NEW = 4 })]; }; if (NEW == 4 && sizeof(struct Z) == 16) E", {}),
    "an enumeration in the length of an array of another one's":
        ("enum { NEW = 2 } a[sizeof(enum { NEWER = NEW })]; a[0] = 0; if (NEWER == 2 && sizeof a == 16) E", {}),
    "enumerations in lengths and values of static objects":
        ("static int st = sizeof(enum { NEW = 8 }); if (NEW == 8 && st == 4 && sum2 == 8 && sizeof long4 == 16) E", {}),
    "characters of too many bits":
        ("if ('\\400' == 0 && '\\777' == -1 && '\\377' == -1 && '\\101' == 'A') E", {}),
    "an enumeration of two variables":
        ("enum { NEW = FIRST + 1 } v, w; typedef enum { NEWER = sizeof(v) } X, Y; "
         "if (NEW == 2 && NEWER == 4 && sizeof(Y) == 4) E", {}),
    "a tag that a qualified declaration only names":
        ("const struct S; typedef struct S T; struct S { int a[4]; }; if (sizeof(T) == 1 && sizeof(struct S) == 16) E", {}),
    "a type that is defined twice":
        ("typedef int I; typedef I I; I x = 3; if (x == 3) E", {}),
    "constants that static objects begin with":
        ("static const int own = 4; static int twice = own + own; if (later == 6 && twice == 8) E", {}),
    "a union that a function returns":
        ("union W a = word(3), b; b = word(4); if (word(-1).u == 4294967295u && held(-2).w.u == 4294967294u && a.i + b.i == 7 && "
         "(a = b).i == 4 && (ndint() ? word(1) : word(2)).i == 2) E", {}),
}
BEFORE = """#define E { reach_error(); }
int c = 1;
struct P { int a, b; };
static struct P other(struct P p) { return (struct P){p.b, p.a}; }
int five[5] = {1}; int five[]; extern int two[5]; int two[] = {1, 2}; char text[8] = "abc"; char text[];
int rows[2][3] = {{1}}; int rows[][3]; int none[5]; int none[];
struct S { char c; }; union V { short s; };
static const int three = 3; static int later = three + three;
int long4[sizeof(enum { THREE = 3 })]; int ofenum = sizeof(enum { ALSO5 = 5 }); int sum2 = ALSO5 + THREE;
static int four(enum R { FOUR = 4 } x) { return FOUR + x; }
union W { int i; unsigned u; };
static union W word(int x) { union W w; w.i = x; return w; }
struct H { int a; union W w; };
static struct H held(int x) { struct H h = {1, {x}}; return h; }
int sum(a, b, f) int a; char b; float f; { return a + b + (f == 2.5f ? 0 : 9); }
int plain(a) { return a + 1; }
static int get(void) { return c; }
void exit(int);
static int ended(int i) { if (i == 4) exit(0); return i; }
static int next(void) { static int n; return n++; }
enum { FIRST = 1 };
static int counted(void) { static int s = FIRST; enum { FIRST = 7 }; return s; }
"""


def compiled(text: str, inputs: dict[str, int], folder: pathlib.Path) -> bool:
    """Whether the program reaches its error when gcc compiles it."""
    given = "".join(f"{t} nd{n}(void) {{ return ({t}){inputs.get(n, 0)}ll; }}\n" for n, t in TYPES.items())
    (folder / "program.c").write_text(f"#include <stdlib.h>\n{text}\nvoid reach_error(void) {{ exit(42); }}\n{given}")
    subprocess.run(["gcc", "-w", "-fwrapv", "-O1", "-o", str(folder / "program"), str(folder / "program.c")], check=True)
    return subprocess.run([str(folder / "program")], check=False).returncode == 42


@pytest.mark.parametrize("name", PROGRAMS)
def test_errors_are_reached_as_in_compiled_programs(name: str, tmp_path: pathlib.Path) -> None:
    body, inputs = PROGRAMS[name]
    text = f"{DECLARED}{BEFORE}int main(void) {{ {body} return 0; }}\n"
    made = system(text)
    widths = {n: 8 if "char" in t else 1 if t == "_Bool" else 64 if "long" in t else 32 for n, t in TYPES.items()}
    reached = run(made, {f"nd{n}": v % (1 << widths[n]) for n, v in inputs.items()}).kind is Kind.ERROR
    if shutil.which("gcc") is not None:
        assert reached == compiled(text, inputs, tmp_path)
    assert reached is (name not in NEVER)


UNDETERMINED = [
    "for (int k = 0; k < 2; k++) { if (k) goto in; { int r; r = 1; continue; in: if (r == 7) E } }",
    "for (int k = 0; k < 2; k++) switch (k) { int r; case 0: r = 1; break; case 1: if (r == 7) E }",
    "for (int k = 0; k < 2; k++) { int r = r; if (k && r == 7) E r = 1; }",
    "for (int k = 0; k < 2; k++) { int r; if (k && r == 7) E r = 1; }",
    "for (int k = 0; k < 2; k++) switch (k) { case 0: { int q = 1, r = q; case 1: if (k && r == 7) E } }",
    "for (int k = 0; k < 2; k++) { if (k) goto in; int r = 1; continue; in: if (r == 7) E }",
    "for (int k = 0; k < 2; k++) { if (k) goto in; int r; r = 1; continue; in: if (r == 7) E }",
    "for (int k = 0; k < 2; k++) { here: if (k) goto in; int r = 1; continue; in: if (r == 7) E }",
    "int k = 0; again: { if (k) goto in; int r = 1; k = 1; goto again; in: if (r == 7) E }",
    "int s = 0; for (int k = 0; k < 2; k++) ({ if (k) goto in; int r = 1; s += r; goto out; in: if (r == 7) E out: 0; });",
    "int k = 0; again: if (k) goto middle; { int q = 2; middle: if (k) goto in; int r = q; k = 1; goto again; in: if (r == 7) E }",
    "for (int k = 0; k < 2; k++) switch (k) { case 0: case 1: if (k) goto in; int r = 1; break; in: if (r == 7) E }",
    "for (int k = 0; k < 2; k++) { if (k) { if (k < 5) goto in; } int r = 1; continue; in: { if (r == 7) E } }",
]


@pytest.mark.parametrize("body", UNDETERMINED)
def test_objects_have_any_value_where_a_block_is_entered_past_their_declarations(body: str) -> None:
    made = system(f"{DECLARED}{BEFORE}int main(void) {{ {body} }}")
    assert [run(made, {"r": n}).kind for n in (7, 6)] == [Kind.ERROR, Kind.EXIT]


def test_objects_of_a_function_have_any_value_where_it_is_called_again() -> None:
    function = "static void f(int k) { if (k) goto in; int r = 1; return; in: if (r == 7) E }"
    made = system(f"{DECLARED}{BEFORE}{function} int main(void) {{ for (int k = 0; k < 2; k++) f(k); }}")
    assert [run(made, {"r": n}).kind for n in (7, 6)] == [Kind.ERROR, Kind.EXIT]


def test_what_no_jump_of_its_block_passes_over_asks_for_nothing() -> None:
    made = system(f"{DECLARED}{BEFORE}int main(void) {{ int n = 0; if (n) goto end; int r = 1; if (r != 1) E end: return 0; }}")
    assert not any(edge.inputs for edge in made.edges)


BLOCKS = ["if (sizeof(enum { A = 2 }) == 8) ;", "if (1) (void)sizeof(enum { A = 2 });",
          "if (0) ; else (void)sizeof(enum { A = 2 });",
          "while (sizeof(enum { A = 2 }) == 8) ;", "for (int i = 0; i < 1; i++) (void)sizeof(enum { A = 2 });",
          "int k = 0; while (k++ < 1) (void)sizeof(enum { A = 2 });", "do (void)sizeof(enum { A = 2 }); while (0);",
          "do ; while (sizeof(enum { A = 2 }) == 8);", "switch (sizeof(enum { A = 2 })) default: ;",
          "switch (1) default: (void)sizeof(enum { A = 2 });", "if (0) ; else if (sizeof(enum { A = 2 }) == 8) ;",
          "if (1) if (sizeof(enum { A = 2 }) == 8) ;"]


@pytest.mark.parametrize("statement", BLOCKS)
def test_what_a_statement_declares_hides_nothing(statement: str) -> None:
    """Statements are blocks (C11, 6.8.4 p3, 6.8.5 p5); what an expression in one defines is refused where it would hide a name."""
    with pytest.raises(InputError, match="A, which is defined within an expression and elsewhere, too"):
        system(f"{DECLARED}{BEFORE}int main(void) {{ enum {{ A = 1 }}; {statement} if (A == 1) E }}")


def test_what_a_condition_declares_is_known_in_the_statement() -> None:
    kept = ("if (sizeof(enum { A = 2 }) == 4 && A == 2) { if (A == 2) n++; }",
            "if (sizeof(enum { A = 2 }) == 8) ; else if (A == 2) n++;",
            "do n++; while (sizeof(enum { A = 2 }) == 4 && A != 2);", "switch (sizeof(enum { A = 2 })) case 4: n = A - 1;")
    for statement in kept:
        text = f"{DECLARED}{BEFORE}int main(void) {{ int n = 0; {statement} if (n == 1) E }}"
        assert run(system(text), {}).kind is Kind.ERROR, statement


def test_objects_keep_their_values_within_a_block() -> None:
    again = "int s = 0; { int r = 3; back: s += r; if (s < 9) goto back; } if (s == 9) E"
    same = "int i = 0, r = 7; { back: if (i == 1) goto in; int x = 7; i = 1; goto back; in: if (x == 7) E }"
    case = "int n = 0; for (int k = 0; k < 3; k++) switch (k) { case 0: { int z = 4; case 1: n++; z = 2; n += z; } } if (n == 6) E"
    for body in (again, same, case):
        assert run(system(f"{DECLARED}{BEFORE}int main(void) {{ {body} }}"), {}).kind is Kind.ERROR


def test_structs_are_laid_out_as_the_data_model_has_them() -> None:
    text = f"{DECLARED}struct S {{ char c; long long x; }}; int main(void) {{ if (sizeof(struct S) == 12) reach_error(); }}"
    assert [run(system(text, data_model=name), {}).kind for name in ("LP64", "ILP32")] == [Kind.EXIT, Kind.ERROR]


def test_division_by_zero_has_all_bits_set_in_the_promoted_type() -> None:
    text = (f"{DECLARED}{BEFORE}int main(void) {{ unsigned char x = nduchar(), z = 0, y = x / z; "
            "if (x / z == -1 && y == 255 && x % z == x && (x << 4294967297L) == 0) E }")
    assert run(system(text), {"nduchar": 9}).kind is Kind.ERROR


@pytest.mark.parametrize(("value", "told"), [
    ("x / y", True), ("x % y", True), ("x << y", True), ("x >>= y", True), ("x / 3", False), ("x << 31", False), ("x << 32", True),
    ("x << (y & 31)", False), ("(double)x / y", False)])
def test_what_has_a_value_where_c_leaves_it_undefined_is_told(value: str, told: bool) -> None:
    text = f"unsigned nd(void);\nint main(void) {{\n unsigned x = nd(), y = nd();\n return ({value}) == 1; }}"
    assert load_text(text, "f.c").defined == (4 if told else None)
    assert load_text(text, "f.c", undefined="error").defined is None


POINTERS = "typedef int A3[3]; typedef A3 M2[2]; int sum(A3 x) { int s = *x++; return s + *x; } " \
    "void set(M2 m) { m[1][2] = 9; } "


@pytest.mark.parametrize("text", [
    "void f(int x[3]) { assert(sizeof x == 8); }",
    "typedef void V; int three(V) { return 3; } void f(V) { assert(three() == 3); }",
    "void f(A3 x, const int y[2][3]) { assert(sizeof x == 8 && sizeof y == 8 && sizeof y[0] == 12); }",
    "void f(int m[2][3], M2 k) { set(m); set(k); assert(m[1][2] == 9 && k[1][2] == 9); }",
    "void f(int x[3]) { x[0] = 1; x++; x[0] = 2; assert(x[-1] == 1 && sum(x - 1) == 3); }",
    "void f(void) { A3 a = {4, 5, 6}; assert(a[0] + a[1] + a[2] == 15 && sizeof a == 12); }",
])
def test_parameters_that_are_declared_as_arrays_are_pointers(text: str) -> None:
    loaded = load_text(f"#include <assert.h>\n{POINTERS}{text}", "t.c", entry="f").system
    edges = [e for e in loaded.edges if loaded.places[e.target].kind is Kind.ERROR and e.source == 0]
    assert all(isinstance(decided(~e.guard, loaded.width, 10.0), Valid) for e in edges)


def test_a_digit_is_one_by_the_builtin_and_by_the_macro() -> None:
    def fails(condition: str) -> bool:
        loaded = system(f"#include <ctype.h>\n#include <assert.h>\nint main(void) {{ assert({condition}); return 0; }}")
        errors = [e.guard for e in loaded.edges if loaded.places[e.target].kind is Kind.ERROR]
        return not all(isinstance(decided(~guard, loaded.width, 10.0), Valid) for guard in errors)

    assert fails("isdigit('5') == 1") and fails("isdigit('5') == 2048")
    assert not fails("isdigit('5') > 0 && isdigit('a') == 0")
