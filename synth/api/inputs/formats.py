"""The formats of specifications, by the suffixes of files. A further one is a subclass of `Input`, and a line in `_FORMATS`."""

from __future__ import annotations

import pathlib
from collections.abc import Callable

from synth.api.inputs.base import Input
from synth.specification import Specification


def load_input(spec: str) -> Input:
    """What a file or a bundled name holds; InputError where it cannot be had."""
    return _FORMATS.get(pathlib.PurePath(spec).suffix, _python)(spec)


def load_specification(spec: str) -> Specification:
    """The specification of a file or bundled name; InputError where it cannot be had."""
    return load_input(spec).specification


def _python(spec: str) -> Input:
    from synth.frontends.python_spec import load

    return Input(load(spec))


def _sygus(spec: str) -> Input:
    from synth.api.inputs.sygus import SygusInput

    return SygusInput.load(spec)


def _qbf(spec: str) -> Input:
    from synth.api.inputs.qbf import QbfInput

    return QbfInput.load(spec)


def _c(spec: str) -> Input:
    from synth.api.inputs.c import CInput

    return CInput.load(spec)


_FORMATS: dict[str, Callable[[str], Input]] = {".sl": _sygus, ".c": _c, ".qdimacs": _qbf}
