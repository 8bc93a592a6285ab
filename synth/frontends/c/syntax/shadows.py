"""Names that mean one thing where they are declared and another nearby, in ways that hardly any program needs: these are refused.

Types may be defined within expressions and the bounds of arrays, a switch may declare what its own cases name, and a file may
declare a tag only after a function that names it. Each is read rightly as long as the name has no other meaning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pycparser import c_ast

from synth.frontends.c.syntax.effects import changes, parts

_TAGGED = (c_ast.Struct, c_ast.Union, c_ast.Enum)
_DECLARING = (c_ast.Decl, c_ast.Typedef)
Name = tuple[str, str]
"""The name space, tag or name, and the name (C11, 6.2.3)."""


class Shadowed(NamedTuple):
    """A node that is to be refused, and why."""

    node: Any
    reason: str


def shadowed(tree: Any) -> Iterator[Shadowed]:
    """What is to be refused of a file."""
    found = _Found()
    found.look(tree)
    for node, names in found.within:
        for name in names:
            if found.declared[name] > 1:
                yield Shadowed(node, f"{name[1]}, which is defined within an expression and elsewhere, too")
    for switch in found.switches:
        yield from _named_by_cases(switch)
    yield from _declared_later(tree)
    for node in parts(tree):
        if isinstance(node, c_ast.ArrayDecl) and node.dim is not None and changes(node.dim):
            yield Shadowed(node, "a length that changes something")


@dataclass
class _Found:
    """What a walk over a tree finds.

    declared  how often each name is declared
    within    types that are defined within expressions, bounds and lists of parameters, with what each declares
    switches  all switches
    known     the types that were looked at, by identity
    """

    declared: Counter[Name] = field(default_factory=Counter)
    within: list[tuple[Any, list[Name]]] = field(default_factory=list)
    switches: list[Any] = field(default_factory=list)
    known: set[int] = field(default_factory=set)

    def look(self, root: Any) -> None:
        """Look at everything below a node; a type that declarations share is looked at once."""
        waiting = [(root, False)]
        while waiting:
            node, inner = waiting.pop()
            if id(node) in self.known:
                continue
            names = _declared(node)
            if names and isinstance(node, _TAGGED):
                self.known.add(id(node))
            if names and inner and isinstance(node, _TAGGED):
                self.within.append((node, names))
            self.declared.update(names)
            if isinstance(node, c_ast.Switch):
                self.switches.append(node)
            for place, child in node.children():
                bound = isinstance(node, c_ast.ArrayDecl) and place == "dim"
                deeper = inner or bound or isinstance(child, (c_ast.Typename, c_ast.ParamList))
                waiting.append((child, deeper and not isinstance(child, c_ast.Compound)))


def _declared(node: Any) -> list[Name]:
    """The names that a node itself declares; of an enumeration the constants, too."""
    if isinstance(node, _DECLARING):
        alone = isinstance(node, c_ast.Decl) and node.name is None and isinstance(node.type, _TAGGED) and node.type.name
        return [("name", node.name)] if node.name else [("tag", node.type.name)] if alone and not _members(node.type) else []
    if not isinstance(node, _TAGGED) or not _members(node):
        return []
    constants = [("name", c.name) for c in node.values.enumerators] if isinstance(node, c_ast.Enum) else []
    return ([("tag", node.name)] if node.name else []) + constants


def _members(node: Any) -> Any:
    """What a struct, a union or an enumeration is defined by; None where it is only named."""
    return node.values if isinstance(node, c_ast.Enum) else node.decls


def _below(root: Any) -> Iterator[Any]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(child for _, child in node.children())


def _named(root: Any) -> dict[Name, Any]:
    """The names that something below a node speaks of, each with a node that does."""
    found: dict[Name, Any] = {}
    for node in _below(root):
        if isinstance(node, c_ast.ID):
            found["name", node.name] = node
        elif isinstance(node, c_ast.IdentifierType) and len(node.names) == 1:
            found["name", node.names[0]] = node
        elif isinstance(node, _TAGGED) and node.name and not _members(node):
            found["tag", node.name] = node
    return found


def _named_by_cases(switch: Any) -> Iterator[Shadowed]:
    declared = {name for node in _below(switch.stmt) for name in _declared(node)}
    for case in _below(switch.stmt):
        if isinstance(case, c_ast.Case):
            for name, node in _named(case.expr).items():
                if name in declared:
                    yield Shadowed(node, f"a case that speaks of {name[1]}, which its switch declares")


def _declared_later(tree: Any) -> Iterator[Shadowed]:
    """Tags that functions name and the file declares only afterwards: they are others (C11, 6.2.1 p4)."""
    first: dict[str, int] = {}
    for number, node in enumerate(tree.ext):
        for own in _below(node.decl.type.type if isinstance(node, c_ast.FuncDef) else node):
            if isinstance(own, _TAGGED) and own.name:
                first.setdefault(own.name, number)
    for number, node in enumerate(tree.ext):
        for (space, name), own in _named(node.body).items() if isinstance(node, c_ast.FuncDef) else ():
            if space == "tag" and first.get(name, -1) > number:
                yield Shadowed(own, f"the tag {name}, which the file declares after the function")
