"""Bitwise expressions as sums of conjunctions: x | y = x + y - (x & y), x ^ y = x + y - 2(x & y), ~x = -1 - x.

Every bitwise function of words is one sum of conjunctions of some of them, with integer coefficients, whatever the width (Zhou et
al., Information Hiding in Software with Mixed Boolean-Arithmetic Transforms, WISA 2007).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from synth import terms
from synth.terms import Term, TermKind, name_of

_NODES, _WORDS = 64, 4
"""The most nodes of an expression, and words that it combines."""

_BITWISE = ("and", "or", "xor", "not")


def is_bitwise(node: Term) -> bool:
    """Whether a term is a word whose operator works on each bit for itself."""
    return name_of(node) in _BITWISE and not node.boolean


def low_mask(node: Term) -> int | None:
    """The number 2^k - 1, above 0, of a word x & 2^k - 1; None for other terms."""
    if name_of(node) != "and" or node.boolean or node.arguments[1].kind is not TermKind.CONSTANT:
        return None
    mask = node.arguments[1].data
    return mask if isinstance(mask, int) and mask > 0 and mask & (mask + 1) == 0 else None


def conjunctions(root: Term, word: Callable[[Term], tuple[int, bool] | None]) -> dict[frozenset[int], int] | None:
    """Coefficients of the conjunctions that sum up to a bitwise expression; that of no words is -1, all bits set.

    word     the number of the word that a term is, and whether it is its complement; None where the term is a constant
    None where the expression is too large, or holds a constant that is neither 0 nor -1.
    """
    leaves: dict[int, tuple[int, bool]] = {}
    order = list(_expression(root))
    if len(order) > _NODES:
        return None
    for node in order:
        if not is_bitwise(node) and not _is_uniform(node):
            found = word(node)
            if found is None:
                return None
            leaves[id(node)] = found
    numbers = sorted({number for number, _ in leaves.values()})
    if len(numbers) > _WORDS:
        return None
    return _sum(numbers, _table(order, numbers, leaves))


def _is_uniform(node: Term) -> bool:
    return node.kind is TermKind.CONSTANT and node.data in (0, -1)


def _expression(root: Term) -> list[Term]:
    """The nodes of a bitwise expression and the words below it, arguments first, at most one more than are looked at."""
    order: list[Term] = []
    seen: set[int] = set()
    stack = [(root, False)]
    while stack and len(order) <= _NODES:
        node, done = stack.pop()
        if done:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            if is_bitwise(node):
                stack += [(a, False) for a in node.arguments]
    return order


def _table(order: list[Term], numbers: list[int], leaves: Mapping[int, tuple[int, bool]]) -> int:
    """The truth table of an expression: bit s is its value where word i of `numbers` is 1 if bit i of s is."""
    rows = 1 << len(numbers)
    ones = (1 << rows) - 1
    columns = {n: sum(1 << s for s in range(rows) if s >> i & 1) for i, n in enumerate(numbers)}
    values: dict[int, int] = {}
    for node in order:
        if id(node) in leaves:
            number, complemented = leaves[id(node)]
            values[id(node)] = columns[number] ^ (ones if complemented else 0)
            continue
        known = [values[id(a)] for a in node.arguments] if is_bitwise(node) else []
        match name_of(node):
            case "and":
                values[id(node)] = known[0] & known[1]
            case "or":
                values[id(node)] = known[0] | known[1]
            case "xor":
                values[id(node)] = known[0] ^ known[1]
            case "not":
                values[id(node)] = known[0] ^ ones
            case _:
                values[id(node)] = ones if node.data == -1 else 0
    return values[id(order[-1])]


def _sum(numbers: list[int], table: int) -> dict[frozenset[int], int]:
    """The multilinear polynomial of a truth table, by Möbius inversion."""
    rows = 1 << len(numbers)
    coefficients = [table >> s & 1 for s in range(rows)]
    for i in range(len(numbers)):
        for s in range(rows):
            if s >> i & 1:
                coefficients[s] -= coefficients[s ^ 1 << i]
    return {frozenset(n for i, n in enumerate(numbers) if s >> i & 1): c for s, c in enumerate(coefficients) if c}


def conjunction_of(words: list[Term]) -> Term:
    """The word that has the bits that all words have."""
    result = words[0]
    for word in words[1:]:
        result = terms.apply("and", result, word)
    return result
