"""Large families of tests, of which some members are run each time, and the others by `make test-all`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def some(cases: Iterable[Any], most: int | Collection[Any]) -> list[Any]:
    """Parameters of a test: those after the first `most`, or which are not in `most`, are left to `make test-all`."""
    return [case if (number < most if isinstance(most, int) else case in most)
            else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slower)
            for number, case in enumerate(cases)]
