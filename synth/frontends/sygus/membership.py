"""Whether an expression is in a grammar: checked on the grammar as the file has it, by nothing that built the expression.

`let` is sharing: a production (let ((z A)) (bvadd z z)) derives what is twice the same operand.
"""

from __future__ import annotations

from collections.abc import Sequence

from synth.frontends.sygus.nodes import Group, Kind, Node, postorder

_OPEN = (Kind.HOLE, Kind.CONSTANT, Kind.ANY)


def derives(grammar: Sequence[Group], root: Node) -> bool:
    """Whether the first group derives `root`."""
    if not grammar:
        return False
    derived: dict[int, set[str]] = {}
    for item in postorder(root):
        own = derived[id(item)] = set()
        size = -1
        while size != len(own):
            size = len(own)
            own |= {g.name for g in grammar if g.name not in own and any(_matches(p.node, item, derived) for p in g.productions)}
    return grammar[0].name in derived[id(root)]


def _matches(pattern: Node, item: Node, derived: dict[int, set[str]]) -> bool:
    """Whether a production gives `item`, with the same operand wherever the same occurrence of a non-terminal is mentioned."""
    bound: dict[int, Node] = {}
    seen = {(id(pattern), id(item))}
    stack = [(pattern, item)]
    while stack:
        wanted, given = stack.pop()
        if wanted.kind in _OPEN and bound.setdefault(id(wanted), given) is not given:
            return False
        if wanted.sort != given.sort or not _agree(wanted, given, derived):
            return False
        if wanted.kind in _OPEN:
            continue
        below = [(w, g) for w, g in zip(wanted.children, given.children, strict=True) if (id(w), id(g)) not in seen]
        seen |= {(id(w), id(g)) for w, g in below}
        stack += below
    return True


def _agree(wanted: Node, given: Node, derived: dict[int, set[str]]) -> bool:
    """Whether two nodes agree, their operands left aside."""
    match wanted.kind:
        case Kind.HOLE:
            return wanted.name in derived[id(given)]
        case Kind.CONSTANT:
            return given.kind is Kind.LITERAL
        case Kind.ANY:
            return given.kind is Kind.PARAMETER
        case Kind.LITERAL:
            return given.kind is Kind.LITERAL and given.value == wanted.value
    return (given.kind, given.name, given.indices, len(given.children)) == (
        wanted.kind, wanted.name, wanted.indices, len(wanted.children))
