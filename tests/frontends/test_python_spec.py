"""The loader of Python specifications: what it finds, and how it tells errors."""

import sys
from pathlib import Path

import pytest

from synth import InputError
from synth.frontends import bundled
from synth.frontends.bundled import bundled_encodings, bundled_folder, bundled_paths, bundled_specs, find_bundled
from synth.frontends.python_spec import load

HEAD = "from synth import Fun, Function, Specification, Word, spec, symbol\n"
GOOD = HEAD + """
@spec(width=16)
def twice(f: Fun[[Word], Word], x: Word):
    return f(x) == x + x
"""
SECOND = """
@spec()
def thrice(f: Fun[[Word], Word], x: Word):
    return f(x) == 3 * x
"""
BUILT = '''"""What the module says."""
from synth import Function, Specification, symbol
f, x = Function("f", 1), symbol("x")
mine = also_mine = Specification([f], [x], f(x) == x)
'''


def write(folder: Path, text: str, name: str = "some.py") -> str:
    path = folder / name
    path.write_bytes(text.encode())
    return str(path)


def test_loads_a_decorated_function(tmp_path: Path) -> None:
    file = write(tmp_path, '"""Doubling."""\n' + GOOD)
    spec = load(file)
    assert (spec.name, spec.width, spec.file, spec.line, spec.doc) == ("twice", 16, file, 4, "Doubling.")


def test_keeps_the_function_docstring(tmp_path: Path) -> None:
    text = '"""Module."""\n' + GOOD.replace("    return", '    """Function."""\n    return')
    assert load(write(tmp_path, text)).doc == "Function."


def test_completes_a_built_specification(tmp_path: Path) -> None:
    file = write(tmp_path, BUILT)
    spec = load(file)
    assert (spec.name, spec.file, spec.doc) == ("mine", file, "What the module says.")


def test_annotations_may_be_strings(tmp_path: Path) -> None:
    assert load(write(tmp_path, "from __future__ import annotations\n" + GOOD)).name == "twice"


def test_annotations_are_not_strings_unless_the_file_says_so(tmp_path: Path) -> None:
    text = GOOD + "def g(x: Word): ...\nassert g.__annotations__['x'] is Word\n"
    assert load(write(tmp_path, text)).name == "twice"


def test_a_dataclass_in_the_file_works(tmp_path: Path) -> None:
    text = "from __future__ import annotations\nfrom dataclasses import dataclass\n@dataclass\nclass A:\n    a: int\n" + GOOD
    assert load(write(tmp_path, text)).name == "twice"


def test_runs_apart_from_path_and_modules(tmp_path: Path) -> None:
    write(tmp_path, "", "neighbour.py")
    before, modules = list(sys.path), set(sys.modules)
    load(write(tmp_path, GOOD + f"assert __file__ == {str(tmp_path / 'some.py')!r} and __name__ != '__main__'\n"))
    assert sys.path == before and set(sys.modules) == modules
    with pytest.raises(InputError, match=r"some\.py:1: error: No module named 'neighbour' \(the file's own folder is not"):
        load(write(tmp_path, "import neighbour\n" + GOOD))


@pytest.mark.parametrize("choice", ["twice", "other"])
def test_chooses_by_name(tmp_path: Path, choice: str) -> None:
    assert load(write(tmp_path, GOOD + SECOND + "other = twice\n") + ":" + choice).name == "twice"


def test_a_colon_in_the_name_of_a_file(tmp_path: Path) -> None:
    assert load(write(tmp_path, GOOD, "odd.py:twice")).name == "twice"


ERRORS = {
    "syntax": ("x = 1\ny = (\n", ":2:5: error: '(' was never closed"),
    "missing module": ("\nimport no_such_module\n", ":2: error: No module named 'no_such_module'"),
    "missing name": ("from synth import nonsense\n", ":1: error: cannot import name 'nonsense'"),
    "exception": ("def g():\n    return 1 / 0\n\ng()\n", ":2: error: ZeroDivisionError: division by zero"),
    "exception without a message": ("raise KeyError\n", ":1: error: KeyError"),
    "exception of two lines": ("raise ValueError('a\\nb')\n", ":1: error: ValueError: a b"),
    "exception below the file": ("\nimport json\njson.loads('{')\n", ":3: error: JSONDecodeError: Expecting property name"),
    "exit": ("import sys\nsys.exit(0)\n", ":2: error: SystemExit: 0"),
    "nothing": ("x = 1\n", ": error: no specification here"),
    "empty": ("", ": error: no specification here"),
    "several": (GOOD + SECOND, ":7: error: several specifications: twice, thrice; choose one as "),
    "arity": (GOOD.replace("f(x) ==", "f(x, x) =="), ":5: error: f takes 1 word, called with 2"),
    "not Boolean": (GOOD.replace("f(x) ==", "f(x) +"), ":3: error: the body must be a Boolean term"),
    "truth of a term": (GOOD.replace("return", "return x > 1 and"), ":5: error: a term has no truth value"),
    "unknown name": (GOOD.replace("x + x", "x + y"), ":5: error: name 'y' is not defined"),
    "unknown annotation": (GOOD.replace("x: Word", "x: Wort"), ":4: error: NameError: name 'Wort' is not defined"),
    "unknown operator": (GOOD.replace("width=16", "operators=['plus']"), ":3: error: unknown operator 'plus'"),
    "built and malformed": (BUILT.replace("f(x) == x", "f(x)"), ":4: error: the body must be a Boolean term"),
}


