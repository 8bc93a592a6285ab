"""A value that a process of its own makes while others go on."""

from __future__ import annotations

import signal
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from typing import Generic, TypeVar, cast

from synth.errors import SynthError
from synth.solver.process import Child, Failed

T = TypeVar("T")


class Later(Generic[T]):
    """What `make` returns in a child process, which starts at once; it has to be something that can be pickled."""

    def __init__(self, name: str, make: Callable[[], T]) -> None:
        self._child = Child(name, partial(_made, make=make))

    @property
    def connection(self) -> Connection:
        """It is ready where the value is there, or will not be."""
        return self._child.connection

    def value(self) -> T:
        """The value, which is waited for; once only. It raises the SynthError or MemoryError that making it raised, and a
        SynthError where the process failed."""
        try:
            found = self._child.connection.recv()
        except (EOFError, OSError):
            raise SynthError(f"error: {self._child} {self._child.kill()}") from None
        self.close()
        if isinstance(found, Failed):
            raise SynthError(f"error: {self._child.name} failed: {found.text}")
        if isinstance(found, (SynthError, MemoryError)):
            raise found
        return cast(T, found)

    def signal(self, number: signal.Signals) -> None:
        """Send the process a signal, if it is still there."""
        self._child.signal(number)

    def close(self) -> None:
        """End the process, where it is still there."""
        self._child.kill()


def _made(connection: Connection, make: Callable[[], object]) -> None:
    try:
        connection.send(make())
    except (SynthError, MemoryError) as error:
        connection.send(error)
