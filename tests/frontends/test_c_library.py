"""What functions do that a file does not define, compared with what gcc and glibc do."""

from __future__ import annotations

import pathlib
import shutil
import subprocess

import pytest
from c_systems import holds, run, system
from sampled import some

from experiments.conformance.execution import StuckError
from synth import terms
from synth.checking.validity.prover import Fails, Valid, decided
from synth.errors import InputError
from synth.frontends.c.expressions.types import data_model
from synth.frontends.c.load import load_text
from synth.frontends.c.preprocessing import compiler
from synth.frontends.c.syntax import library
from synth.frontends.c.translation.definitions import defines, definitions
from synth.transition import Kind

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
CLASSES = ("isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace", "isupper",
           "isxdigit", "isascii", "toascii", "tolower", "toupper")
EDGES = sorted({*range(-128, 0, 9), *range(-3, 256, 16), *range(0, 256, 16), *b"\t\r\x0e-09:@AZ[az{", 127})
INTEGERS = ("0", "1", "2", "3", "5", "127", "128", "255", "256", "0x7fffffff", "0x80000000", "0xffffffff", "0x12345678", "-1", "-2",
            "1ll << 40", "0x123456789abcdefll", "-9223372036854775807ll", "1ll << 62")
FLOATS = ("0.0", "-0.0", "1.0", "-1.0", "0.5", "-0.5", "1.5", "2.5", "-2.5", "0.49999999999999994", "1e-320", "1e-40", "-1e30",
          "4503599627370497.5", "8388609.0", "8388607.5", "INFINITY", "-INFINITY", "NAN", "3.7", "-3.2", "0x1.fffffep127")
UNARY = ("fabs", "floor", "ceil", "round", "trunc", "isnan", "isinf", "isfinite", "isnormal", "signbit", "fpclassify",
         "rint", "nearbyint", "sqrt", "logb", "ilogb")
BINARY = ("fmax", "fmin", "copysign", "isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isunordered",
          "fdim", "nextafter", "fmod")


def compiled(tmp_path: pathlib.Path, text: str, *flags: str) -> list[str]:
    """What a program prints, a line each."""
    (tmp_path / "p.c").write_text(text, encoding="utf-8")
    subprocess.run(["gcc", *compiler.FLAGS, "-o", str(tmp_path / "p"), str(tmp_path / "p.c"), "-lm", *flags], check=True)
    return subprocess.run([str(tmp_path / "p")], capture_output=True, text=True, check=True).stdout.splitlines()


@needs_gcc
def test_characters_are_classified_as_by_the_library(tmp_path: pathlib.Path) -> None:
    calls = " ".join(f'for (int c = -128; c < 256; c++) printf("%d ", {f}(c)); puts("");' for f in CLASSES)
    told = compiled(tmp_path, f"#include <ctype.h>\n#include <stdio.h>\nint main(void) {{ {calls} return 0; }}")
    for name, line in zip(CLASSES, told, strict=True):
        made = system(f"#include <ctype.h>\nint c, r; int nondet_c(void), nondet_r(void); int main(void) {{ c = nondet_c();"
                      f" r = {name}(c); assert(r == nondet_r()); return 0; }}")
        names = {i.name for e in made.edges for i in e.inputs}
        assert {n.split("!")[0] for n in names} <= {"nondet_c", "nondet_r", "nondet", "open"}
        results = dict(zip(range(-128, 256), line.split(), strict=True))
        body = " ".join(f"assert({name}({c}) == {results[c]});" for c in EDGES)
        assert run(system(f"#include <ctype.h>\nint main(void) {{ {body} return 0; }}"), {}).kind is Kind.EXIT, name


@needs_gcc
@pytest.mark.parametrize("suffix", some(["", "l", "ll"], 1))
def test_bits_are_counted_as_by_gcc(tmp_path: pathlib.Path, suffix: str) -> None:
    names = [f"__builtin_{n}{suffix}" for n in ("popcount", "parity", "ctz", "clz", "ffs", "clrsb")]
    values = [v for v in INTEGERS if suffix or not v.startswith(("1ll", "0x123456789a", "-9"))]
    calls = [(n, v) for n in names for v in values if v != "0" or n[10:12] not in ("ct", "cl") or "clrsb" in n]
    printed = " ".join(f'printf("%d\\n", {n}({v}));' for n, v in calls)
    told = compiled(tmp_path, f"#include <stdio.h>\nint main(void) {{ {printed} }}")
    body = " ".join(f"assert({n}({v}) == {r});" for (n, v), r in zip(calls, told, strict=True))
    assert holds(body)


