"""What is shipped: the content folders and the engines' C sources inside the package."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).parent.parent


def test_a_built_package_carries_its_content(tmp_path: pathlib.Path) -> None:
    words = ["egg_info", "--egg-base", str(tmp_path), "build_py", "--build-lib", str(tmp_path / "lib")]
    subprocess.run([sys.executable, "-W", "ignore", "setup.py", "--quiet", *words], check=True, cwd=ROOT, capture_output=True)
    package = tmp_path / "lib" / "synth"
    for source in ("explicit/kernel.c", "native/primitives.h", "structural/bank.c"):
        assert (package / "engines" / source).is_file()
    for folder in ("specs", "encodings"):
        own = {p.relative_to(ROOT / folder) for p in (ROOT / folder).rglob("*") if p.is_file() and "__pycache__" not in p.parts}
        shipped = {p.relative_to(package / "bundled" / folder) for p in (package / "bundled" / folder).rglob("*") if p.is_file()}
        assert shipped == own
    listed = subprocess.run([sys.executable, "-m", "synth", "list"], check=True, capture_output=True, text=True, cwd=tmp_path,
                            env={**os.environ, "PYTHONPATH": str(tmp_path / "lib")}).stdout
    assert "hackers_delight/p03" in listed