@pytest.mark.parametrize("case", ERRORS)
def test_errors_name_file_and_line(tmp_path: Path, case: str) -> None:
    text, message = ERRORS[case]
    file = write(tmp_path, text)
    with pytest.raises(InputError) as caught:
        load(file)
    assert str(caught.value).startswith(file + message)
    assert "\n" not in str(caught.value)


def test_an_unknown_choice_lists_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"some\.py: error: no specification is called fourfold; there are twice, thrice"):
        load(write(tmp_path, GOOD + SECOND) + ":fourfold")


def test_a_null_byte(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"some\.py.*error: .*source code string cannot contain null bytes"):
        load(write(tmp_path, "x = 1\0\n"))


def test_not_utf8(tmp_path: Path) -> None:
    file = tmp_path / "latin.py"
    file.write_bytes(b"x = '\xe9'\n")
    with pytest.raises(InputError, match=r"latin\.py.*error: .*utf-8"):
        load(str(file))


@pytest.mark.parametrize(("wanted", "message"), [
    ("", "error: a folder"),
    ("no/such/file.py", "no/such/file.py: error: no such file, and no bundled specification"),
    ("no/such/file.py:f", "no/such/file.py: error: no such file"),
    ("hackers_delight/p3", "did you mean hackers_delight/p"),
    ("hackers_delight", "hackers_delight: error: a set of bundled specifications, not one; for instance hackers_delight/p01"),
    ("../specs/hackers_delight/p99", "no such file"),
    ("x" * 5000, "File name too long"),
])
def test_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: str, message: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError) as caught:
        load(wanted)
    assert message in str(caught.value)


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a folder, not a specification"):
        load(str(tmp_path))


@pytest.mark.parametrize("wanted", ["hackers_delight/p03", "hackers_delight/p03.py", "hackers_delight/p03:isolate_rightmost_one"])
def test_loads_a_bundled_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: str) -> None:
    monkeypatch.chdir(tmp_path)
    spec = load(wanted)
    assert spec.name == "isolate_rightmost_one" and Path(spec.file) == find_bundled("hackers_delight/p03")


def test_a_file_goes_before_a_bundled_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hackers_delight").mkdir()
    write(tmp_path / "hackers_delight", GOOD, "p03.py")
    monkeypatch.chdir(tmp_path)
    assert load("hackers_delight/p03.py").name == "twice"


def test_every_bundled_specification_is_described() -> None:
    listed = bundled_specs()
    assert [b.name for b in listed] == sorted(bundled_paths())
    assert all(b.summary and b.path.is_file() for b in listed)
    assert {"hackers_delight/p01", "termination/figure_7_2_i", "danger/overshoot"} <= {b.name for b in listed}


def test_describing_does_not_execute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = tmp_path / "bundled" / "specs" / "set"
    inside.mkdir(parents=True)
    write(inside, '"""First line.\n\nMore."""\nraise SystemExit\n', "a.py")
    write(inside, "not Python", "b.py")
    monkeypatch.setattr(bundled, "PACKAGE", tmp_path)
    assert [(b.name, b.summary) for b in bundled_specs()] == [("set/a", "First line."), ("set/b", "")]
    assert bundled_folder("encodings") is None and bundled_encodings() == []


def test_folders_beside_an_installed_package_are_not_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "specs").mkdir()
    monkeypatch.setattr(bundled, "PACKAGE", tmp_path / "synth")
    assert bundled_folder("specs") is None
    write(tmp_path, "", "pyproject.toml")
    assert bundled_folder("specs") == tmp_path / "specs"
