"""Threads and forks: equal terms are one object whoever makes them, and no child waits for a lock of its parent."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator

import pytest

from synth.locks import Lock
from synth.terms import Term, constant, symbol


def test_a_forked_child_finds_it_open() -> None:
    lock = Lock()
    with lock:
        child = os.fork()
        if not child:
            signal.alarm(5)
            with lock:
                os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.fixture
def switching() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("switching")
def test_threads_make_equal_terms_one() -> None:
    made: list[list[Term]] = []
    start = threading.Barrier(4)

    def make() -> None:
        start.wait()
        made.append([symbol("x") + constant(n) for n in range(10_000, 14_000)])

    threads = [threading.Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(one is other for others in made for one, other in zip(made[0], others, strict=True))
