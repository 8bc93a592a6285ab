"""Where the order of evaluation, which C leaves open (C11 6.5p2-3), may decide what a program does: compilers differ there.

That is looked for by names, and told where nothing shows that the order does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from pycparser import c_ast

from synth.frontends.c.syntax import library
from synth.frontends.c.syntax.effects import STEPS, changed_list, failing, parts

_SEQUENCED = ("&&", "||")
_MEMORY = "*"
"""What pointers and functions of the file read or write: anything that does not have a name for itself."""
_POINTED = "()"
"""What a function is called that a pointer leads to, which may be any whose address is taken."""
_ENDING = frozenset((*library.ENDS, *library.FAILING, *library.ASSERTIONS, *library.ASSUMPTIONS))
_LOOPS = (c_ast.While, c_ast.DoWhile, c_ast.For, c_ast.Goto)
_NUMBERS = frozenset(("int", "unsigned", "signed", "long", "short", "char", "float", "double", "_Bool"))
_JUMPS = (c_ast.Return, c_ast.Goto, c_ast.Break, c_ast.Continue)
"""What leaves an operand that has statements in it."""


@dataclass(frozen=True)
class _Effects:
    """What evaluating an operand may do.

    written, read  the variables that it changes, or reads, or `_MEMORY`
    asks           whether it asks for an input in a function, where the next one is another
    ends           whether the run may end in it, or leave it
    lasts          whether it may go on for ever
    fails          whether something is checked in it
    """

    written: frozenset[str]
    read: frozenset[str]
    asks: bool
    ends: bool
    lasts: bool
    fails: bool


def unordered(tree: Any, errors: Collection[str]) -> Iterator[Any]:
    """The expressions of a file of which one operand may change what another one reads, both change something, or one decides
    whether another one that may fail, or end the run, is come to; `errors` are as for `effects.failing`."""
    file = _File(tree, failing(errors))
    acting = _acting(tree, file)
    for part in tree.ext:
        names = file.names(part)
        for node in parts(part):
            operands = [file.effects(o, names) for o in (names.operands(node) if id(node) in acting else ())]
            if any(names.matters(a, b) for a, b in combinations(operands, 2)) or (operands and names.changes_itself(node)):
                yield node


def _acting(tree: Any, file: _File) -> set[int]:
    """The nodes, by identity, some operand of which changes something, or calls what may."""
    found, pairs, waiting = set[int](), list[tuple[Any, Any]](), [tree]
    while waiting:
        node = waiting.pop()
        children = [child for _, child in node.children()]
        pairs += [(child, node) for child in children]
        waiting += children
    for node, parent in reversed(pairs):  # children before their parents
        if id(node) in found or _target(node) is not None or isinstance(node, (*_LOOPS, *_JUMPS)) or file.acts(file.name(node)):
            found.add(id(parent))
    return found


def _target(node: Any) -> Any | None:
    """What a node assigns to."""
    if isinstance(node, c_ast.Assignment):
        return node.lvalue
    if (own := changed_list(node)) is not None:
        return own
    return node.expr if isinstance(node, c_ast.UnaryOp) and node.op in STEPS else None


class _Names:
    """What the names of variables mean in a function, or in what else a file declares: which are arrays, which are a function's own
    each time that it is called, and which of these are private: nothing else leads to them, as their address is never taken."""

    def __init__(self, within: Any, shared: Sequence[Any]) -> None:
        objects = [n for n in parts(within) if _is_object(n)]
        given = {id(p) for n in parts(within) if isinstance(n, c_ast.FuncDecl) and n.args is not None for p in n.args.params}
        self._arrays = _arrays([*objects, *shared], given)
        lasting = {n.name for n in shared} | {n.name for n in objects
                                              if {"static", "extern"} & set(n.storage) or not _is_scalar(n.type)}
        pointed = {own.name for n in parts(within) if isinstance(n, c_ast.UnaryOp) and n.op == "&"
                   for own in parts(n.expr) if isinstance(own, c_ast.ID)}
        declared = {n.name for n in objects}
        self.own = declared - {n.name for n in objects if {"static", "extern"} & set(n.storage)} - {n.name for n in shared}
        self._private = declared - lasting - pointed if isinstance(within, c_ast.FuncDef) else set()

    def operands(self, node: Any) -> list[Any]:
        """The operands that are evaluated in any order."""
        match node:
            case c_ast.BinaryOp():
                return [] if node.op in _SEQUENCED else [node.left, node.right]
            case c_ast.Assignment():
                return [node.rvalue] if node.op == "=" and self._is_fixed(node.lvalue) else [node.lvalue, node.rvalue]
            case c_ast.ArrayRef():
                return [node.name, node.subscript]
            case c_ast.FuncCall():
                return [node.name, *(node.args.exprs if node.args is not None else ())]
            case c_ast.InitList():
                return list(node.exprs)
        return []

    def matters(self, a: _Effects, b: _Effects) -> bool:
        """Whether it may matter which of two operands is evaluated first."""
        return (a.asks and b.asks) or any(
            self._meet(one.written, other.read | other.written) or (one.lasts and other.fails)
            or (one.ends and (other.ends or other.lasts or other.fails or other.written)) for one, other in ((a, b), (b, a)))

    def _meet(self, written: Collection[str], used: Collection[str]) -> bool:
        own, other = set(written), set(used)
        return bool(own & other) or (_MEMORY in own and bool(other - self._private)) or (
            _MEMORY in other and bool(own - self._private))

    def changes_itself(self, node: Any) -> bool:
        """Whether an assignment's right side assigns to the same variable."""
        return isinstance(node, c_ast.Assignment) and self._root(node.lvalue) in self.written(node.rvalue)

    def written(self, node: Any) -> set[str]:
        """The variables that an expression assigns to."""
        return {self._root(target) for part in parts(node) if (target := _target(part)) is not None}

    def _root(self, lvalue: Any) -> str:
        """The variable that an lvalue is, or is a part of; anything where it may be pointed to: of i[p], i is no array."""
        while isinstance(lvalue, (c_ast.ArrayRef, c_ast.StructRef)):
            if self.follows(lvalue):
                return _MEMORY
            lvalue = lvalue.name
        return lvalue.name if isinstance(lvalue, c_ast.ID) else _MEMORY

    def follows(self, node: Any) -> bool:
        """Whether a node follows a pointer, or may do so."""
        return (isinstance(node, c_ast.StructRef) and node.type == "->") or (
            isinstance(node, c_ast.UnaryOp) and node.op == "*") or (
            isinstance(node, c_ast.ArrayRef) and not _indices(node) <= self._arrays.get(_array(node), _NO_ARRAY).dimensions)

    def _is_fixed(self, lvalue: Any) -> bool:
        """Whether an lvalue is always the same variable, or part of one."""
        while isinstance(lvalue, (c_ast.ArrayRef, c_ast.StructRef)):
            if self.follows(lvalue) or (isinstance(lvalue, c_ast.ArrayRef) and not isinstance(lvalue.subscript, c_ast.Constant)):
                return False
            lvalue = lvalue.name
        return isinstance(lvalue, c_ast.ID)

    def is_checked(self, node: Any) -> bool:
        """Whether it is checked when a node is evaluated that an index is within an array, or that a pointer leads to something."""
        if isinstance(node, c_ast.ArrayRef):
            index = node.subscript.value if isinstance(node.subscript, c_ast.Constant) else ""
            return not (isinstance(node.name, c_ast.ID) and index.isdecimal()
                        and int(index) < self._arrays.get(node.name.name, _NO_ARRAY).length)
        return self.follows(node)


