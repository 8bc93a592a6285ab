"""Limits hold for everything that a command starts, in each way of enforcing them, and nothing is left of it however it ends."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import threading
import time

import psutil
import pytest

from experiments.harness import limits
from experiments.harness.keeper import WAYS
from experiments.harness.limits import Finished, KeeperLostError, run
from experiments.harness.records import Limits
from synth.errors import SynthError

ROOT = pathlib.Path(__file__).parent.parent.parent
HIDDEN = """
import os, subprocess, sys, time
if sys.argv[1:]:
    open(sys.argv[1], "w").write(str(os.getpid()))
    time.sleep(60)
subprocess.Popen([sys.executable, __file__, os.environ["PID_FILE"]], start_new_session=True)
while not os.path.exists(os.environ["PID_FILE"]):
    time.sleep(0.01)
"""
"""Starts a process with a session of its own, which writes its number and stays."""


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> str:
    if request.param == "runexec" and limits.best_way() != "runexec":
        pytest.skip("BenchExec is not installed, or the kernel does not let it limit anything")
    return str(request.param)


def test_signals_reach_a_command(way: str) -> None:
    ends = "import os, signal, time; os.kill(os.getpid(), signal.SIGTERM); time.sleep(20)"
    found = run([sys.executable, "-c", ends], Limits(10.0, None, 1000, way))
    assert found.ended is None and found.code == -signal.SIGTERM


def python(code: str, given: Limits, stdin: str = "") -> Finished:
    return run([sys.executable, "-c", textwrap.dedent(code)], given, stdin)


def is_gone(number: int) -> bool:
    for _ in range(200):
        if not psutil.pid_exists(number) or psutil.Process(number).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.05)
    return False


@pytest.fixture
def hidden(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.setenv("PID_FILE", str(tmp_path / "pid"))
    (tmp_path / "hidden.py").write_text(HIDDEN, encoding="utf-8")
    return tmp_path


def test_what_a_command_is_given_and_gives(way: str) -> None:
    code = "import sys; print(input(), 'é'); print('oh', file=sys.stderr); sys.exit(3)"
    found = python(code, Limits(20, 20, 500, way), "hello\n")
    assert (found.stdout, found.stderr, found.code, found.ended, found.by) == ("hello é\n", "oh\n", 3, None, way)
    assert found.wall > 0 and found.cpu > 0 and found.megabytes > 0


def test_a_signal_is_a_negative_status(way: str) -> None:
    assert python("import os; os.abort()", Limits(20, by=way)).code == -signal.SIGABRT


def test_wall_time_ends_a_command_and_what_it_started(way: str, hidden: pathlib.Path) -> None:
    (hidden / "endless.py").write_text(HIDDEN + "time.sleep(60)\n", encoding="utf-8")
    found = run([sys.executable, str(hidden / "endless.py")], Limits(1.5, by=way))
    assert found.ended == "wall"
    assert found.wall >= 1.5
    assert is_gone(int((hidden / "pid").read_text()))


def test_what_a_command_leaves_behind_ends_with_it(way: str, hidden: pathlib.Path) -> None:
    found = run([sys.executable, str(hidden / "hidden.py")], Limits(20, by=way))
    assert (found.code, found.ended) == (0, None)
    assert found.left in (1, None)
    assert is_gone(int((hidden / "pid").read_text()))


def test_memory_is_that_of_all_processes_together(way: str) -> None:
    code = """
        import os, time
        for _ in range(3):
            if os.fork() == 0:
                held = b"x" * (80 << 20)
                time.sleep({seconds})
                os._exit(0)
        while True:
            try:
                os.wait()
            except ChildProcessError:
                break
    """
    assert python(code.format(seconds=30), Limits(20, None, 160, way)).ended == "memory"
    fits = python(code.format(seconds=4), Limits(20, None, 500, way))
    assert (fits.code, fits.ended) == (0, None)
    assert 230 < fits.megabytes < 320


def test_what_processes_share_counts_once(way: str) -> None:
    found = python("""
        import os, time
        held = b"x" * (100 << 20)
        for _ in range(3):
            if os.fork() == 0:
                time.sleep(0.6)
                os._exit(0)
        time.sleep(0.6)
    """, Limits(20, None, 250, way))
    assert found.ended is None
    assert 95 < found.megabytes < 200


def test_cpu_time_is_that_of_all_processes_together(way: str) -> None:
    code = """
        import os
        os.fork()
        while True:
            pass
    """
    found = python(code, Limits(20, 0.6, None, way))
    assert found.ended == "cpu"
    assert found.cpu >= 0.6


def test_cpu_time_of_what_has_ended_counts(way: str) -> None:
    found = python("""
        import subprocess, sys
        for _ in range(2):
            subprocess.run([sys.executable, "-c", "import time\\nwhile time.process_time() < 0.3: pass"])
    """, Limits(20, by=way))
    assert found.cpu >= 0.6


def test_temporary_files_of_a_killed_command_are_removed(way: str) -> None:
    code = "import tempfile, time; print(tempfile.mkdtemp(), flush=True); time.sleep(60)"
    found = python(code, Limits(4, by=way))  # on a busy machine Python takes more than a second to begin
    assert found.ended == "wall"
    assert not pathlib.Path(found.stdout.strip()).exists()


@pytest.mark.parametrize("after", [0.0, 0.5])
def test_an_interrupted_harness_ends_its_commands(way: str, after: float) -> None:
    """Whether they have begun or not."""
    found: list[Finished] = []
    thread = threading.Thread(target=lambda: found.append(python("import time; time.sleep(60)", Limits(60, by=way))))
    thread.start()
    while not limits._running:
        time.sleep(0.01)
    time.sleep(after)
    limits.stop_running()
    thread.join(20)
    assert [f.ended for f in found] == ["stopped"]


def test_a_killed_harness_takes_its_commands_along(way: str, hidden: pathlib.Path) -> None:
    (hidden / "endless.py").write_text(HIDDEN + "time.sleep(60)\n", encoding="utf-8")
    code = f"""
        import sys
        from experiments.harness.limits import run
        from experiments.harness.records import Limits
        run([sys.executable, {str(hidden / "endless.py")!r}], Limits(60, by={way!r}))
    """
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], cwd=ROOT) as harness:
        while not (hidden / "pid").exists() or not (hidden / "pid").read_text():
            time.sleep(0.02)
        os.kill(harness.pid, signal.SIGKILL)
    assert is_gone(int((hidden / "pid").read_text()))


def test_a_keeper_that_is_killed_is_told_apart(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    child = "import os, signal; os.kill(os.getppid(), signal.SIGKILL)"
    with pytest.raises(KeeperLostError):
        run([sys.executable, "-c", child], Limits(20, by="psutil"))


def test_a_command_that_does_not_exist() -> None:
    with pytest.raises(SynthError, match="no-such-command"):
        run(["no-such-command"], Limits(1))
