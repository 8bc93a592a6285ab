"""Programming by examples: constraints that say nothing but what one function gives at some points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from synth.evaluation.integers import evaluate
from synth.frontends.sygus.lower import Lowering
from synth.frontends.sygus.nodes import BOOL, Definition, Kind, Node, literal, postorder
from synth.frontends.sygus.script import Script


@dataclass(frozen=True)
class Point:
    """The arguments and the result of an example."""

    arguments: tuple[int, ...]
    result: int


def points_of(script: Script, lowering: Lowering, width: int) -> tuple[Point, ...]:
    """The examples that all constraints together are, each once; empty where they are anything else.

    An example is (= (f c…) d), (= d (f c…)), (f c…), (not (f c…)) or a conjunction of examples, all ground.
    """
    if len(script.functions) != 1 or script.assumptions or not script.constraints:
        return ()
    found: list[Point] = []
    for item in _conjuncts(script.constraints):
        call, result = _example(item) or (None, item)
        if call is None or not call.children:
            return ()
        parts = (*call.children, result)
        if not all(_ground(n, script.definitions) for n in parts):
            return ()
        values = [evaluate(lowering.lower(n, {}), {}, {}, width) for n in parts]
        found.append(Point(tuple(values[:-1]), values[-1]))
    return tuple(dict.fromkeys(found))


def _conjuncts(items: Sequence[Node]) -> list[Node]:
    """The items with every `and` at the top taken apart."""
    found: list[Node] = []
    waiting = list(reversed(items))
    while waiting:
        item = waiting.pop()
        if item.kind is Kind.THEORY and item.name == "and":
            waiting += reversed(item.children)
        else:
            found.append(item)
    return found


def _example(item: Node) -> tuple[Node, Node] | None:
    """The call, and what it equals."""
    if item.kind is Kind.CALL:
        return item, literal(1, BOOL)
    if item.kind is not Kind.THEORY:
        return None
    if item.name == "not" and item.children[0].kind is Kind.CALL:
        return item.children[0], literal(0, BOOL)
    if item.name == "=" and len(item.children) == 2:
        return next(((a, b) for a, b in (item.children, item.children[::-1]) if a.kind is Kind.CALL), None)
    return None


def _ground(root: Node, definitions: Mapping[str, Definition]) -> bool:
    """Whether a node has a value of its own: no ∀ word and no synth-fun is in it."""
    return all(n.kind not in (Kind.VARIABLE, Kind.CALL) and (n.kind is not Kind.DEFINED or definitions[n.name].closed)
               for n in postorder(root))
