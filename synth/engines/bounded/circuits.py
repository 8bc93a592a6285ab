"""The circuits that operators become: families by size, and one divider for all four quotients and remainders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from synth.engines.bounded.language import primitive
from synth.evaluation.smt import Smt
from synth.macros import Macro
from synth.operators import Operator
from synth.terms import postorder

_FAMILIES = {"mul": "product", "mulhu": "product", "udiv": "quotient", "sdiv": "quotient", "urem": "quotient", "srem": "quotient"}
_BY_SIZE = ("", "product", "quotient", "floating")


def family(op: Operator) -> str:
    """What family of large circuits an operator belongs to, a macro to its largest one; empty where its circuit is small."""
    found, waiting = {""}, [op]
    while waiting:
        op = waiting.pop()
        if isinstance(op, Macro):
            waiting += [node.data for node in postorder(op.body) if isinstance(node.data, Operator)]
        else:
            found.add("floating" if op.floating else _FAMILIES.get(op.name, ""))
    return max(found, key=_BY_SIZE.index)


def results(domain: Smt, choices: Sequence[tuple[Any, Operator]], operands: Sequence[Any]) -> list[tuple[Any, Any]]:
    """For each pair of a condition and an operator: the condition, and the operator's result on the first of `operands`.

    A result is right where its condition is the only one that holds, and means nothing elsewhere.
    """
    made = [(pick, op(domain, *operands[:op.arity])) for pick, op in choices if not _divides(op)]
    quotients = [(pick, primitive(op)) for pick, op in choices if _divides(op)]
    return made + (_divided(domain, quotients, operands[0], operands[1]) if quotients else [])


def _divides(op: Operator) -> bool:
    """Whether the one divider serves the operator."""
    return _FAMILIES.get(primitive(op).name) == "quotient"


def _divided(domain: Smt, choices: Sequence[tuple[Any, Operator]], a: Any, b: Any) -> list[tuple[Any, Any]]:
    """Signed division is the unsigned one of the magnitudes, with the sign put back; this holds for a divisor of 0, too."""
    signed = z3.Or([pick for pick, op in choices if op.name in ("sdiv", "srem")])
    magnitudes = [z3.If(z3.And(signed, word < 0), -word, word) for word in (a, b)]
    quotient, rest = domain.udiv(*magnitudes), domain.urem(*magnitudes)
    found = {"udiv": quotient, "urem": rest,
             "sdiv": z3.If((a < 0) != (b < 0), -quotient, quotient), "srem": z3.If(a < 0, -rest, rest)}
    return [(pick, found[op.name]) for pick, op in choices]
