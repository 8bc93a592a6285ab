"""What is shipped: the content folders and the engines' C sources inside the package."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest

from synth.engines.native.build import LEVELS, every

ROOT = pathlib.Path(__file__).parent.parent


def test_a_built_package_carries_its_content(tmp_path: pathlib.Path) -> None:
    words = ["egg_info", "--egg-base", str(tmp_path), "build_py", "--build-lib", str(tmp_path / "lib")]
    subprocess.run([sys.executable, "-W", "ignore", "setup.py", "--quiet", *words], check=True, cwd=ROOT, capture_output=True)
    package = tmp_path / "lib" / "synth"
    for source in ("explicit/kernel.c", "native/primitives.h", "structural/bank.c", "structural/stages.h",
                   "structural/completion.h", "structural/ranking.h", "doubling/doubling.c"):
        assert (package / "engines" / source).is_file()
    for folder in ("specs", "encodings"):
        own = {p.relative_to(ROOT / folder) for p in (ROOT / folder).rglob("*") if p.is_file() and "__pycache__" not in p.parts}
        shipped = {p.relative_to(package / "bundled" / folder) for p in (package / "bundled" / folder).rglob("*") if p.is_file()}
        assert shipped == own
    assert not list(package.rglob("*.so"))
    listed = subprocess.run([sys.executable, "-m", "synth", "list"], check=True, capture_output=True, text=True, cwd=tmp_path,
                            env={**os.environ, "PYTHONPATH": str(tmp_path / "lib")}).stdout
    assert "hackers_delight/p03" in listed
    solved = subprocess.run([sys.executable, "-m", "synth", "hackers_delight/p03", "--timeout", "100"], check=True,
                            capture_output=True, text=True, cwd=tmp_path, env={
                                "PATH": str(tmp_path), "HOME": str(tmp_path), "PYTHONPATH": str(tmp_path / "lib")})
    assert "checked: proved" in solved.stdout
    assert [line for line in solved.stderr.splitlines() if "compiler" in line] == [
        line for line in solved.stderr.splitlines() if line.startswith("warning: there is no C compiler")] != []


def test_an_extension_is_built_for_one_platform_and_every_python(tmp_path: pathlib.Path) -> None:
    """Without a compiler the package is for every platform."""
    for path, expected in ((os.environ["PATH"], "py3-none-l"), (str(tmp_path), "py3-none-any")):
        told = subprocess.run([sys.executable, "-W", "ignore", "-c", "import setuptools.dist, runpy; d = []; "
                               "o = setuptools.dist.Distribution.run_commands; "
                               "setuptools.dist.Distribution.run_commands = lambda self: d.append(self); "
                               "runpy.run_path('setup.py'); c = d[0].get_command_obj('bdist_wheel'); c.ensure_finalized(); "
                               "print('-'.join(c.get_tag()))", "--quiet", "bdist_wheel"], check=True, cwd=ROOT, capture_output=True,
                              text=True, env={**os.environ, "PATH": path, "CC": ""}).stdout
        assert told.strip().startswith(expected)


@pytest.mark.slower
def test_a_build_has_the_libraries_of_every_level(tmp_path: pathlib.Path) -> None:
    words = ["egg_info", "--egg-base", str(tmp_path), "build_ext", "--build-lib", str(tmp_path / "lib")]
    subprocess.run([sys.executable, "-W", "ignore", "setup.py", "--quiet", *words], check=True, cwd=ROOT, capture_output=True)
    assert {path.name for path in (tmp_path / "lib").rglob("*.so")} == {library.name for library in every(tuple(LEVELS))}
