"""Where the order of evaluation, which C leaves open (C11 6.5p2-3), may decide what a program does: compilers differ there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from pycparser import c_ast

from synth.frontends.c.syntax import library
from synth.frontends.c.syntax.effects import STEPS, changed_list, is_fixed, parts

_SEQUENCED = ("&&", "||")
_MEMORY = "*"
"""What pointers and functions of the file read or write: anything."""
_INPUT = "?"
"""What is changed by asking for an input at a place in a function: the next one that is asked for there."""
_END = "!"
"""What ends a run: it decides whether another thing that may fail comes to do so."""
_POINTED = "()"
"""What a function is called that a pointer leads to, which may be any whose address is taken."""
_ENDING = frozenset((*library.ENDS, *library.FAILING, *library.ASSERTIONS, *library.ASSUMPTIONS))


def unordered(tree: Any) -> Iterator[Any]:
    """The expressions of a file of which one operand may change what another one reads, both change something, or both end runs."""
    calls = _Calls(tree)
    lasting, asking, ending = calls.lasting(), calls.asking(), calls.ending()
    writing = _writing(tree, lasting | asking | ending, calls)
    special = ((lasting, _MEMORY), (asking, _INPUT), (ending, _END))
    for node in parts(tree):
        operands = [(_written(o) | calls.changed(o, special), calls.read(o))
                    for o in (_operands(node) if id(node) in writing else ())]
        if any(_meet(written, (*read, *other)) for i, (written, _) in enumerate(operands)
               for j, (other, read) in enumerate(operands) if i != j) or (operands and _itself(node)):
            yield node


def _writing(tree: Any, lasting: Collection[str], calls: _Calls) -> set[int]:
    """The nodes, by identity, some operand of which changes something."""
    found, pairs, waiting = set[int](), list[tuple[Any, Any]](), [tree]
    while waiting:
        node = waiting.pop()
        children = [child for _, child in node.children()]
        pairs += [(child, node) for child in children]
        waiting += children
    for node, parent in reversed(pairs):  # children before their parents
        if id(node) in found or _target(node) is not None or calls.name(node) in lasting:
            found.add(id(parent))
    return found


def _operands(node: Any) -> list[Any]:
    """The operands that are evaluated in any order."""
    match node:
        case c_ast.BinaryOp():
            return [] if node.op in _SEQUENCED else [node.left, node.right]
        case c_ast.Assignment():
            return [node.rvalue] if node.op == "=" and is_fixed(node.lvalue) else [node.lvalue, node.rvalue]
        case c_ast.ArrayRef():
            return [node.name, node.subscript]
        case c_ast.FuncCall():
            return [node.name, *(node.args.exprs if node.args is not None else ())]
        case c_ast.InitList():
            return list(node.exprs)
    return []


def _itself(node: Any) -> bool:
    """Whether an assignment's right side assigns to the same variable."""
    return isinstance(node, c_ast.Assignment) and _root(node.lvalue) in {
        _root(target) for part in parts(node.rvalue) if (target := _target(part)) is not None}


def _meet(written: Collection[str], used: Collection[str]) -> bool:
    if any(special in written and special in used for special in (_INPUT, _END)):
        return True
    own, other = set(written) - {_INPUT, _END}, set(used) - {_INPUT, _END}
    return bool(own) and bool(other) and (_MEMORY in own or _MEMORY in other or bool(own & other))


def _target(node: Any) -> Any | None:
    """What a node assigns to."""
    if isinstance(node, c_ast.Assignment):
        return node.lvalue
    if (own := changed_list(node)) is not None:
        return own
    return node.expr if isinstance(node, c_ast.UnaryOp) and node.op in STEPS else None


def _root(lvalue: Any) -> str:
    """The variable that an lvalue is, or is a part of; anything where it is pointed to, as it may be by a member with an index."""
    while isinstance(lvalue, (c_ast.ArrayRef, c_ast.StructRef)):
        if (isinstance(lvalue, c_ast.StructRef) and lvalue.type == "->") or (
                isinstance(lvalue, c_ast.ArrayRef) and isinstance(lvalue.name, c_ast.StructRef)):
            return _MEMORY
        lvalue = lvalue.name
    return lvalue.name if isinstance(lvalue, c_ast.ID) else _MEMORY


def _written(node: Any) -> set[str]:
    return {_root(target) for part in parts(node) if (target := _target(part)) is not None}


def _may_fail(node: Any) -> bool:
    """Whether a node is checked when it is evaluated: an index, a pointer, a divisor."""
    return (isinstance(node, c_ast.ArrayRef) and not isinstance(node.subscript, c_ast.Constant)) or (
        isinstance(node, c_ast.UnaryOp) and node.op == "*") or (isinstance(node, c_ast.StructRef) and node.type == "->") or (
        isinstance(node, (c_ast.BinaryOp, c_ast.Assignment)) and node.op in ("/", "%", "/=", "%="))


