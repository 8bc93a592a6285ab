"""Typed expressions of SyGuS-IF as a hash-consed DAG: `let` is sharing, an application of a define-fun stays one node."""

from __future__ import annotations

import enum
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from synth.frontends.sexpr import symbol_text
from synth.locks import Lock


@dataclass(frozen=True)
class Sort:
    """Bool (`bits` 0) or BitVec of 1 to 64 bits."""

    bits: int

    @property
    def width(self) -> int:
        """How many bits a word needs to hold it: 1 for a Bool."""
        return self.bits or 1

    def __str__(self) -> str:
        return f"(_ BitVec {self.bits})" if self.bits else "Bool"


BOOL = Sort(0)


class Kind(enum.Enum):
    """What a node is; `Node.name` and `Node.value` hold what is named here."""

    LITERAL = "literal"  # its spelling; its value
    VARIABLE = "variable"  # the name of a ∀ word
    PARAMETER = "parameter"  # the name of a parameter of the function around it
    THEORY = "theory"  # the operator of SMT-LIB
    DEFINED = "defined"  # the define-fun that is applied
    CALL = "call"  # the synth-fun that is applied
    HOLE = "hole"  # in grammars: a non-terminal; the number of the occurrence
    CONSTANT = "Constant"  # in grammars: any constant of the sort; the number of the occurrence
    ANY = "Variable"  # in grammars: any argument of the sort; the number of the occurrence


class Node:
    """A node: equal ones are one object. `indices` are those of an indexed operator."""

    __slots__ = ("__weakref__", "children", "indices", "kind", "name", "sort", "value")
    kind: Kind
    name: str
    sort: Sort
    children: tuple[Node, ...]
    indices: tuple[int, ...]
    value: int


_Key = tuple[Kind, str, Sort, tuple[int, ...], tuple[int, ...], int]
_table: weakref.WeakValueDictionary[_Key, Node] = weakref.WeakValueDictionary()
_making = Lock()


def node(kind: Kind, name: str, sort: Sort, children: Sequence[Node] = (), indices: tuple[int, ...] = (), value: int = 0) -> Node:
    """The node with these parts."""
    key = (kind, name, sort, tuple(map(id, children)), indices, value)
    with _making:
        found = _table.get(key)
        if found is None:
            found = Node()
            found.kind, found.name, found.sort, found.children = kind, name, sort, tuple(children)
            found.indices, found.value = indices, value
            _table[key] = found
    return found


def postorder(*roots: Node) -> list[Node]:
    """Every node below `roots`, each once, children before what uses them."""
    done: dict[int, Node] = {}
    stack = [(root, False) for root in reversed(roots)]
    while stack:
        item, expanded = stack.pop()
        if expanded:
            done[id(item)] = item
        elif id(item) not in done:
            stack.append((item, True))
            stack.extend((child, False) for child in reversed(item.children) if id(child) not in done)
    return list(done.values())


def substituted(root: Node, replacements: Mapping[int, Node]) -> Node:
    """`root` with the nodes of these ids replaced."""
    new: dict[int, Node] = {}
    for item in postorder(root):
        children = [new[id(child)] for child in item.children]
        fresh = node(item.kind, item.name, item.sort, children, item.indices, item.value) if children else item
        new[id(item)] = replacements.get(id(item), fresh)
    return new[id(root)]


def literal(value: int, sort: Sort) -> Node:
    """A constant, spelled as `literal_text` does."""
    return node(Kind.LITERAL, literal_text(value, sort), sort, value=value)


def literal_text(value: int, sort: Sort) -> str:
    """true or false, hexadecimal where the width allows it, else binary."""
    if not sort.bits:
        return "true" if value else "false"
    return f"#x{value:0{sort.bits // 4}x}" if sort.bits % 4 == 0 else f"#b{value:0{sort.bits}b}"


def head_text(item: Node) -> str:
    """What an application starts with: an operator with its indices, a function's name."""
    name = symbol_text(item.name)
    return f"(_ {name} {' '.join(map(str, item.indices))})" if item.indices else name


@dataclass(frozen=True, eq=False)
class Definition:
    """A define-fun. It is `closed` where its value depends on its parameters alone: no ∀ word and no synth-fun is in it."""

    name: str
    parameters: tuple[tuple[str, Sort], ...]
    sort: Sort
    body: Node
    closed: bool


@dataclass(frozen=True, eq=False)
class Production:
    """A right-hand side. Where a `let` is in it, `pieces` is its text around `holes`, in order; else both are empty."""

    node: Node
    pieces: tuple[str, ...] = ()
    holes: tuple[Node, ...] = ()


@dataclass(frozen=True, eq=False)
class Group:
    """A non-terminal of a grammar with its right-hand sides."""

    name: str
    sort: Sort
    productions: tuple[Production, ...]


@dataclass(frozen=True, eq=False)
class Signature:
    """A synth-fun (or synth-inv) as the file has it; the first group of the grammar is where answers start."""

    name: str
    parameters: tuple[tuple[str, Sort], ...]
    sort: Sort
    grammar: tuple[Group, ...] | None = None