class _File:
    """The functions of a file, what calls are of, and what evaluating an expression does; `failing` are operators that are checked.
    """

    def __init__(self, tree: Any, failing: Collection[str]) -> None:
        self._tree, self._failing = tree, failing
        self._functions = {n.decl.name: n for n in tree.ext if isinstance(n, c_ast.FuncDef)}
        self._shared = [n for n in tree.ext if _is_object(n)]
        self._names = {id(n): _Names(n, self._shared) for n in self._functions.values()}
        self._objects = {n.name for n in parts(tree) if _is_object(n)}
        named = [n for n in parts(tree) if isinstance(n, c_ast.ID) and n.name in self._functions]
        called = {id(n.name) for n in parts(tree) if isinstance(n, c_ast.FuncCall) and self.name(n) != _POINTED}
        self._callers: dict[str, list[str]] = {n.name: [_POINTED] for n in named if id(n) not in called}
        for name, node in self._functions.items():
            for own in {self.name(part) for part in parts(node.body)}:
                self._callers.setdefault(own, []).append(name)

    def names(self, part: Any) -> _Names:
        """What names mean in a part of the file."""
        return self._names.get(id(part)) or _Names(part, self._shared)

    def name(self, node: Any) -> str:
        """The function that a node calls: by its name, `_POINTED`, or "" where it is no call. A name that the file has an object of
        may be a pointer anywhere."""
        if not isinstance(node, c_ast.FuncCall):
            return ""
        return node.name.name if isinstance(node.name, c_ast.ID) and node.name.name not in self._objects else _POINTED

    def acts(self, name: str) -> bool:
        """Whether a function, or one that it calls, may change what others see, ask for an input, or not come back."""
        return any(name in own for own in (self._changing, self._asking, self._ending, self._lasting))

    def effects(self, node: Any, names: _Names) -> _Effects:
        """What evaluating an expression may do."""
        own = list(parts(node))
        called = {self.name(part) for part in own} - {""}
        written, read = names.written(node), {p.name for p in own if isinstance(p, c_ast.ID) and not self._is_routine(p.name)}
        if called & self._changing:
            written.add(_MEMORY)
        if any(map(names.follows, own)) or any(name in self._functions or _reads(name) for name in called):
            read.add(_MEMORY)
        return _Effects(frozenset(written), frozenset(read), bool(called & self._asking),
                        bool(called & self._ending) or any(isinstance(p, _JUMPS) for p in own),
                        bool(called & self._lasting) or any(isinstance(p, _LOOPS) for p in own),
                        bool(called & self._checked) or any(self._may_fail(p, names) for p in own))

    def _is_routine(self, name: str) -> bool:
        return name in self._functions and name not in self._objects

    def _may_fail(self, node: Any, names: _Names) -> bool:
        """Whether something is checked when a node is evaluated."""
        return names.is_checked(node) or self.name(node) == _POINTED or (
            isinstance(node, (c_ast.BinaryOp, c_ast.Assignment)) and node.op.rstrip("=") in ("/", "%", *self._failing)) or (
            isinstance(node, c_ast.UnaryOp) and node.op.removeprefix("p")[0] in self._failing)

    @cached_property
    def _changing(self) -> set[str]:
        """The functions that may change what others see; a name that the file has an object of may be that anywhere."""
        writing = {name for name in map(self.name, parts(self._tree)) if library.writes(name) and name not in self._functions}
        changing = {name for name, node in self._functions.items()
                    if not (names := self._names[id(node)]).written(node.body) <= names.own}
        return self._all_callers(writing | changing)

    @cached_property
    def _asking(self) -> set[str]:
        """The functions that ask for inputs: they call one that the file does not define, and that means nothing else."""
        def asks(name: str) -> bool:
            return name not in self._functions and name not in (_POINTED, "") and (library.outside(name) or not library.known(name))

        return self._all_callers(self._with(lambda part, names: asks(self.name(part))))

    @cached_property
    def _ending(self) -> set[str]:
        """The functions that may end a run, by their meaning or since they call such a one. A call of reach_error and the like may
        fail even where the file defines it."""
        known = {name for name in _ENDING if name not in self._functions or name in library.NAMED}
        return known | self._all_callers(self._with(lambda part, names: self.name(part) in known))

    @cached_property
    def _lasting(self) -> set[str]:
        """The functions that may go on for ever: they have loops, or call themselves."""
        recursive = {name for name in self._functions if name in self._all_callers(set(self._callers.get(name, ())))}
        return self._all_callers(recursive | self._with(lambda part, names: isinstance(part, _LOOPS)))

    @cached_property
    def _checked(self) -> set[str]:
        """The functions in which something may fail; of those that the file does not define all but those that compute nothing."""
        others = {name for part in parts(self._tree) if (name := self.name(part)) not in ("", _POINTED, *self._functions)
                  and _reads(name)}
        return others | self._all_callers(self._with(
            lambda part, names: self._may_fail(part, names) or self.name(part) in others))

    def _with(self, told: Callable[[Any, _Names], bool]) -> set[str]:
        """The functions with such a node."""
        return {name for name, node in self._functions.items()
                if any(told(part, self._names[id(node)]) for part in parts(node.body))}

    def _all_callers(self, found: set[str]) -> set[str]:
        """The functions, and all that call one of them."""
        waiting = list(found)
        while waiting:
            more = {name for name in self._callers.get(waiting.pop(), ()) if name not in found}
            found |= more
            waiting += more
        return found


