"""Files that make one program, as a linker puts them together (C11, 5.1.1.2 phase 8): one tree, in which each name means one thing.

Functions and objects are shared by name, unless they are static. Types, tags, constants of enumerations and inline functions that
files declare in the same words are shared, too: most come from headers. Whatever else has one name in two files is told apart:
`list` of the file src/b.c is called `b::list`.
"""

from __future__ import annotations

import copy
import pathlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NoReturn

from pycparser import c_ast

from synth.errors import InputError
from synth.frontends.c.syntax import library
from synth.frontends.c.syntax.meanings import Meanings, alike
from synth.frontends.c.syntax.names import Entity, Key, entities, nodes, renamed
from synth.frontends.c.syntax.parse import deeply, parse
from synth.frontends.c.syntax.source import APART, Linked, Source


def linked(sources: Sequence[Source]) -> Source:
    """The program that some files make; one file is one already.

    InputError where they are not C, or do not fit together: a name is defined twice, or is a function here and an object there.
    """
    if len(sources) == 1:
        return sources[0]
    with deeply(sources[0].file):
        return _linked(sources)


def _linked(sources: Sequence[Source]) -> Linked:
    shifts = [0, *accumulate(source.text.count("\n") + 1 for source in sources)]
    trees = [_moved(copy.deepcopy(parse(source)), shift) for source, shift in zip(sources, shifts, strict=False)]
    made = Linked(sources, shifts[:-1])
    units = [_Unit(label, entities(tree)) for label, tree in zip(_labels(sources), trees, strict=True)]
    names = list(dict.fromkeys(key for unit in units for key in unit.known))
    labels = {label for source in sources for label in source.labels}
    for key in names:
        _require_fitting(made, key[1], [u.known[key] for u in units if key in u.known and u.known[key].linked])
        if key[1] in labels and (entity := next((u.known[key] for u in units if key in u.known and u.known[key].defined), None)):
            made.refuse(entity.defined[0], f"{key[1]}, by which assemblers know something else, too")
    meanings = alike([unit.known for unit in units])
    left_out = {id(node) for key in names for node in _repeated(made, key, units, meanings)}
    for key in names:
        _tell_apart(made, key, units, meanings)
    made.tree = c_ast.FileAST([node for tree in trees for node in tree.ext if id(node) not in left_out])
    made.external = {key[1]: found for key in names if len(found := [
        u.known[key] for u in units if key in u.known and u.known[key].linked]) > 1}
    return made


def _moved(tree: Any, shift: int) -> Any:
    """The tree with all its places so many lines further down."""
    moved = set[int]()
    for node in nodes(tree):
        if node.coord is not None and id(node.coord) not in moved:
            moved.add(id(node.coord))
            node.coord.line += shift
    return tree


@dataclass(frozen=True)
class _Unit:
    """A file: what it is called in names, and what its names mean."""

    label: str
    known: Mapping[Key, Entity]


def _labels(sources: Sequence[Source]) -> list[str]:
    """What files are called in names: as short as tells them apart."""
    found = [re.sub(r"\W", "_", pathlib.PurePath(s.file).stem) for s in sources]
    whole = [re.sub(r"\W", "_", str(pathlib.PurePath(s.file).with_suffix(""))) for s in sources]
    found = [short if found.count(short) == 1 else long for short, long in zip(found, whole, strict=True)]
    return [name if found.count(name) == 1 else f"{name}_{number}" for number, name in enumerate(found, 1)]


def _require_fitting(made: Linked, name: str, found: Sequence[Entity]) -> None:
    """InputError for an external name that is defined twice, that is a function here and an object there, or not declared here."""
    declared = [entity for entity in found if entity.kind != "unknown"]
    stray = next((entity for entity in found if entity.kind == "unknown" and not entity.called), None)
    if declared and stray is not None:
        made.fail(stray.uses[0], f"{name} is not declared")
    for entity in declared[1:]:
        if entity.kind != declared[0].kind:
            words = [("an " if kind == "object" else "a ") + kind for kind in (entity.kind, declared[0].kind)]
            _wrong(made, f"{name} is {words[0]} here, and {words[1]}", entity.uses[0], declared[0].uses[0])
    defined = [entity for entity in declared if entity.defined and not entity.inline]
    if len(defined) > 1:
        _wrong(made, f"{name} is defined twice, here and", defined[1].defined[0], defined[0].defined[0])


def _wrong(made: Linked, message: str, node: Any, other: Any) -> NoReturn:
    """InputError at a node, which names the place of another one; what an #include brought stands where the directive does."""
    line, column = made.of(node)
    raise InputError(f"{message} at {made.files.told(made.of(other)[0])}", *made.files.of(line), column)


def _repeated(made: Linked, key: Key, units: Sequence[_Unit], meanings: Meanings) -> Iterator[Any]:
    """The definitions of an inline function that are left out, as another file has the same. InputError where it is another."""
    defined = [(unit.known[key], number) for number, unit in enumerate(units) if key in unit.known
               and unit.known[key].linked and unit.known[key].kind == "function" and unit.known[key].defined]
    if len(defined) < 2:
        return
    kept, first = next(((entity, n) for entity, n in defined if not entity.inline), defined[0])
    for entity, number in defined:
        if entity is not kept:
            if meanings.words(key, number) != meanings.words(key, first):
                _wrong(made, f"{key[1]} is an inline function here that is defined otherwise", entity.defined[0], kept.defined[0])
            yield from entity.defined


def _tell_apart(made: Linked, key: Key, units: Sequence[_Unit], meanings: Meanings) -> None:
    """Let a name mean one thing: others have names of their own, and a struct or a union is defined once."""
    first: dict[Any, _Unit] = {}
    complete = set[Any]()
    having = [(unit, unit.known[key], meanings.of(key, n)) for n, unit in enumerate(units) if key in unit.known]
    for unit, _, meaning in having:
        first.setdefault(meaning, unit)
    for _, entity, meaning in having:
        if len(first) > 1 and not entity.linked:
            if entity.kind == "function" and key[1] in library.NAMED:
                made.refuse(entity.uses[0], f"a static function {key[1]} beside another one of that name")
            renamed(entity, f"{first[meaning].label}{APART}{key[1]}")
        for node in entity.declared if entity.kind == "tag" else ():
            if meaning in complete and not isinstance(node, c_ast.Enum):
                node.decls = None
            complete.add(meaning)
