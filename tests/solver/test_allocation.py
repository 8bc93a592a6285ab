"""Memory that is freed stays with the process, and costs no page faults when it is needed again; large blocks go back."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import pytest

FAULTS = """
import resource, sys
import numpy as np
from synth.solver.allocation import keep_freed_memory
if sys.argv[1] == "kept":
    keep_freed_memory()
for _ in range(3):
    held = [np.ones(1 << 13) for _ in range(200)]  # 13 MB in small blocks, freed together
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    del held
held = [np.ones(1 << 13) for _ in range(200)]
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""
LARGE = """
import numpy as np, psutil
from synth.solver.allocation import keep_freed_memory
keep_freed_memory()
held = np.ones(1 << 25)  # 256 MB
before = psutil.Process().memory_info().rss
del held
print(before - psutil.Process().memory_info().rss)
"""

pytestmark = pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallopt"), reason="the C library has no mallopt")


def printed(text: str, *words: str) -> int:
    done = subprocess.run([sys.executable, "-c", text, *words], capture_output=True, text=True, check=True)
    return int(done.stdout)


def test_small_blocks_are_had_again_without_page_faults() -> None:
    assert printed(FAULTS, "kept") < printed(FAULTS, "given back") / 5


def test_large_blocks_are_given_back() -> None:
    assert printed(LARGE) > 200 << 20