def test_bytes_are_swapped() -> None:
    assert holds("assert(__builtin_bswap16(0x1234) == 0x3412 && __builtin_bswap32(0x12345678) == 0x78563412 &&"
                 " __builtin_bswap64(0x123456789abcdefull) == 0xefcdab8967452301ull);")


@needs_gcc
@pytest.mark.parametrize(("type", "part"), some([(type, part) for type in ("double", "float") for part in range(3)], 1))
def test_floating_point_functions_do_what_gcc_does(tmp_path: pathlib.Path, type: str, part: int) -> None:
    """Results that are numbers are compared by their bits, but for NaNs, which are alike."""
    mark = "f" if type == "float" else ""
    def named(name: str) -> str:
        return name + (mark if name[:2] != "is" and name not in ("signbit", "fpclassify") else "")

    numbers = FLOATS if type == "double" else [v for v in FLOATS if v not in ("1e-320",)]
    calls = [(named(f), (v,)) for f in UNARY[part::3] for v in numbers]
    calls += [(named(f), (v, w)) for f in BINARY[part::3] for v in numbers[::2] for w in numbers[::3]]
    told = compiled(tmp_path, f"#include <math.h>\n#include <stdio.h>\n{type} a, b;\nint main(void) {{ " + " ".join(
        f"a = ({type}){v[0]}; b = ({type}){v[-1]}; printf(\"%a\\n\", (double){f}({', '.join('ab'[:len(v)])}));"
        for f, v in calls) + "}")
    checks = []
    for (name, given), result in zip(calls, told, strict=True):
        call = f"{name}({', '.join(f'({type}){g}' for g in given)})"
        integral = name[:2] == "is" or name in ("signbit", "fpclassify")
        zero = result in ("0x0p+0", "-0x0p+0") and not integral and name not in ("fmaxf", "fmax", "fmin", "fminf")
        wanted = str(int(float.fromhex(result))) if integral else result + mark
        wanted = result.replace("inf", "INFINITY") if "inf" in result else wanted
        same = f"isnan({call})" if "nan" in result else f"{call} == {wanted}"
        checks.append(f"assert({same});" + (f" assert(!signbit({call}) == {int(result[0] != '-')});" if zero else ""))
    for start in range(0, len(checks), 100):
        assert holds(" ".join(checks[start:start + 100]), "#include <math.h>"), checks[start:start + 100]


def test_constants_of_math_h() -> None:
    assert holds("double d = NAN, e = HUGE_VAL; assert(d != d && e == INFINITY && isnan(d) && e > 1e308);"
                 " assert(isinf(-e) == -1 && __builtin_isinf(-e) == 1 && nan(\"\") != 0);", "#include <math.h>")


def can_fail(body: str) -> bool:
    """Whether an assertion of a program without loops can fail."""
    before = "#include <stdint.h>\n#include <math.h>\nextern float nd_float(void);\n"
    found = system(f"{before}int main(void) {{ {body} return 0; }}\n")
    denied = [terms.apply("eq", e.guard, 0) for e in found.edges if found.places[e.target].kind is Kind.ERROR]
    answers = [decided(claim, found.width, 20) for claim in denied]
    assert all(isinstance(answer, (Fails, Valid)) for answer in answers)
    return any(isinstance(answer, Fails) for answer in answers)


@pytest.mark.parametrize("body", [
    "float z = 0, n = z / z; assert(!signbit(n) == VALUE);",
    "double z = 0, n = z / z; assert((copysign(1, n) < 0) == VALUE);",
    "union { float f; unsigned u; } x; float z = 0; x.f = z / z; assert(x.u >> 31 == VALUE);",
    "union { double d; uint64_t u; } x = {.d = __builtin_nan(\"\")}; assert(x.u >> 63 == VALUE);",
    "double m = -0.0, p = 0; assert(!signbit(fmax(m, p)) == VALUE);",
    "float m = -0.0f, p = 0; assert(!signbit(fminf(p, m)) == VALUE);",
])
def test_what_c_leaves_open_may_be_either(body: str) -> None:
    """Which NaN a NaN is, and which zero is the greater one."""
    assert can_fail(body.replace("VALUE", "0")) and can_fail(body.replace("VALUE", "1"))


