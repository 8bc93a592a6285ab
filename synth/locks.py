"""Locks that a forked child finds open, whoever held them in its parent."""

from __future__ import annotations

import os
import threading
from types import TracebackType


class Lock:
    """A context that one thread at a time is in; made once for a module, never for an object that goes."""

    def __init__(self) -> None:
        self._renew()
        os.register_at_fork(after_in_child=self._renew)

    def _renew(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._lock.locked():  # a child that was forked while it was held found it open
            self._lock.release()
