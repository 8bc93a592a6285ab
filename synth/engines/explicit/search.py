"""Which search there is: the compiled kernel, or where it is not there the same in numpy."""

from __future__ import annotations

import logging
from functools import cache

from synth.engines.explicit.kernel import KernelSearch, Task, word_bits
from synth.engines.explicit.portable import ArraySearch
from synth.engines.native.build import Unbuilt, library

_log = logging.getLogger(__name__)

Search = KernelSearch | ArraySearch


def searching(task: Task) -> Search:
    """A search for what a task is over."""
    return KernelSearch(task) if _compiled(word_bits(task.width)) else ArraySearch(task)


@cache
def _compiled(bits: int) -> bool:
    try:
        library("kernel", bits)
    except Unbuilt as error:
        _log.info("searches in numpy: %s", error)
        return False
    return True
