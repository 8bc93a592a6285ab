"""Grammars of synth-funs: `((A S) …) ((A S (production …)) …)` of SyGuS-IF 2.1, and the second list alone, as in 1.0."""

from __future__ import annotations

from collections.abc import Mapping

from synth.frontends.sexpr import SExpr, atom_text, text_of
from synth.frontends.sygus.expressions import Expressions
from synth.frontends.sygus.nodes import Group, Node, Production, Sort
from synth.frontends.sygus.script import Script


def read_grammar(script: Script, lists: list[SExpr], parameters: Mapping[str, Sort], sort: Sort) -> tuple[Group, ...]:
    """The groups of the grammar in `lists`, one list or two, of a synth-fun over `parameters`; the first group has `sort`."""
    groups = lists[-1]
    if not groups.items:
        groups.fail("expected a grammar ((name sort (production …)) …), given ()")
    declared = {_group_name(script, g, parameters): script.sort(g.items[1]) for g in groups.items}
    if len(declared) != len(groups.items):
        groups.fail("a non-terminal is declared twice")
    if len(lists) == 2:
        _check_declaration(script, lists[0], declared)
    start = next(iter(declared.values()))
    if start != sort:
        groups.items[0].fail(f"the grammar starts with {start}, expected {sort}, which the function returns")
    return tuple(_group(script, g, name, parameters, declared) for g, name in zip(groups.items, declared, strict=True))


def _group_name(script: Script, group: SExpr, parameters: Mapping[str, Sort]) -> str:
    if len(group.items) != 3 or not group.items[2].is_list:
        group.fail(f"expected (name sort (production …)), given {text_of(group)}")
    name = script.name(group.items[0])
    if name in parameters:
        group.fail(f"{name} is a parameter, and cannot be a non-terminal too")
    return name


def _check_declaration(script: Script, names: SExpr, declared: Mapping[str, Sort]) -> None:
    """InputError where ((A S) …) does not announce the groups in their order."""
    announced = script.parameters(names)
    for pair, (name, sort) in zip(names.items, announced, strict=True):
        if declared.get(name) != sort:
            pair.fail(f"{name} {sort} is announced, but no group of the grammar is that")
    if [name for name, _ in announced] != list(declared):
        names.fail(f"announced are {', '.join(n for n, _ in announced)}, the groups are {', '.join(declared)}")


def _group(script: Script, group: SExpr, name: str, parameters: Mapping[str, Sort], declared: Mapping[str, Sort]) -> Group:
    found = tuple(_production(script, item, declared[name], parameters, declared) for item in group.items[2].items)
    return Group(name, declared[name], found)


def _production(script: Script, item: SExpr, sort: Sort, parameters: Mapping[str, Sort],
                declared: Mapping[str, Sort]) -> Production:
    reader = Expressions(script, parameters, {}, declared)
    found = reader.read_as(item, sort, "a production")
    if not reader.has_let:
        return Production(found)
    pieces, holes = _cut(item, reader.leaves)
    return Production(found, pieces, holes)


def _cut(root: SExpr, leaves: Mapping[int, Node]) -> tuple[tuple[str, ...], tuple[Node, ...]]:
    """The text of an s-expression around its leaves, and the leaves."""
    pieces, holes = [""], []
    stack: list[SExpr | str] = [root]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            pieces[-1] += item
        elif id(item) in leaves:
            holes.append(leaves[id(item)])
            pieces.append("")
        elif item.is_list:
            inner: list[SExpr | str] = ["("]
            for i, part in enumerate(item.items):
                inner += [" ", part] if i else [part]
            stack.extend(reversed([*inner, ")"]))
        else:
            pieces[-1] += atom_text(item)
    return tuple(pieces), tuple(holes)
