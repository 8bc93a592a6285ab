"""A SyGuS-IF file, read: its specification, and what printing and checking answers needs of the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from synth.frontends.sygus.nodes import Definition, Signature, Sort
from synth.frontends.sygus.normal import Normal
from synth.specification import Specification


@dataclass(frozen=True, eq=False)
class Problem:
    """A file and its specification, whose words have the width of the file's widest sort.

    signatures    the synth-funs in the order of the file, with their grammars as the file has them
    definitions   the define-funs
    normal        for each synth-fun with a grammar its normal form, as the specification has it, with the spelling of literals
    sorts         what define-sort has named
    """

    specification: Specification
    signatures: tuple[Signature, ...]
    definitions: Mapping[str, Definition]
    normal: Mapping[str, Normal]
    sorts: Mapping[str, Sort]
