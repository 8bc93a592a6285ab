"""Typed expressions as Python functions, for runs of many steps; what each operator means `meaning` says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from synth.frontends.c.expressions.expressions import Apply, Bits, Cell, Convert, Expression, Literal, Read, postorder
from synth.frontends.c.expressions.meaning import Undefined, applied, converted, of_pattern
from synth.frontends.c.expressions.types import BOOL, Integer, Scalar

_WRAPPING = ("+", "-", "*", "&", "|", "^")
_COMPARING = ("<", "<=", ">", ">=", "==", "!=")
_LOGICAL = {"!": "0 if {0} else 1", "&&": "1 if {0} and {1} else 0", "||": "1 if {0} or {1} else 0", "?:": "{1} if {0} else {2}"}


def compiled(expression: Expression) -> Callable[[Mapping[Cell, int]], int]:
    """The value of an expression as a function of what the cells hold, as `meaning.evaluate` has it. Undefined where there is none.
    """
    known: dict[str, Any] = {"applied": applied, "converted": converted, "of_pattern": of_pattern}
    names: dict[int, str] = {}
    lines = ["def value(cells):"]
    for i, node in enumerate(postorder(expression)):
        if isinstance(node, Literal):
            names[id(node)] = f"({node.value})"
            continue
        names[id(node)] = f"t{i}"
        known[f"n{i}"], known[f"c{i}"] = node, node.cell if isinstance(node, Read) else None
        lines.append(f"    t{i} = {_text(node, f'n{i}', [names[id(own)] for own in node.operands], f'c{i}')}")
    exec("\n".join([*lines, f"    return {names[id(expression)]}"]), known)
    made: Callable[[Mapping[Cell, int]], int] = known["value"]
    return made


def _text(node: Expression, name: str, sides: list[str], cell: str) -> str:
    """What a node comes to, whose operands have these names."""
    match node:
        case Read():
            return f"cells[{cell}]"
        case Convert(type, operand):
            if type == BOOL and isinstance(operand.type, Integer):
                return f"1 if {sides[0]} else 0"
            if isinstance(type, Integer) and isinstance(operand.type, Integer):
                return sides[0] if _holds(type, operand.type) else _wrapped(sides[0], type)
            return f"converted({sides[0]}, {name}.operand.type, {name}.type)"
        case Bits():
            return f"of_pattern({name}.type, {sides[0]})"
        case Apply():
            return _applied(node, name, sides)
    raise Undefined("what only a specification gives a value")


def _applied(node: Apply, name: str, sides: list[str]) -> str:
    operator, type = node.operator, node.operands[0].type
    if operator in _LOGICAL:
        return _LOGICAL[operator].format(*sides)
    if isinstance(type, Integer) and operator in _COMPARING:
        return f"1 if {sides[0]} {operator} {sides[1]} else 0"
    if isinstance(type, Integer) and operator in _WRAPPING:
        return _wrapped(f"({sides[0]} {operator} {sides[1]})", type)
    return f"applied({name}, [{', '.join(sides)}])"


def _wrapped(number: str, type: Integer) -> str:
    """A number as the value of a type that has its low bits."""
    mask = (1 << type.bits) - 1
    if not type.signed:
        return f"{number} & {mask}"
    half = 1 << (type.bits - 1)
    return f"(({number} + {half}) & {mask}) - {half}"


def _holds(type: Scalar, other: Scalar) -> bool:
    """Whether an integer type holds all values of another one."""
    assert isinstance(type, Integer) and isinstance(other, Integer)
    if type.signed == other.signed:
        return type.bits >= other.bits
    return type.signed and type.bits > other.bits