def test_the_sign_of_a_float_is_any_that_gcc_gives() -> None:
    assert can_fail("assert(signbit(-1.0f) != 1);") and can_fail("assert(signbit(-1.0f) == 1);")
    assert not can_fail("assert(signbit(-1.0f) && signbit(-1.0) == 1);")


@pytest.mark.parametrize("claim", [
    "!isnan(x.f) || ((x.u & 0x7f800000) == 0x7f800000 && x.u << 9)", "isnan(x.f) || x.f == x.f + 0", "!(x.f > 0) || x.u >> 31 == 0",
    "fmax(x.f, 1) >= 1", "isnan(x.f) || fmax(x.f, -1) >= x.f && fmin(x.f, 1) <= x.f", "fmaxf(0, -1) == 0 && fminf(0, 1) == 0",
    "isnan(x.f) || fabsf(x.f) >= 0", "signbit(-3.0f) && !signbit(3.0f) && signbit(-0.0)"])
def test_what_c_says_of_numbers_holds(claim: str) -> None:
    assert not can_fail(f"union {{ float f; unsigned u; }} x; x.f = nd_float(); assert({claim});")


def test_integers_of_the_library() -> None:
    assert holds("assert(abs(-3) == 3 && labs(-3000000000) == 3000000000 && llabs(4) == 4 && abs(INT_MIN) == INT_MIN);"
                 " div_t d = div(-7, 2); assert(d.quot == -3 && d.rem == -1); assert(rand() >= 0);", "#include <stdlib.h>")


def test_overflow_is_checked_where_it_happens() -> None:
    text = "#include <stdlib.h>\n#include <limits.h>\nint main(void) {{ int x = nondet(); if (x {} INT_MIN && abs(x) < 0) x = 0; }}"
    assert [p.kind for p in system(text.format("!="), signed_overflow="error").places] == [Kind.ENTRY, Kind.EXIT] or (
        run(system(text.format("!="), signed_overflow="error"), {"nondet": 1 << 31}).kind is Kind.EXIT)
    failing = run(system(text.format("=="), signed_overflow="error"), {"nondet": 1 << 31})
    assert (failing.kind, failing.line, failing.text) == (Kind.ERROR, 3, "no overflow in -x")


def test_what_is_undefined_fails_where_it_is_called() -> None:
    failing = run(system("int main(void) {\n int x = nondet();\n return __builtin_clz(x); }"), {"nondet": 0})
    assert (failing.kind, failing.line, failing.text) == (Kind.ERROR, 3, "__builtin_clz(x) is defined")
    failing = run(system("int main(void) {\n if (nondet()) __builtin_unreachable(); return 0; }"), {"nondet": 1})
    assert (failing.kind, failing.line, failing.text) == (Kind.ERROR, 2, "__builtin_unreachable()")


@pytest.mark.parametrize(("call", "within", "beyond"), [
    ("putchar('a')", (-1, 97, 255), (-2, 256)), ("fflush(stdout)", (-1, 0), (1, -2)), ("puts(\"x\")", (-1, 2), (-2,)),
    ("fputs(\"x\", stderr)", (-1, 7), (-9,)), ("getchar()", (-1, 255), (256,)), ("printf(\"x\")", (-5, 1, 9), ())])
def test_results_from_outside_are_as_c_says(call: str, within: tuple[int, ...], beyond: tuple[int, ...]) -> None:
    """Values that a function never returns end a run unseen."""
    made, name = system(f"#include <stdio.h>\nint main(void) {{ int r = {call}; return r; }}"), call.partition("(")[0]
    for value in within:
        assert run(made, {name: value % (1 << 32)}).kind is Kind.EXIT
    for value in beyond:
        with pytest.raises(StuckError):
            run(made, {name: value % (1 << 32)})


