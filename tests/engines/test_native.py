"""Which library is loaded: one for this processor and these sources, and where there is none, and no compiler, none."""

from __future__ import annotations

import ctypes
import pathlib

import pytest

from synth.engines.native import build
from synth.engines.native.build import LEVELS, Library, Unbuilt, absent, compiler, every, levels, library


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """The only place where libraries are looked for; there is no compiler."""
    monkeypatch.setattr(Library, "_folders", lambda self: (tmp_path,))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    return tmp_path


@pytest.fixture
def processor(monkeypatch: pytest.MonkeyPatch) -> object:
    """Says what the processor has."""
    def has(*features: str) -> None:
        monkeypatch.setattr(build, "_features", lambda: frozenset(features))
        levels.cache_clear()

    yield has
    monkeypatch.undo()
    levels.cache_clear()


def test_a_processor_runs_the_levels_whose_features_it_has(processor: object) -> None:
    for level, needed in LEVELS.items():
        processor(*needed)  # type: ignore[operator]
        assert levels()[0] == level
        if needed:
            processor(*list(needed)[1:])  # type: ignore[operator]
            assert level not in levels()
    assert levels()[-1] == "portable"


def test_the_best_library_that_runs_here_is_used(folder: pathlib.Path, processor: object) -> None:
    for made in every(tuple(LEVELS)):
        (folder / made.name).touch()
    for level, needed in LEVELS.items():
        processor(*needed)  # type: ignore[operator]
        assert library("kernel", 8) == folder / Library("kernel", 8, level).name


def test_a_lesser_library_that_is_there_is_used_at_once(folder: pathlib.Path) -> None:
    portable = folder / Library("bank", 64, "portable").name
    portable.touch()
    assert library("bank", 64) == portable


def test_a_library_of_other_sources_or_flags_has_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {made.name for made in every(tuple(LEVELS))}
    assert len(names) == len(LEVELS) * sum(len(bits) for _, bits in build.UNITS.values())
    monkeypatch.setattr(build, "operators_header", lambda: "/* another table */")
    assert names.isdisjoint(made.name for made in every(tuple(LEVELS)))


def test_without_library_and_compiler_there_is_none_and_a_warning_says_so(folder: pathlib.Path) -> None:
    assert compiler() is None
    with pytest.raises(Unbuilt, match="no C compiler"):
        library("kernel", 32)
    assert "no C compiler" in absent() and "numpy" in absent()
    assert not list(folder.iterdir())
    for made in every(("portable",)):
        (folder / made.name).touch()
    assert absent() == ""


def test_a_compiler_that_fails_leaves_nothing(folder: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.setenv("CC", "false")
    with pytest.raises(Unbuilt, match="does not compile"):
        library("bank", 8)
    assert not list(folder.iterdir())


@pytest.mark.skipif(compiler() is None, reason="there is no C compiler")
def test_what_is_compiled_can_be_loaded(tmp_path: pathlib.Path) -> None:
    build.build([Library("bank", 1, "portable")], [tmp_path])
    [made] = tmp_path.iterdir()
    assert made.name == Library("bank", 1, "portable").name and ctypes.CDLL(str(made)).bank_combine
