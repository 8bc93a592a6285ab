"""What every measurement is told with: the machine, the versions, the commit; and where the project and its results are."""

from __future__ import annotations

import datetime
import os
import pathlib
import platform
import subprocess
from importlib import metadata

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "results"
_MEASURED = ("synth", "specs", "encodings", "experiments")
_PACKAGES = ("z3-solver", "bitwuzla", "numpy", "deap")


def processor() -> str:
    """The processor's model name, as the system tells it."""
    info = pathlib.Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _git(*words: str) -> str | None:
    """What git says; None outside a repository, and where it does not know."""
    try:
        return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def commit() -> str:
    """The commit that was measured, marked where the working tree differs from it; "unknown" outside a repository."""
    head = _git("rev-parse", "--short", "HEAD")
    return "unknown" if head is None else head + ("+" if _git("status", "--porcelain", "--", *_MEASURED) else "")


def commits_since(measured: str) -> int | None:
    """How many commits have changed what is measured since a commit; None where that is not known."""
    count = _git("rev-list", "--count", f"{measured.removesuffix('+')}..HEAD", "--", *_MEASURED)
    return None if count is None else int(count)


def circumstances() -> dict[str, str]:
    """Machine, versions, commit and day of a measurement."""
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in _PACKAGES)
    return {"machine": f"{processor()}, {cores()} cores, {platform.system()}", "python": platform.python_version(),
            "packages": versions, "commit": commit(), "date": datetime.date.today().isoformat()}