@pytest.mark.parametrize("call", ["clock()", "time(0)"])
def test_results_have_the_type_that_the_header_says(call: str) -> None:
    made = system(f"#include <time.h>\n#include <assert.h>\nint main(void) {{ long t = {call}; assert(t != 8589934592L); }}")
    assert run(made, {call.partition("(")[0]: 1 << 33}).kind is Kind.ERROR


@pytest.mark.parametrize("call", ["atoi(\"12\")", "atol(\"12\")", "strtol(\"12\", 0, 10)", "strtod(\"1\", 0)"])
def test_what_the_library_computes_is_not_any_value(call: str) -> None:
    with pytest.raises(InputError, match=call.partition("(")[0]):
        system(f"#include <stdlib.h>\nint main(void) {{ return {call} == 3; }}")


@pytest.mark.parametrize("assumption", [n for n in library.ASSUMPTIONS])
def test_assumptions_end_runs_unseen(assumption: str) -> None:
    made = system(f"int main(void) {{ int x = nondet_int(); {assumption}(x > 3); assert(x > 2); }}")
    assert run(made, {"nondet_int": 4}).kind is Kind.EXIT
    with pytest.raises(StuckError):
        run(made, {"nondet_int": 3})


@pytest.mark.parametrize("assertion", [n for n in library.ASSERTIONS])
def test_assertions_may_say_what_they_mean(assertion: str) -> None:
    text = "" if assertion in ("assert", "__VERIFIER_assert", "klee_assert") else ', "text"'
    made = system(f"int main(void) {{ int x = nondet_int(); {assertion}(x > 3{text}); }}")
    assert [run(made, {"nondet_int": n}).kind for n in (3, 4)] == [Kind.ERROR, Kind.EXIT]


@pytest.mark.parametrize(("declared", "result"), [("int", Kind.EXIT), ("long", Kind.ERROR), ("_Bool", Kind.ERROR)])
def test_conditions_are_converted_as_declared(declared: str, result: Kind) -> None:
    made = system(f"void __VERIFIER_assume({declared}); int main(void) {{ __VERIFIER_assume(0x100000000); assert(0); }}")
    assert Kind.ERROR not in [p.kind for p in made.places] if result is Kind.EXIT else run(made, {}).kind is result


@pytest.mark.parametrize(("text", "bits"), [
    ("unsigned char nondet_x(void);", 8), ("", 32), ("long nondet_x(void);", 64)])
def test_a_declared_type_wins(text: str, bits: int) -> None:
    made = system(f"{text} int main(void) {{ while (nondet_x() == 3); }}")
    assert {i.bits for e in made.edges for i in e.inputs} == {bits}


@pytest.mark.parametrize(("name", "type"), [
    ("__VERIFIER_nondet_uchar", "unsigned char"), ("__CPROVER_nondet_long", "long"), ("nondet_uint", "int"),
    ("foo", "int"),
    ("nondet_size", "int"), ("__VERIFIER_nondet_pointer", None), ("nondet", "int"), ("__VERIFIER_nondet_uint32_t", "unsigned int")])
def test_names_tell_types(name: str, type: str | None) -> None:
    assert library.type_of(name) == type


def test_functions_without_a_body_are_told() -> None:
    text = """#include <stdio.h>
int foo(void); int __VERIFIER_nondet_int(void); extern void bar(int);
int main(void) {
  int x = __VERIFIER_nondet_int() + nondet_int() + rand();
  printf("%d\\n", x); fprintf(stderr, "no"); time(0);
  bar(foo());
  return baz(); }"""
    assert [(u.name, u.line) for u in load_text(text, "f.c").undefined] == [("foo", 6), ("bar", 6), ("baz", 7)]


@pytest.mark.parametrize(("call", "message"), [
    ("sin(2.0)", "the function sin"), ("__builtin_add_overflow_p(1, 2, 3)", "the function __builtin_add_overflow_p"),
    ("errno", "not supported: "), ("strtol(0, 0, 0)", "the function strtol"), ("fabsl(1.0)", "the function fabsl")])
