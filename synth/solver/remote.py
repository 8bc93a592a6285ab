"""A process on a worker of a cluster: the peer that stands for it here, and the host that runs it there.

The host is a process of its own on the worker's machine. It calls back, runs the main as its child, and passes on what both sides
say. It ends, and its child with it, when either the coordinator or the worker is gone, however that came about.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass
from multiprocessing.connection import Client, Connection, wait
from typing import Any

from synth.solver.messages import Gone, Signal
from synth.solver.process import Child, Main, Peer, end, environment

_SILENCE = {"SO_KEEPALIVE": 1, "TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}
"""After how many seconds a connection is tried on which nothing was heard, and how often: half a minute until it counts as lost."""


@dataclass(frozen=True)
class Order:
    """What a host does: call back at `address`, prove that it has the `key`, say its `serial`, run `main` as `name`."""

    address: tuple[str, int]
    key: bytes
    serial: int
    name: str
    main: Main
    nice: int


class Remote(Peer):
    """A process on a worker; what is sent before it has called back is kept for it."""

    def __init__(self, name: str) -> None:
        super().__init__(name, None)
        self._kept: list[object] = []
        self._ending = ""
        self._over = False

    def join(self, connection: Connection) -> bool:
        """It called back on `connection`; False where it is not wanted any more."""
        if self._over:
            return False
        watch(connection)
        self.connection = connection
        return all(super(Remote, self).send(message) for message in self._kept)

    def refuse(self, text: str, lost: bool) -> None:
        """It will not call back."""
        self._ending, self.lost, self._over = text, lost, True

    def send(self, message: object) -> bool:
        """As of any peer."""
        if self.connection is not None or self._over:
            return super().send(message)
        self._kept.append(message)
        return True

    def receive(self) -> list[Any] | None:
        """As of any peer; that it is lost where it is gone without a word."""
        if self._over:
            return None
        messages = super().receive()
        if messages is None:
            self._over, self.lost = True, not self._ending
        told = [m for m in messages or () if isinstance(m, Gone)]
        if told:
            self._ending = told[0].text
        return None if messages is None else [m for m in messages if m not in told]

    def signal(self, number: signal.Signals) -> None:
        """Have its host send a signal."""
        self.send(Signal(int(number)))

    def kill(self) -> str:
        """Leave it: its host ends it. A child of this process may hold the connection, too, so that closing would not do."""
        self._over = True
        if self.connection is not None:
            with contextlib.suppress(OSError), socket.socket(fileno=os.dup(self.connection.fileno())) as line:
                line.shutdown(socket.SHUT_RDWR)
            self.connection.close()
        return self._ending or ("was lost with its worker" if self.lost else "was ended")


def watch(connection: Connection) -> None:
    """Have the kernel end a connection whose other end vanished without a word, where it can."""
    with contextlib.suppress(OSError, AttributeError), socket.socket(fileno=os.dup(connection.fileno())) as line:
        for name, value in _SILENCE.items():
            line.setsockopt(socket.SOL_SOCKET if name.startswith("SO_") else socket.IPPROTO_TCP, getattr(socket, name), value)


def hosted(order: bytes) -> None:
    """The task of a Dask worker: run a host until it ends; RuntimeError where it failed.

    The host's standard input is closed with the worker, which tells it so.
    """
    import distributed

    with subprocess.Popen([sys.executable, "-m", __name__], stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=environment()) as process:
        distributed.secede()
        assert process.stdin is not None and process.stderr is not None
        process.stdin.write(order)
        process.stdin.flush()
        said = process.stderr.read().decode(errors="replace").strip()
        if process.wait():
            raise RuntimeError(said.rpartition("\n")[2] or f"ended with status {process.returncode}")


def host(order: Order) -> None:
    """Run the main of an order until it ends, or nobody is left to run it for."""
    with Client(order.address, authkey=order.key) as coordinator:
        watch(coordinator)
        coordinator.send(order.serial)
        child = Child(order.name, order.main, order.nice)
        try:
            while _passed_on(coordinator, child):
                pass
        except (EOFError, OSError):
            logging.getLogger(__name__).debug("the coordinator is gone")
        finally:
            end([child])


def _passed_on(coordinator: Connection, child: Child) -> bool:
    """Pass on what was said; False where nothing is left to do."""
    worker = sys.stdin.fileno()
    ready = wait([coordinator, child.connection, worker])
    if worker in ready:
        return False
    if coordinator in ready:
        message = coordinator.recv()
        if isinstance(message, Signal):
            child.signal(signal.Signals(message.number))
        elif not child.send(message):
            coordinator.send(Gone("does not listen"))
            return False
    messages = child.receive()
    for message in messages or ():
        coordinator.send(message)
    if messages is None:
        coordinator.send(Gone(child.kill()))
    return messages is not None


if __name__ == "__main__":
    logging.getLogger("synth").addHandler(logging.NullHandler())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    host(pickle.load(sys.stdin.buffer))
