"""Which names of a file's tree mean what the file declares outside of its functions: several files may share these, or mean others
(C11, 6.2.1 to 6.2.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pycparser import c_ast

from synth.frontends.c.syntax.effects import is_offset

TAGGED = (c_ast.Struct, c_ast.Union, c_ast.Enum)
Key = tuple[str, str]
"""The name space, tag or name, and the name."""


@dataclass(eq=False)
class Entity:
    """What a name means outside of all functions.

    kind       tag, typedef, constant (of an enumeration), function, object, or unknown, which nothing declares
    static     whether it is the file's own (C11, 6.2.2 p3)
    declared   the nodes that declare it, also those in blocks; of a tag and a constant those with what they are defined by
    defined    those of them that define a function or an object, tentatively or not (C11, 6.9.2)
    uses       all nodes with the name
    called     whether each use of a name that nothing declares is a call, which declares it
    speaks     the names that its declarations and its definition speak of
    """

    kind: str
    static: bool = False
    declared: list[Any] = field(default_factory=list)
    defined: list[Any] = field(default_factory=list)
    uses: list[Any] = field(default_factory=list)
    called: bool = True
    speaks: set[Key] = field(default_factory=set)

    @property
    def linked(self) -> bool:
        """Whether the name means the same in all files (C11, 6.2.2 p2)."""
        return self.kind in ("function", "object", "unknown") and not self.static

    @property
    def inline(self) -> bool:
        """Whether it is a function that each file may define for itself (C11, 6.7.4 p7; GNU)."""
        return self.kind == "function" and any("inline" in node.decl.funcspec for node in self.defined)


def entities(tree: Any) -> dict[Key, Entity]:
    """What the names of a file mean, as far as no function declares them for itself."""
    found = _Names()
    for node in tree.ext:
        found.speaker = _declares(node)
        found.look(node)
    return found.known


def _declares(node: Any) -> Key | None:
    """The function, object or typedef that a node of a file declares."""
    own = node.decl if isinstance(node, c_ast.FuncDef) else node
    return ("name", own.name) if isinstance(own, (c_ast.Decl, c_ast.Typedef)) and own.name else None


@dataclass
class _Names:
    """A walk over a file, with what the blocks around a place declare: whether each name is a block's own.

    speaker   what is being declared
    """

    known: dict[Key, Entity] = field(default_factory=dict)
    blocks: list[dict[Key, bool]] = field(default_factory=list)
    speaker: Key | None = None

    def look(self, node: Any) -> None:
        """Look at a node, and at what is below it."""
        match node:
            case c_ast.FuncDef():
                self._function(node)
            case c_ast.Decl() | c_ast.Typedef():
                self._declaration(node)
            case c_ast.Struct() | c_ast.Union() | c_ast.Enum():
                self._tag(node)
            case c_ast.FuncDecl():
                self.look(node.type)
                inner = self._within()
                self._parameters(node)
                self._leave(inner)
            case c_ast.Compound() | c_ast.For():
                inner = self._within()
                self._below(node)
                self._leave(inner)
            case c_ast.StructRef():
                self.look(node.name)
            case c_ast.NamedInitializer():
                self._initialiser(node)
            case c_ast.FuncCall() if is_offset(node):
                self._offset(node)
            case c_ast.FuncCall():
                self._call(node)
            case c_ast.ID():
                self._used(("name", node.name), node, False)
            case c_ast.IdentifierType():
                if len(node.names) == 1 and (self._is_own(("name", node.names[0])) or ("name", node.names[0]) in self.known):
                    self._used(("name", node.names[0]), node, False)
            case _:
                self._below(node)

    def _below(self, node: Any) -> None:
        for _, child in node.children() if node is not None else ():
            self.look(child)

    def _within(self) -> int:
        self.blocks.append({})
        return len(self.blocks) - 1

    def _leave(self, depth: int) -> None:
        del self.blocks[depth:]

    def _is_own(self, key: Key) -> bool:
        """Whether a block's own declaration is what a name means here."""
        return next((block[key] for block in reversed(self.blocks) if key in block), False)

    def _entity(self, key: Key, kind: str) -> Entity:
        own = self.known.setdefault(key, Entity(kind))
        own.kind = kind if own.kind == "unknown" else own.kind
        if self.speaker is not None and self.speaker != key:
            self.known.setdefault(self.speaker, Entity("unknown")).speaks.add(key)
        return own

    def _used(self, key: Key, node: Any, called: bool) -> None:
        if not self._is_own(key):
            own = self._entity(key, "tag" if key[0] == "tag" else "unknown")
            own.uses.append(node)
            own.called = own.called and called

    # -- declarations --

    def _function(self, node: Any) -> None:
        self._declaration(node.decl, node)
        inner = self._within()
        self._parameters(node.decl.type)
        self._below(node.body)
        self._leave(inner)

    def _parameters(self, type: Any) -> None:
        for parameter in type.args.params if type.args is not None else ():
            if isinstance(parameter, c_ast.Decl):
                self.look(parameter.type)
                self.blocks[-1]["name", parameter.name] = True
            else:
                self.look(parameter)

    def _declaration(self, node: Any, definition: Any = None) -> None:
        """A declaration, of a function with its `definition` if that is one; its name is known in its own initialiser."""
        self.look(node.type)
        if node.name:
            kind = "function" if isinstance(node.type, c_ast.FuncDecl) else "object"
            kind = "typedef" if isinstance(node, c_ast.Typedef) else kind
            inner = bool(self.blocks)
            own = inner and (kind == "typedef" or "static" in node.storage or (kind == "object" and "extern" not in node.storage))
            if inner:
                self.blocks[-1]["name", node.name] = own
            if not own:
                self._outer(node, kind, definition, inner)
        if isinstance(node, c_ast.Decl):
            for part in (node.bitsize, node.init, *(node.align or ())):
                if part is not None:
                    self.look(part)

    def _outer(self, node: Any, kind: str, definition: Any, inner: bool) -> None:
        """A declaration of what is not a block's own, wherever it stands."""
        own = self._entity(("name", node.name), kind)
        own.uses.append(node if definition is None else definition)
        own.declared.append(node if definition is None else definition)
        own.static = own.static or (not inner and "static" in node.storage)
        if definition is not None or (kind == "object" and not inner and (node.init is not None or "extern" not in node.storage)):
            own.defined.append(node if definition is None else definition)

    def _tag(self, node: Any) -> None:
        """A struct, a union or an enumeration, which a block may define or declare for itself."""
        members = node.values if isinstance(node, c_ast.Enum) else node.decls
        key = ("tag", node.name)
        if node.name and members is not None and self.blocks:
            self.blocks[-1][key] = True
        elif node.name and not self._is_own(key):
            own = self._entity(key, "tag")
            own.uses.append(node)
            own.declared += [node] if members is not None else []
        if members is None:
            return
        before = self.speaker
        if not self.blocks and node.name:
            self.speaker = key
        self._members(node)
        self.speaker = before

    def _members(self, node: Any) -> None:
        if not isinstance(node, c_ast.Enum):
            for member in node.decls:
                for part in (member.type, member.bitsize) if isinstance(member, c_ast.Decl) else (member,):
                    if part is not None:
                        self.look(part)
            return
        first = ("name", node.values.enumerators[0].name)
        for constant in node.values.enumerators:
            key = "name", constant.name
            if not self.blocks:
                own = self._entity(key, "constant")
                own.uses.append(constant)
                own.declared.append(node)
                own.speaks.add(first)  # which speaks of what the values speak of
            before, self.speaker = self.speaker, self.speaker if self.blocks else first
            if constant.value is not None:
                self.look(constant.value)
            self.speaker = before
            if self.blocks:
                self.blocks[-1][key] = True

    # -- expressions --

    def _call(self, node: Any) -> None:
        if isinstance(node.name, c_ast.ID):
            self._used(("name", node.name.name), node.name, True)
        else:
            self.look(node.name)
        if node.args is not None:
            self.look(node.args)

    def _initialiser(self, node: Any) -> None:
        """A designator is a member, whose name is no other's, or an index."""
        for part in node.name:
            if not isinstance(part, c_ast.ID):
                self.look(part)
        self.look(node.expr)

    def _offset(self, node: Any) -> None:
        type, member = node.args.exprs
        self.look(type)
        while not isinstance(member, c_ast.ID):
            if isinstance(member, c_ast.ArrayRef):
                self.look(member.subscript)
            member = member.name


def renamed(entity: Entity, name: str) -> None:
    """Give an entity another name, wherever its file speaks of it."""
    for node in entity.uses:
        match node:
            case c_ast.FuncDef():
                _declared_as(node.decl, name)
            case c_ast.Decl() | c_ast.Typedef():
                _declared_as(node, name)
            case c_ast.IdentifierType():
                node.names = [name]
            case _:
                node.name = name


def _declared_as(node: Any, name: str) -> None:
    node.name = name
    type = node.type
    while not isinstance(type, c_ast.TypeDecl):
        type = type.type
    type.declname = name


def nodes(root: Any) -> Iterator[Any]:
    """Every node below one, itself included; what is shared is met once."""
    waiting, seen = [root], set[int]()
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield node
            waiting.extend(child for _, child in node.children())