def test_what_has_a_meaning_that_cannot_be_expressed_is_refused(call: str, message: str) -> None:
    with pytest.raises(InputError) as refused:
        load_text(f"#include <errno.h>\nint main(void) {{ return {call}; }}", "f.c")
    assert message in refused.value.message


def test_functions_that_are_declared_otherwise_are_refused() -> None:
    with pytest.raises(InputError, match="the function round, declared otherwise than the standard does"):
        load_text("int round(int x); int main(void) { return round(3); }", "f.c")
    assert run(system("int round(int x) { return x + 1; } int main(void) { assert(round(3) == 4); }"), {}).kind is Kind.EXIT
    # size_t is unsigned int, and as wide as unsigned long
    sized = "extern void *memset(void *, int, unsigned int); int main(void) { int x; memset(&x, 0, 4U); assert(x == 0); }"
    assert run(load_text(sized, "f.c", data_model="ILP32").system, {}).kind is Kind.EXIT
    assert run(system("int abs(); int main(void) { assert(abs(-3) == 3); }"), {}).kind is Kind.EXIT


def test_argc_is_not_negative() -> None:
    made = system("int main(int argc, char *argv[]) { assert(argc >= 0); }")
    assert [p.kind for p in made.places] == [Kind.ENTRY, Kind.EXIT]


def test_definitions_are_c_without_places() -> None:
    assert all(library.GENERIC.get(n, n) in definitions() for n in library.GENERIC)
    assert not any(library.known(name) for name in definitions())
    assert all(map(defines, definitions())) and not defines("main") and not defines("popcount")
    assert data_model("LP64").int.bits == 32


OWN = """
int n;
void reach_error(void) { n = 1; }
int main(void) { unsigned x = __VERIFIER_nondet_uint(); if (x == 3) reach_error(); while (n); return 0; }
"""


def test_failing_functions_that_a_file_defines_are_run_where_termination_is_asked() -> None:
    program = load_text(OWN, "f.c")
    assert [p.kind for p in program.system.places if p.kind is Kind.ERROR] == [Kind.ERROR]
    assert program.about("safety") is program
    other = program.about("termination")
    assert not [p for p in other.system.places if p.kind is Kind.ERROR]
    assert [p.line for p in other.system.places if p.kind is Kind.HEAD] == [4]


@pytest.mark.parametrize("name", ["abort", "exit", "assert", "__VERIFIER_assert"])
def test_other_functions_that_a_file_defines_are_what_they_are(name: str) -> None:
    text = f"int n = 0; void {name}(int x) {{ n = n + x; }} int main(void) {{ {name}(2); {name}(0); reach(n); while (n != 2); }}"
    program = load_text(text, "f.c")
    assert program.about("termination") is program
    assert run(program.system, {}).kind is Kind.EXIT


@needs_gcc
@pytest.mark.parametrize(("type", "mark"), [("double", ""), ("float", "f")])
def test_parts_and_powers_of_numbers_are_those_of_the_library(tmp_path: pathlib.Path, type: str, mark: str) -> None:
    numbers = [n for n in FLOATS if "N" not in n and (type == "double" or n != "1e-320")]
    powers = ("0", "-1", "3", "-52", "-149", "200", "-1060", "1100", "-2147483647")
    asked = [f"scalbn{mark}({n}, {p})" for n in numbers for p in powers] + [f"scalbln{mark}({numbers[9]}, -2000000000L)"]
    asked += [f"frexp{mark}({n}, &p)" for n in numbers]
    asked += [f"(modf{mark}({n}, &w))" for n in numbers] + [f"(modf{mark}({n}, &w), w)" for n in numbers]
    asked += [f"(frexp{mark}({n}, &p), p)" for n in numbers]
    small = [n for n in numbers if "x" not in n and abs(float(n)) < 1e9]
    asked += [f"{f}{mark}({n})" for n in small for f in ("lround", "llrint", "lrint")]
    asked += [f"fmod{mark}({a}, {b})" for a, b in (("7.5", "1e-3"), ("-1e30", "3.7"), ("1e-40", "3e-42"), ("5.0", "-2.5"))]
    asked += [f"sqrt{mark}({n})" for n in ("2.0", "3.0", "1e-41", "1e30", "0x1.fffffep100", "0.1", "1e10", "0x1.0p-148")]
    asked = [f"({type}){call}" for call in asked]
    before = f"#include <math.h>\n{type} w; int p;\n"
    told = compiled(tmp_path, f"{before}#include <stdio.h>\nint main(void) {{ " + "".join(
        f"printf(\"%a\\n\", (double){call});" for call in asked) + "}", "-fno-builtin")
    for start in range(0, len(asked), 12):
        checks = [f"{{ {type} r = {call}, s = {result.replace('inf', 'INFINITY')}; assert(r == s && signbit(r) == signbit(s)); }}"
                  for call, result in zip(asked[start:start + 12], told[start:start + 12], strict=True)]
        assert holds(" ".join(checks), before), checks


