"""A Dask cluster from the coordinator's side: opened, asked for processes on its workers, closed on every way out."""

from __future__ import annotations

import contextlib
import importlib.util
import itertools
import logging
import os
import re
import secrets
import tempfile
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import recv_handle

from synth.errors import InputError
from synth.solver.messages import Joined, Launch, Open, Opened, Refused
from synth.solver.process import GRACE, Failed, Main, Program, end
from synth.solver.remote import Order, Remote

logger = logging.getLogger(__name__)

PATIENCE = 4.0
"""Seconds that a scheduler has to answer."""

_CLOSING = 5.0
"""Seconds that the gateway has to close the cluster in an orderly way."""

_OPENING = 0.05


@contextlib.contextmanager
def opened(where: str, enough: Callable[[], bool]) -> Iterator[Cluster]:
    """A cluster while the context lasts.

    where     "local" or "local:N" for N workers on this machine, or the address of a scheduler, as tcp://HOST:PORT
    enough    asked while it is opened: whether to wait no longer

    InputError where it is none of these, nobody answers there, or Dask is not installed.
    """
    local = re.fullmatch(r"local(?::([1-9]\d{0,3}))?", where)
    if local is None and not re.fullmatch(r"tcp://.+:\d+", where):
        raise InputError(f"--cluster {where!r} is not understood: it is local[:N], or the address of a scheduler, tcp://HOST:PORT")
    if importlib.util.find_spec("distributed") is None:
        raise InputError("--cluster needs Dask: pip install 'synth[cluster]'")
    workers = int(local[1] or len(os.sched_getaffinity(0))) if local else 0
    with tempfile.TemporaryDirectory(prefix="synth_", ignore_cleanup_errors=True) as folder:
        cluster = Cluster("local" if local else where, workers, folder)
        try:
            cluster.open(where, enough)
            yield cluster
        finally:
            cluster.close()


class Cluster:
    """What `opened` yields; `threads` is how many tasks it runs at a time."""

    def __init__(self, where: str, workers: int, folder: str) -> None:
        self._key = secrets.token_bytes(32)
        self._gateway = Program("gateway", "synth.solver.gateway")
        self._gateway.send(Open(where, workers, folder, self._key, PATIENCE))
        self._serials = itertools.count()
        self._expected: dict[int, Remote] = {}
        self._gone = ""
        self.threads = 0

    def ears(self) -> list[Connection]:
        """What becomes ready when there is something for `pump`."""
        return [] if self._gone else [self._gateway.connection]

    def open(self, where: str, enough: Callable[[], bool]) -> None:
        """Wait until it is there."""
        while not self.threads and not enough():
            wait(self.ears(), _OPENING)
            self.pump()
            if self._gone:
                raise InputError(f"--cluster {where}: there is no scheduler to speak with ({self._gone})")

    def start(self, name: str, main: Main, nice: int = 0) -> Remote:
        """A process that runs `main(connection)` on some worker."""
        remote, serial = Remote(name), next(self._serials)
        order = Order(("", 0), self._key, serial, name, main, nice)
        if self._gone or not self._gateway.send(Launch(serial, order)):
            remote.refuse("could not be started: the cluster is gone", False)
        else:
            self._expected[serial] = remote
        return remote

    def pump(self) -> None:
        """Take in who called back, and who will not."""
        try:
            while not self._gone and self._gateway.connection.poll():
                self._take(self._gateway.connection.recv())
        except (EOFError, OSError):
            self._lose("its gateway ended")

    def _take(self, message: object) -> None:
        if isinstance(message, Joined):
            self._join(message.serial, Connection(recv_handle(self._gateway.connection)))
        elif isinstance(message, Refused):
            self._refuse(message)
        elif isinstance(message, Opened):
            self.threads = max(1, message.threads)
        elif isinstance(message, Failed):
            self._lose(message.text)

    def _join(self, serial: int, connection: Connection) -> None:
        remote = self._expected.pop(serial, None)
        if remote is None or not remote.join(connection):
            connection.close()

    def _refuse(self, told: Refused) -> None:
        remote = self._expected.pop(told.serial, None)
        if remote is not None:
            remote.refuse(told.text or "was lost with its worker", told.lost)

    def _lose(self, why: str) -> None:
        """No process will be started any more; those that run go on."""
        if self.threads:
            logger.warning("the cluster is gone: %s", why)
        self._gone = why
        for remote in self._expected.values():
            remote.refuse("could not be started: the cluster is gone", False)
        self._expected.clear()

    def close(self) -> None:
        """Close it; afterwards its own processes on this machine have ended."""
        end([self._gateway], _CLOSING if self.threads else GRACE)
