"""Preprocessing by gcc and by ourselves: both come to the same tokens, each in its place."""

from __future__ import annotations

import pathlib
import random
import shutil

import pytest
from c_systems import holds
from sampled import some

from synth.errors import InputError
from synth.frontends.c.expressions.types import data_model
from synth.frontends.c.load import load, load_text
from synth.frontends.c.preprocessing import compiler, predefined, preprocess
from synth.frontends.c.preprocessing.dialect import Dialect
from synth.frontends.c.preprocessing.directives import Preprocessor
from synth.frontends.c.syntax.tokens import lines

ROOT = pathlib.Path(__file__).parents[2]
NASTY = pathlib.Path(__file__).with_name("preprocessing")
MODELS = ("LP64", "ILP32")
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")


def ours(text: str, file: str, model: str) -> list[str]:
    return [t.text for t in Preprocessor(file, data_model(model), {}).run(text)]


def theirs(text: str, file: str, model: str) -> list[str]:
    printed = compiler.preprocessed(text, file, Dialect(model))
    found = [t.text for t in compiler.tokens(printed, file)]
    assert found == compiler.texts(printed)
    return found


@needs_gcc
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("path", sorted(NASTY.glob("*.c")), ids=lambda p: p.stem)
def test_nasty_files_come_to_the_same_tokens(path: pathlib.Path, model: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert ours(text, str(path), model) == theirs(text, str(path), model)


@needs_gcc
@pytest.mark.slow
@pytest.mark.parametrize("model", some(MODELS, 1))
def test_all_programs_come_to_the_same_tokens(model: str) -> None:
    paths = sorted(p for folder in ("experiments/programs", "specs") for p in (ROOT / folder).rglob("*.c"))
    assert len(paths) > 190
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert ours(text, str(path), model) == theirs(text, str(path), model), path


@needs_gcc
@pytest.mark.parametrize("model", some(MODELS, 1))
def test_every_macro_that_we_predefine_is_gccs(model: str) -> None:
    for name, body in predefined.macros(data_model(model)).items():
        if name not in ("__GNUC__", "__GNUC_MINOR__", "__GNUC_PATCHLEVEL__"):
            text = f"{name.replace('(c)', '(5)')}\n"
            assert ours(text, "f.c", model) == theirs(text, "f.c", model), (name, body)


def random_macros(rng: random.Random) -> str:
    """Macros of all kinds that use each other, and uses of them."""
    kinds = {name: rng.choice([None, None, 0, 1, 1, 2, 2, 3]) for name in "ABCDEF"}
    made = []
    for name, count in kinds.items():
        parameters = "xyz"[:count or 0]
        pieces = [*kinds, "(", ")", "( 1 )", "+", "a", "1", ",", '"s"', *(p for p in parameters for _ in range(3)),
                  *(f"#{p}" for p in parameters), *(f"{p} ## {q}" for p in parameters for q in (*parameters, "1", "A", "b"))]
        body = " ".join(rng.choice(pieces) for _ in range(rng.randrange(7)))
        made.append(f"#define {name}{'' if count is None else '(' + ','.join(parameters) + ')'} {body}")

    def use(depth: int = 0) -> str:
        name = rng.choice([*kinds, "a", "1"])
        count = kinds.get(name)
        if count is None or rng.random() < 0.1:
            return name
        given = [use(depth + 1) if depth < 3 and rng.random() < 0.7 else rng.choice(["", "(1,2)", "b +c", r'"q\n"', "' '"])
                 for _ in range(count)]
        return name + rng.choice(["", " ", "\n"]) + "(" + rng.choice([",", ", ", "\n,"]).join(given) + ")"

    return "\n".join([*made, *(use() + rng.choice(["", " ;", " + A", " (3)"]) for _ in range(4))]) + "\n"


@needs_gcc
def test_random_macros_come_to_the_same_tokens() -> None:
    same = 0
    for seed in range(60):
        text = random_macros(random.Random(seed))
        try:
            found = ours(text, "f.c", "LP64")
        except InputError:
            continue
        assert found == theirs(text, "f.c", "LP64"), text
        same += 1
    assert same >= 15


@pytest.fixture(params=["gcc", "ours"])
def either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """With gcc, and as if there were none."""
    if request.param == "gcc" and shutil.which("gcc") is None:
        pytest.skip("no gcc")
    if request.param == "ours":
        monkeypatch.setattr(compiler, "available", lambda: None)
    return str(request.param)


@pytest.mark.parametrize(("before", "body"), [
    ("#if -1 > 0u\n#define A 1\n#else\n#define A 2\n#endif", "assert(A == 1);"),
    ("#if __STDC_VERSION__ >= 201112L && defined(__GNUC__) && defined __LP64__\n#define A 1\n#endif", "assert(A);"),
    ("#if 0\ndon't \"\n#endif", ""),
    ("#define CAT(a, b) a ## b\n#define STR(x) #x",
     "int xy = 3; assert(CAT(x, y) == 3 && CAT(1, 2u) == 12); char s[] = STR(a b); assert(s[1] == 32);"),
    ("#define SUM(...) (0 + __VA_ARGS__)\n#define ONE(x, ...) (x)", "assert(SUM(1) == 1 && ONE(4, 5, 6) == 4);"),
    ("#define IN(a) int a = __LINE__;", "\nIN(a)\nint b = __LINE__; assert(b == a + 1);"),
    ("#if '\\0' == 0 && 'a' == 97\n#define A 5\n#endif", "assert(A == 5);"),
    ("int a<:2:>;", "a[1] = 4; assert(a<:1:> == 4);"),
    ("#include <limits.h>\n#if INT_MAX == 2147483647 && CHAR_BIT == 8\nint yes;\n#endif", "yes = 1; assert(yes);"),
    ("#if __SIZEOF_POINTER__ == 8 && __SIZEOF_INT__ == 4\n#define A 1\n#endif", "assert(A);")])
def test_what_is_read(before: str, body: str, either: str) -> None:
    assert holds(body, before)


@pytest.mark.parametrize(("text", "place", "message"), [
    ("int x;\n#error not here\n", "f.c:2:1", "#error not here"),
    ("int main(void) { return 3 @ 4; }", "f.c:1:27", "not supported: the character '@' here"),
    ("int main(void) { return 'ab; }", "f.c:1:25", "not supported: the character"),
    ("#line 7\nint x = __LINE__;\nint main(void) { return 0; }", "f.c:1:1", "__LINE__ where #line says"),
    ("#include <no/such/header.h>\n", "f.c:1:1", "no/such/header.h")])
def test_what_is_refused(text: str, place: str, message: str, either: str) -> None:
    with pytest.raises(InputError) as refused:
        load_text(text, "f.c")
    assert f"{place}: " in str(refused.value)
    assert message in refused.value.message


@pytest.mark.slow
@pytest.mark.parametrize("text", [
    pytest.param("#define A0(x) x x\n" + "".join(f"#define A{i + 1}(x) A{i}(A{i}(x))\n" for i in range(30)) + "int x = A30(1);",
                 marks=pytest.mark.slower),
    "#define D(x) x ## x\n#define A0(x) D(x)\n" + "".join(f"#define A{i + 1}(x) A0(A{i}(x))\n" for i in range(40)) + "int A40(x);",
    "#if " + "(" * 8000 + "1" + ")" * 8000 + "\n#endif\nint main(void) { return 0; }"])
def test_what_explodes_or_is_nested_deeply_is_refused(text: str, either: str) -> None:
    with pytest.raises(InputError, match="not supported: "):
        load_text(text, "f.c")


@pytest.mark.slow
def test_headers_that_explode_are_refused(tmp_path: pathlib.Path, either: str) -> None:
    for i in range(40):
        (tmp_path / f"h{i}.h").write_text(f'#include "h{i + 1}.h"\n#include "h{i + 1}.h"\n' + "/* text */" * 100)
    (tmp_path / "h40.h").write_text("")
    with pytest.raises(InputError, match="not supported: "):
        load_text('#include "h0.h"\nint main(void) { return 0; }', str(tmp_path / "f.c"))


@pytest.mark.parametrize("pragma", ["#pragma pack(1)", "_Pragma(\"pack(1)\")", "#pragma GCC optimize (\"fast-math\")"])
def test_pragmas_that_change_what_a_program_means_are_refused(pragma: str, either: str) -> None:
    with pytest.raises(InputError, match="not supported: "):
        load_text(f"{pragma}\nstruct S {{ char a; int b; }}; int main(void) {{ return sizeof(struct S); }}", "f.c")


def test_what_we_cannot_know_of_a_compiler_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "available", lambda: None)
    with pytest.raises(InputError, match=r"^f.c:1:8: .*__SOME_MACRO__, which a compiler may define or not"):
        load_text("#ifdef __SOME_MACRO__\n#endif\nint main(void) { return 0; }", "f.c")
    assert load_text("#ifndef __F_H__\n#define __F_H__\n#endif\nint main(void) { return 0; }", "f.c").function == "main"


