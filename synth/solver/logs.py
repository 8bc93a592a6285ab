"""One ordered log of all processes, through multiprocessing-logging; a line names the process that wrote it.

The handlers of the logger `synth` are wrapped before any child is forked, so that records of children travel to this process and
are written here, one after the other. Nothing is wrapped where nobody asked for a log.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from synth.errors import SynthError

_FORMAT = "%(asctime)s.%(msecs)03d %(levelname)-7s %(processName)s: %(message)s"
_LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)


@contextmanager
def configure(verbosity: int = 0, file: str | None = None, quiet: bool = False) -> Iterator[None]:
    """Log to stderr (warnings, unless it is `quiet`; with verbosity 1 what happens, with 2 everything) and to `file` (at least what
    happens).

    Holds while the context lasts; afterwards every record is written. SynthError where the file cannot be opened.
    """
    root = logging.getLogger("synth")
    level = _LEVELS[min(verbosity, 2)]
    handlers = [_handler(logging.StreamHandler(sys.stderr), logging.ERROR if quiet and not verbosity else level)]
    if file is not None:
        handlers.append(_handler(_file_handler(file), min(level, logging.INFO)))
    previous = root.level, root.propagate
    root.setLevel(min(h.level for h in handlers))
    root.propagate = False
    for handler in handlers:
        root.addHandler(handler)
    wrapped = bool(verbosity or file is not None)
    if wrapped:
        from multiprocessing_logging import install_mp_handler

        install_mp_handler(root)
    try:
        yield
    finally:
        _remove(root, handlers, wrapped)
        root.level, root.propagate = previous


def _file_handler(file: str) -> logging.Handler:
    try:
        return logging.FileHandler(file, encoding="utf-8")
    except OSError as error:
        raise SynthError(f"error: cannot write the log {file}: {error.strerror}") from None


def _handler(handler: logging.Handler, level: int) -> logging.Handler:
    handler.setLevel(level)
    handler.setFormatter(logging.Formatter(_FORMAT, "%H:%M:%S"))
    return handler


def _remove(root: logging.Logger, handlers: list[logging.Handler], wrapped: bool) -> None:
    if wrapped:
        from multiprocessing_logging import uninstall_mp_handler

        outer = _wrapping(root)
        uninstall_mp_handler(root)
        for handler in outer:
            handler.queue.cancel_join_thread()
            handler.close()
    for handler in handlers:
        root.removeHandler(handler)
        handler.close()


def flush() -> None:
    """In a child that is about to end: deliver the records that wait to be sent."""
    for handler in _wrapping(logging.getLogger("synth")):
        handler.queue.close()
        handler.queue.join_thread()


def _wrapping(root: logging.Logger) -> list[Any]:
    """The handlers of `root` that send records to the process that writes them; there are none before their module is loaded."""
    module = sys.modules.get("multiprocessing_logging")
    return [] if module is None else [h for h in root.handlers if isinstance(h, module.MultiProcessingHandler)]