class _Calls:
    """The functions of a file, what calls are of, and what calls do."""

    def __init__(self, tree: Any) -> None:
        self._tree = tree
        self._functions = {n.decl.name: n for n in tree.ext if isinstance(n, c_ast.FuncDef)}
        self._objects = {n.name for n in parts(tree) if isinstance(n, c_ast.Decl) and not isinstance(n.type, c_ast.FuncDecl)}
        named = [n for n in parts(tree) if isinstance(n, c_ast.ID) and n.name in self._functions]
        called = {id(n.name) for n in parts(tree) if isinstance(n, c_ast.FuncCall) and self.name(n) != _POINTED}
        self._callers: dict[str, list[str]] = {n.name: [_POINTED] for n in named if id(n) not in called}
        for name, node in self._functions.items():
            for own in {self.name(part) for part in parts(node.body)}:
                self._callers.setdefault(own, []).append(name)

    def name(self, node: Any) -> str:
        """The function that a node calls: by its name, `_POINTED`, or "" where it is no call. A name that the file has an object of
        may be a pointer anywhere."""
        if not isinstance(node, c_ast.FuncCall):
            return ""
        return node.name.name if isinstance(node.name, c_ast.ID) and node.name.name not in self._objects else _POINTED

    def changed(self, node: Any, special: Sequence[tuple[Collection[str], str]]) -> set[str]:
        """What calls in an expression change, by the functions that change it."""
        return {changed for name in {self.name(part) for part in parts(node)} for names, changed in special if name in names}

    def read(self, node: Any) -> set[str]:
        """What an expression may read."""
        found = {part.name for part in parts(node) if isinstance(part, c_ast.ID) and part.name not in self._functions}
        points = any((name := self.name(part)) in self._functions or name == _POINTED
                     or (isinstance(part, c_ast.UnaryOp) and part.op == "*") for part in parts(node))
        return found | ({_MEMORY} if points else set()) | ({_END} if any(map(_may_fail, parts(node))) else set())

    def lasting(self) -> set[str]:
        """The functions that may change what others see; a name that the file has an object of may be that anywhere."""
        shared = {n.name for n in self._tree.ext if isinstance(n, c_ast.Decl)}
        typedefs = {n.name: n.type for n in parts(self._tree) if isinstance(n, c_ast.Typedef)}
        writing = {name for name in map(self.name, parts(self._tree)) if library.writes(name) and name not in self._functions}
        return self._all_callers(writing | {name for name, node in self._functions.items()
                                            if not _written(node.body) <= _own(node, typedefs) - shared})

    def asking(self) -> set[str]:
        """The functions that ask for inputs: they call one that the file does not define, and that means nothing else."""
        def asks(name: str) -> bool:
            return name not in self._functions and name not in (_POINTED, "") and (library.outside(name) or not library.known(name))

        return self._all_callers({name for name, node in self._functions.items()
                                  if any(asks(self.name(part)) for part in parts(node.body))})

    def ending(self) -> set[str]:
        """The functions that may end a run, by their meaning or since they call such a one."""
        known = {name for name in _ENDING if name not in self._functions}
        return known | self._all_callers({name for name, node in self._functions.items()
                                          if any(self.name(part) in known for part in parts(node.body))})

    def _all_callers(self, found: set[str]) -> set[str]:
        """The functions, and all that call one of them."""
        waiting = list(found)
        while waiting:
            more = {name for name in self._callers.get(waiting.pop(), ()) if name not in found}
            found |= more
            waiting += more
        return found


def _own(function: Any, typedefs: Mapping[str, Any]) -> set[str]:
    """The variables that are a function's own, each time that it is called; those that point or are pointed to are left out."""
    declared = [n for n in parts(function) if isinstance(n, c_ast.Decl) and n.name is not None]
    elsewhere = {n.name for n in declared if {"static", "extern"} & set(n.storage)}
    inner = {id(n) for n in parts(function.body)}
    pointing = {n.name for n in declared if _is(n.type, c_ast.PtrDecl, typedefs)
                or (id(n) not in inner and _is(n.type, c_ast.ArrayDecl, typedefs))
                or any(_is(own, c_ast.PtrDecl, typedefs) for own in parts(n.type))}
    return {n.name for n in declared} - elsewhere - pointing


def _is(type: Any, kind: type, typedefs: Mapping[str, Any]) -> bool:
    """Whether a declared type is of a kind, by itself or by the typedefs that it names, or may be by its typeof."""
    for _ in range(len(typedefs) + 1):
        while isinstance(type, c_ast.TypeDecl):
            type = type.type
        if not isinstance(type, c_ast.IdentifierType) or type.names[0] not in typedefs:
            return isinstance(type, (kind, c_ast.UnaryOp))
        type = typedefs[type.names[0]]
    return True