@needs_gcc
@pytest.mark.parametrize("condition", ["ifdef assert", "ifndef EOWNERDEAD", "if defined(isalpha)", "ifdef MB_CUR_MAX"])
def test_conditions_that_the_systems_headers_decide_otherwise_are_refused(condition: str) -> None:
    headers = "".join(f"#include <{name}.h>\n" for name in ("assert", "ctype", "errno", "float", "stdlib"))
    with pytest.raises(InputError, match=r"^f\.c:6: .*a condition that the system's headers decide in another way than ours"):
        load_text(f"{headers}#{condition}\n#define A 1\n#else\n#define A 2\n#endif\nint main(void) {{ return A; }}", "f.c")


def test_headers_beside_a_file_are_read(either: str) -> None:
    program = load(str(NASTY / "including.c"))
    assert [(p.line, p.text) for p in program.system.places[1:]] == [(9, "x != 42"), (None, "")]


def test_errors_in_a_header_name_the_header(tmp_path: pathlib.Path, either: str) -> None:
    (tmp_path / "mine.h").write_text("int a;\n\nint f(void) { return b; }\n")
    (tmp_path / "f.c").write_text('#include "mine.h"\nint main(void) { return f(); }\n')
    with pytest.raises(InputError, match="b is not declared") as refused:
        load(str(tmp_path / "f.c"))
    assert (pathlib.Path(refused.value.file or "").name, refused.value.line) == ("mine.h", 3)


@needs_gcc
def test_places_where_we_know_less_than_gcc() -> None:
    """What stands before a line's first macro keeps its column, the rest of the line stands where the macro does."""
    text = "#ifdef __has_include\n#define A 1 + b\n#endif\nint x = 2, y = A;\nint z;\n"
    found = preprocess._agreed(text, "f.c", Dialect())
    assert [(t.text, t.line, t.column) for t in found] == [
        ("int", 4, 1), ("x", 4, 5), ("=", 4, 7), ("2", 4, 9), (",", 4, 10), ("y", 4, 12), ("=", 4, 14), ("1", 4, 16), ("+", 4, 16),
        ("b", 4, 16), (";", 4, 16), ("int", 5, 1), ("z", 5, 5), (";", 5, 6)]


def test_tokens_of_lines_that_go_on_have_their_places() -> None:
    found = [t for line in lines("in\\\nt a\\\n  = 1; // c\\\nd\n\"x\\\ny\";", "f.c") for t in line]
    assert [(t.text, t.line, t.column) for t in found] == [
        ("int", 1, 1), ("a", 2, 3), ("=", 3, 3), ("1", 3, 5), (";", 3, 6), ('"xy"', 5, 1), (";", 6, 3)]
