"""The bank's functions: the compiled ones, or where those are not there the same in numpy."""

from __future__ import annotations

import logging
from functools import cache
from typing import Any

from synth.engines.native.build import Unbuilt
from synth.engines.structural.native import compiled
from synth.engines.structural.portable import PortableBank

_log = logging.getLogger(__name__)


@cache
def loaded(bits: int) -> Any:
    """The functions of bank.c for the word type of `bits` bits."""
    try:
        return compiled(bits)
    except Unbuilt as error:
        _log.info("grows in numpy: %s", error)
        return PortableBank(bits)