def _reads(name: str) -> bool:
    """Whether a function that the file does not define may follow pointers that it is given, where something is checked."""
    return not library.harmless(name) and name not in _ENDING


def _is_object(node: Any) -> bool:
    """Whether a node declares a variable."""
    return isinstance(node, c_ast.Decl) and node.name is not None and not isinstance(node.type, c_ast.FuncDecl)


def _array(node: Any) -> str:
    """The name of the array of which a node is an element; "" where it is none by its name."""
    while isinstance(node, c_ast.ArrayRef):
        node = node.name
    return node.name if isinstance(node, c_ast.ID) else ""


def _indices(node: Any) -> int:
    """How many indices a node has, one behind the other."""
    count = 0
    while isinstance(node, c_ast.ArrayRef):
        node, count = node.name, count + 1
    return count


@dataclass(frozen=True)
class _Array:
    """What arrays of a name have at least: dimensions, and elements, 0 where that is not written."""

    dimensions: int
    length: int


_NO_ARRAY = _Array(0, 0)


def _arrays(objects: Sequence[Any], given: Collection[int]) -> Mapping[str, _Array]:
    """The names that are only given to arrays; parameters are pointers."""
    others = {n.name for n in objects if id(n) in given or not isinstance(n.type, c_ast.ArrayDecl)}
    found: dict[str, _Array] = {}
    for n in objects:
        if n.name not in others:
            written = n.type.dim.value if isinstance(n.type.dim, c_ast.Constant) else ""
            length, dimensions, type = int(written) if written.isdecimal() else 0, 0, n.type
            while isinstance(type, c_ast.ArrayDecl):
                type, dimensions = type.type, dimensions + 1
            known = found.get(n.name, _Array(dimensions, length))
            found[n.name] = _Array(min(dimensions, known.dimensions), min(length, known.length))
    return found


def _is_scalar(type: Any) -> bool:
    """Whether a type is written as that of a number or of a pointer: a name of a type may be that of anything."""
    if isinstance(type, c_ast.TypeDecl) and isinstance(type.type, c_ast.IdentifierType):
        return all(name in _NUMBERS for name in type.type.names)
    return isinstance(type, c_ast.PtrDecl)
