"""What several test files need."""

from __future__ import annotations

import ctypes
import pathlib
import signal
import subprocess
from collections.abc import Callable, Iterator

import psutil
import pytest

from synth.solver.allocation import keep_freed_memory


def pytest_configure() -> None:
    """Keep memory as commands do, and let those hear of SIGINT, also where the tests run in the background, which ignores it."""
    keep_freed_memory()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def no_process_is_left() -> Iterator[None]:
    """A test ends every process that it starts; those that a library keeps since an earlier test, as Dask does, are not its own."""
    before = psutil.Process().children(recursive=True)
    yield
    assert [process for process in psutil.Process().children(recursive=True) if process not in before] == []


@pytest.fixture(scope="session")
def compile_c(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], ctypes.CDLL]:
    """Compiles C text with every warning an error, and loads it."""

    def compiled(source: str) -> ctypes.CDLL:
        folder: pathlib.Path = tmp_path_factory.mktemp("c")
        (folder / "text.c").write_text("#include <stdint.h>\n" + source, encoding="utf-8")
        command = ["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-O0", "-fPIC", "-shared", "-o", "text.so", "text.c"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[:3000]
        return ctypes.CDLL(str(folder / "text.so"))

    return compiled
