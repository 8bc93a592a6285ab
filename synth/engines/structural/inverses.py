"""What a definition asks of its parameters, where its value is known: the body run backwards.

Every branch of a choice is tried as the one that is taken everywhere. What cannot be run backwards asks for nothing that can be
said, and ends its alternative. The alternatives are sufficient, not all that there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from synth import terms
from synth.evaluation.arrays import Arrays
from synth.operators import Operator
from synth.terms import Term, TermKind

Words = NDArray[np.uint64]

_STEPS = 256


@dataclass(frozen=True)
class _State:
    """Terms that must have values yet, and what parameters must be."""

    open: tuple[tuple[Term, Words], ...]
    needed: Mapping[str, Words]


def requirements(body: Term, value: Words, known: Mapping[str, Words], width: int) -> Iterator[dict[str, Words]]:
    """Ways in which `body` has `value` [points]: for each parameter that is not `known` and matters, the words that it must be."""
    closed = _values(body, known, len(value), width)
    stack = [_State(((body, value),), {})]
    for _ in range(_STEPS):
        if not stack:
            return
        state = stack.pop()
        if not state.open:
            yield dict(state.needed)
            continue
        (node, words), rest = state.open[0], state.open[1:]
        if id(node) in closed:
            if np.array_equal(closed[id(node)], words):
                stack.append(_State(rest, state.needed))
        elif node.kind is TermKind.SYMBOL:
            name = str(node.data)
            if name not in state.needed or np.array_equal(state.needed[name], words):
                stack.append(_State(rest, {**state.needed, name: words}))
        else:
            stack += [_State((*more, *rest), state.needed) for more in _backwards(node, words, closed, width)]


def _values(body: Term, known: Mapping[str, Words], count: int, width: int) -> dict[int, Words]:
    """The values of all terms below `body` that depend on known parameters only."""
    domain, values = Arrays(width), dict[int, Words]()
    for node in terms.postorder(body):
        if node.kind is TermKind.SYMBOL:
            if str(node.data) in known:
                values[id(node)] = known[str(node.data)]
        elif node.kind is TermKind.CONSTANT and isinstance(node.data, int):
            values[id(node)] = np.broadcast_to(domain.constant(node.data), (count,))
        elif node.kind is TermKind.WIDTH:
            values[id(node)] = np.broadcast_to(domain.constant(width), (count,))
        elif isinstance(node.data, Operator) and all(id(a) in values for a in node.arguments):
            values[id(node)] = np.broadcast_to(node.data(domain, *(values[id(a)] for a in node.arguments)), (count,))
    return values


def _backwards(node: Term, words: Words, closed: Mapping[int, Words], width: int) -> list[tuple[tuple[Term, Words], ...]]:
    """The alternatives of what a term's operands must be."""
    name = node.data.name if isinstance(node.data, Operator) else ""
    domain, a = Arrays(width), node.arguments
    one, zero = np.ones_like(words), np.zeros_like(words)
    if name == "ite":
        return [((a[0], zero), (a[2], words)), ((a[0], one), (a[1], words))]
    if name == "not":
        return [((a[0], domain.bitnot(words)),)]
    if name == "neg":
        return [((a[0], domain.sub(zero, words)),)]
    if name == "or" and (parts := _joined(a, words, closed, domain)) is not None:
        return [parts]
    sides = [(a[0], closed.get(id(a[1])), 0), (a[1], closed.get(id(a[0])), 1)] if len(a) == 2 else []
    found: list[tuple[tuple[Term, Words], ...]] = []
    for unknown, other, side in sides:
        if other is not None:
            rest = _rest(name, words, other, side, domain)
            found += [((unknown, rest),)] if rest is not None else []
    return found


def _joined(operands: tuple[Term, ...], words: Words, closed: Mapping[int, Words],
            domain: Arrays) -> tuple[tuple[Term, Words], ...] | None:
    """Two parts side by side, (high << distance) | low: each is its own bits of the words; None where this is no such term."""
    for high, low in (operands, operands[::-1]):
        shifted = isinstance(high.data, Operator) and high.data.name == "shl"
        if shifted and id(high.arguments[1]) in closed and id(low) not in closed:
            distance = closed[id(high.arguments[1])]
            below = domain.sub(domain.shl(np.ones_like(words), distance), np.ones_like(words))
            return (high.arguments[0], domain.lshr(words, distance)), (low, np.asarray(words & below))
    return None


def _rest(name: str, words: Words, other: Words, side: int, domain: Arrays) -> Words | None:
    """What operand `side` must be where the other one is known; None where this cannot be said."""
    match name:
        case "eq" if (words == 1).all():
            return other
        case "neq" if (words == 0).all():
            return other
        case "xor":
            return np.asarray(words ^ other)
        case "and" if not (words & ~other).any():
            return words
        case "or" if not (other & ~words).any():
            return words
        case "shl" | "lshr" if side == 0:
            undone = domain.lshr(words, other) if name == "shl" else domain.shl(words, other)
            again = domain.shl(undone, other) if name == "shl" else domain.lshr(undone, other)
            return undone if np.array_equal(again, words) else None
        case "add":
            return domain.sub(words, other)
        case "sub":
            return domain.add(words, other) if side == 0 else domain.sub(other, words)
    return None