def test_a_number_that_no_integer_holds_is_rounded_to_any() -> None:
    assert can_fail("assert(lround(1e300) == 3);")
    assert not can_fail("assert(lround(2.5) == 3 && lrint(2.5) == 2 && lrintf(-0.5f) == 0);")


@pytest.mark.parametrize("name", ["memset", "memcpy", "memmove"])
@pytest.mark.parametrize("where", ["file", "parameter", "local"])
def test_a_pointer_to_a_function_may_have_any_name(name: str, where: str) -> None:
    pointer = f"void *(*{name})(void *, int, unsigned long)"
    call = f"int a = 5; {name}(&a, 0, sizeof a); assert(a == 5);"
    before = "static void *own(void *p, int c, unsigned long n) { return p; }"
    match where:
        case "file":
            assert holds(call, f"{before} {pointer} = own;")
        case "local":
            assert holds(f"{pointer} = own; {call}", before)
        case _:
            assert holds("of(own);", f"{before} static void of({pointer}) {{ {call} }}")


OWN_CHOICE = "static int n; _Bool __VERIFIER_nondet_bool(void) { n++; return 0; }"
PROGRAMS = {
    "the library calls no function of the file": (
        f"{OWN_CHOICE} int main(void) {{ char a[2] = \"a\", b[2] = \"b\"; "
        "__builtin_strcmp(a, b); if (n == 0) reach_error(); }", True),
    "by a pointer": ("static int n; void reach_error(void) { n++; } int main(void) { void (*f)(void) = reach_error; f(); }", True),
    "by its address": ("static int n; void reach_error(void) { n++; } int main(void) { (&reach_error)(); }", True),
    "behind a comma": ("static int n; void reach_error(void) { n++; } int main(void) { (0, reach_error)(); }", True),
    "one of the file's own": (
        "static void __assert(int c) { if (!c) abort(); } int main(void) { __assert(1); reach_error(); }", True),
    "that does nothing": ("static void __assert(int c) { } int main(void) { __assert(0); }", False),
    "expected null": ("int main(void) { if (!__builtin_expect((void *)0, 1)) reach_error(); }", True),
    "arguments of failures": (
        "static unsigned f(void) { reach_error(); return 1; } int main(void) { __assert_fail(\"x\", \"f\", f(), \"m\"); }", True),
    "arguments that end the run": ("static int f(void) { exit(0); } int main(void) { reach_error(f()); }", False),
    "arguments of nan": ("static const char *f(void) { reach_error(); return \"\"; } int main(void) { nan(f()); }", True),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_calls_by_names_that_mean_something(name: str) -> None:
    text, fails = PROGRAMS[name]
    declared = "extern void abort(void), exit(int); extern double nan(const char *);\n"
    program = load_text(declared + text, "f.c").about("unreach-call")
    ending = run(program.system, {})
    assert (ending.kind is Kind.ERROR) is fails


def test_a_builtin_beside_another_function_of_its_name_is_refused() -> None:
    with pytest.raises(InputError, match="__builtin_abort beside a definition"):
        load_text("void abort(void) { } int main(void) { __builtin_abort(); }", "f.c")


def test_what_is_made_larger_has_to_be_allocated() -> None:
    text = "#include <stdlib.h>\nint main(void) { char c; char *q = realloc(&c, (size_t)-1); return q == 0; }"
    program = load_text(text, "f.c").about("valid-free")
    assert run(program.system, {}).kind is Kind.ERROR
