"""C files as specifications: those with a function `check`."""

from __future__ import annotations

from synth.api.inputs.base import Input
from synth.frontends.c.specification import load
from synth.solver.options import Options
from synth.specification import Specification


class CInput(Input):
    """A specification in C. Its words have the width of its types, unless it speaks of WIDTH."""

    def __init__(self, path: str, specification: Specification) -> None:
        super().__init__(specification)
        self._path = path

    @classmethod
    def load(cls, path: str) -> CInput:
        """The file's specification; InputError, with line and column, where it is none."""
        return cls(path, load(path))

    def accept(self, options: Options) -> None:
        """Only words of WIDTH bits have the width that is asked for."""
        if options.width not in (None, self.specification.width):
            load(self._path, options.width)
