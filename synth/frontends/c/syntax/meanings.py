"""Which names of several files mean the same: those that are declared in the same words, of names that mean the same."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pycparser import c_ast, c_generator

from synth.frontends.c.syntax.names import Entity, Key

Place = tuple[Key, int]
"""A name of a file, which has a number."""


@dataclass(frozen=True)
class Meanings:
    """What tells the meanings of names apart."""

    units: Sequence[Mapping[Key, Entity]]
    found: Mapping[Place, Hashable]

    def of(self, key: Key, unit: int) -> Hashable:
        """What a name means in a file: the same as in another one where this is equal."""
        return self.found[key, unit]

    def words(self, key: Key, unit: int) -> Hashable:
        """What a function's definition says, where nothing of it is the file's own: two mean the same where this is equal."""
        entity = self.units[unit][key]
        return _text(entity.defined[0]), tuple((other, self.found[other, unit]) for other in sorted(entity.speaks))


def alike(units: Sequence[Mapping[Key, Entity]]) -> Meanings:
    """The meanings of the names of some files.

    The coarsest partition that agrees with the words and is closed under what they speak of, by refinement. A struct or a union
    without members is what the other files define, where these agree (C11, 6.2.7 p1).
    """
    found: dict[Place, Hashable] = {(key, n): _begun(entity, n) for n, known in enumerate(units) for key, entity in known.items()}
    count = 0
    while True:
        _join(units, found)
        numbers: dict[tuple[Key, Hashable], int] = {}
        found = {(key, n): numbers.setdefault((key, own), len(numbers)) for (key, n), own in found.items()}
        if len(numbers) == count:
            return Meanings(units, found)
        count = len(numbers)
        found = {(key, n): own if _is_settled(units[n][key]) else
                 (own, *((other, found[other, n]) for other in sorted(units[n][key].speaks)))
                 for (key, n), own in found.items()}


def _is_settled(entity: Entity) -> bool:
    """Whether its words do not matter: what is linked is what has the name, and what is static is the file's own."""
    return entity.kind in ("function", "object", "unknown")


def _begun(entity: Entity, unit: int) -> Hashable:
    """What an entity of a file is as far as its own words say it."""
    if _is_settled(entity):
        return unit if entity.static else "linked"
    if not entity.declared:
        return _text(entity.uses[0])
    return tuple(_text(node) for node in entity.declared[:1])


def _join(units: Sequence[Mapping[Key, Entity]], found: dict[Place, Hashable]) -> None:
    """Let tags that a file does not define be those that the others define, where it is one."""
    defined: dict[Key, set[Hashable]] = {}
    for (key, n), own in found.items():
        if units[n][key].kind == "tag" and units[n][key].declared:
            defined.setdefault(key, set()).add(own)
    for key, n in found:
        if units[n][key].kind == "tag" and not units[n][key].declared:
            found[key, n] = next(iter(defined[key])) if len(defined.get(key, ())) == 1 else ("open", type(units[n][key].uses[0]))


def _text(node: Any) -> str:
    """A declaration in C."""
    generator = c_generator.CGenerator()
    if isinstance(node, c_ast.Typedef):
        return str(generator.visit_Typedef(node))
    return str(generator.visit(node))
