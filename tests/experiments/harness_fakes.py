"""A suite that is solved at once, and a tool that solves it: what it says stands in the file it is given."""

from __future__ import annotations

import pathlib

TOOL = """
import pathlib, sys, time
words = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()[-1].split()
time.sleep(float(words[1]))
if words[0] == "hold":
    held = b"x" * (200 << 20)
    time.sleep(30)
print(words[0])
sys.exit(int(words[2]))
"""


def fake_tools(folder: pathlib.Path) -> pathlib.Path:
    """A file of tools for `--tools`, with the one tool "fake"."""
    (folder / "fake.py").write_text(TOOL, encoding="utf-8")
    path = folder / "fake.toml"
    path.write_text(f"""
[fake]
solve = ["{{python}}", "{folder / "fake.py"}", "{{file}}"]
formats = [".qdimacs"]
reads = "patterns"
patterns = {{ solved = "^yes$", infeasible = "^no$", unknown = "^perhaps$", timeout = 7 }}
version = ["{{python}}", "-c", "print('fake 1.2')"]
""", encoding="utf-8")
    return path


def fake_task(file: pathlib.Path, says: str = "yes", seconds: float = 0.0, status: int = 0, expected: str = "true") -> pathlib.Path:
    """A file at which the tool says a word after some seconds, and exits with a status."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"c expect: {expected}\n{says} {seconds} {status}\n", encoding="utf-8")
    return file


def fake_suite(folder: pathlib.Path, count: int, seconds: float = 0.0) -> pathlib.Path:
    """A folder of so many tasks, most of them solved."""
    for i in range(count):
        fake_task(folder / f"t{i}.qdimacs", "perhaps" if i % 4 == 3 else "yes", seconds)
    return folder


