"""The one process that speaks with Dask: it opens the cluster, has hosts started on its workers, and lets them in.

Dask has threads, the coordinator forks, and who calls it may have used Dask before; that is why they are two, and this one is an
interpreter of its own. A host calls back here, proves that it was sent from here,
and its connection is handed to the coordinator, so that nothing that is said in the search passes through Dask.
"""

from __future__ import annotations

import contextlib
import logging
import pickle
import socket
import struct
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.connection import Connection, answer_challenge, deliver_challenge
from multiprocessing.reduction import send_handle
from typing import Any

from synth.solver.messages import Joined, Launch, Open, Opened, Refused
from synth.solver.process import Failed, Stop, run_program
from synth.solver.remote import hosted

_LOOK = 0.5
"""Seconds between two looks at the workers and the tasks."""

_FAREWELL = 2.0
_MANNERS = struct.pack("ll", 5, 0)
"""Seconds, as the kernel wants them, that a caller has for each of its answers."""


def gateway_main(connection: Connection) -> None:
    """Open the cluster that is asked for and serve until told to stop; where it cannot be opened, say why."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    wanted: Open = connection.recv()
    with contextlib.ExitStack() as stack:
        try:
            client, here = stack.enter_context(_client(wanted))
        except Exception as error:  # what Dask raises where something else than a scheduler answers is anything at all
            connection.send(Failed(f"{type(error).__name__}: {error}"))
            return
        _Gateway(connection, client, here, wanted.key).run()


@contextlib.contextmanager
def _client(wanted: Open) -> Iterator[tuple[Any, str]]:
    """A client of the cluster, and the address of this machine as the workers see it."""
    import dask
    import distributed
    from distributed.comm import get_address_host
    from distributed.utils import get_ip

    with contextlib.ExitStack() as stack:
        dask.config.set({"distributed.comm.timeouts.connect": wanted.patience})
        local, target = wanted.where == "local", wanted.where
        if local:
            target = stack.enter_context(distributed.LocalCluster(
                n_workers=wanted.workers, threads_per_worker=1, processes=True, memory_limit=None, dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL, local_directory=wanted.folder))
        client = stack.enter_context(distributed.Client(target, set_as_default=False, timeout=wanted.patience))
        yield client, "127.0.0.1" if local else get_ip(get_address_host(wanted.where))


class _Gateway:
    def __init__(self, connection: Connection, client: Any, here: str, key: bytes) -> None:
        self._connection, self._client, self._key = connection, client, key
        self._door = socket.create_server((here, 0), family=socket.AF_INET6 if ":" in here else socket.AF_INET)
        self._search = uuid.uuid4().hex
        self._telling = threading.Lock()
        self._started: dict[int, tuple[Any, str]] = {}
        self._joined: set[int] = set()
        self._looked = 0.0

    def run(self) -> None:
        threading.Thread(target=self._let_in, daemon=True).start()
        self._connection.send(Opened(sum(self._workers().values())))
        while True:
            if self._connection.poll(_LOOK):
                message = self._connection.recv()
                if isinstance(message, Stop):
                    return self._see_off()
                self._launch(message)
            if time.monotonic() - self._looked > _LOOK:
                self._look()

    def _workers(self) -> dict[str, int]:
        return dict(self._client.nthreads())

    def _launch(self, launch: Launch) -> None:
        """Start a host on the worker that has least to do for us."""
        workers = self._workers()
        if not workers:
            self._tell(Refused(launch.serial, "found no worker"))
            return
        load = Counter(worker for future, worker in self._started.values() if not future.done())
        worker = min(sorted(workers), key=lambda w: load[w] / max(1, workers[w]))
        address = self._door.getsockname()[:2]
        order = pickle.dumps(replace(launch.order, address=address))
        key = f"synth-{self._search}-{launch.serial}"
        future = self._client.submit(hosted, order, workers=[worker], pure=False, key=key)
        self._started[launch.serial] = future, worker

    def _look(self) -> None:
        """Tell of those that will not call back, and forget those that are over."""
        self._looked = time.monotonic()
        workers = self._workers()
        for serial, (future, worker) in list(self._started.items()):
            lost = worker not in workers
            if (lost or future.done()) and serial not in self._joined:
                text = f"could not be started on {worker}: {future.exception()}" if future.done() else ""
                self._tell(Refused(serial, text, lost))
            if lost or future.done():
                future.cancel(force=True)
                del self._started[serial]

    def _see_off(self) -> None:
        """Wait a moment for the hosts, which the coordinator has left."""
        import distributed

        with contextlib.suppress(Exception):
            distributed.wait([future for future, _ in self._started.values()], timeout=_FAREWELL)

    def _tell(self, message: object) -> None:
        with self._telling:
            self._connection.send(message)

    def _let_in(self) -> None:
        """Let hosts in, one after the other; who does not know the key, or says nothing, is left standing."""
        while True:
            caller, _ = self._door.accept()
            caller.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, _MANNERS)
            with contextlib.suppress(Exception), Connection(caller.detach()) as connection:
                deliver_challenge(connection, self._key)
                answer_challenge(connection, self._key)
                self._hand_over(connection, int(connection.recv()))

    def _hand_over(self, connection: Connection, serial: int) -> None:
        with socket.socket(fileno=connection.fileno()) as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", 0, 0))
            line.detach()
        with self._telling:
            self._joined.add(serial)
            self._connection.send(Joined(serial))
            send_handle(self._connection, connection.fileno(), None)


if __name__ == "__main__":
    run_program(gateway_main)
