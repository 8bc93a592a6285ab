"""Terms made simpler where choices and substitutions left constants in them; negated comparisons become comparisons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from synth import terms
from synth.evaluation.integers import Integers
from synth.operators import Operator
from synth.terms import Term, TermKind

_SUMS, _LONGEST = ("add", "sub", "neg"), 64
_SHIFTS, _REMAINDERS = ("shl", "lshr", "ashr"), ("urem", "srem")
_NEGATED = {"ult": "ule", "ule": "ult", "slt": "sle", "sle": "slt", "eq": "neq", "neq": "eq"}


def folded(root: Term, width: int) -> Term:
    """A term that equals `root` at `width` bits for all words, with constants folded and units dropped."""
    return filled([root], {}, width)[0]


def filled(roots: Sequence[Term], by: Mapping[str, Term], width: int, given: tuple[Term, Term] | None = None) -> list[Term]:
    """Terms that equal `roots` with words replaced by terms, all at once, folded as `folded` does; what replaces is left alone.

    given   an application that is replaced, too, and by what
    """
    domain, ones = Integers(width), (1 << width) - 1

    def fold(node: Term) -> Term | None:
        op = node.data
        if given is not None and node is given[0]:
            return given[1]
        if not isinstance(op, Operator):
            return by.get(str(op)) if node.kind is TermKind.SYMBOL else None
        known = [a.data & ones if a.kind is TermKind.CONSTANT and isinstance(a.data, int) else None for a in node.arguments]
        numbers = [k for k in known if k is not None]
        if len(numbers) == len(known):
            result = op(domain, *numbers)
            return terms.constant(bool(result) if node.boolean else result)
        return _folded(node, op, known, ones) if terms.name_of(node) else None

    return terms.rebuild_all(roots, fold)


def collected(root: Term, width: int) -> Term:
    """A term that equals `root` at `width` bits for all words, in which sums have each word once, in the order of their names."""
    return terms.rebuild(root, lambda node: _sum(node, width) if terms.name_of(node) in _SUMS and not node.boolean else None)


def _sum(node: Term, width: int) -> Term | None:
    """A sum with one term for each of its words, those that are added first; None for one that is too long."""
    counts, leaves, number, parts = dict[int, int](), dict[int, Term](), 0, 0
    waiting = [(node, 1)]
    while waiting:
        own, sign = waiting.pop()
        if terms.name_of(own) in _SUMS and not own.boolean:
            signs = {"add": (sign, sign), "sub": (sign, -sign), "neg": (-sign,)}[terms.name_of(own)]
            waiting += zip(own.arguments, signs, strict=True)
        elif own.kind is TermKind.CONSTANT and isinstance(own.data, int):
            number += sign * own.data
        else:
            counts[id(own)] = counts.get(id(own), 0) + sign
            leaves[id(own)] = own
            parts += 1
            if parts > _LONGEST:
                return None
    counted = sorted(((leaves[n], c) for n, c in counts.items() if c), key=lambda item: (item[1] < 0, _name(item[0])))
    number = (number + (1 << (width - 1))) % (1 << width) - (1 << (width - 1))
    total = None
    for leaf, count in counted:
        word = leaf if abs(count) == 1 else leaf * abs(count)
        total = (word if count > 0 else -word) if total is None else total + word if count > 0 else total - word
    if total is None:
        return terms.constant(number % (1 << width))
    return total if number == 0 else total + number if number > 0 else total - -number


def _name(leaf: Term) -> str:
    return str(leaf.data) if leaf.kind is TermKind.SYMBOL else ""


def _folded(node: Term, op: Operator, known: Sequence[int | None], ones: int) -> Term | None:
    """The simpler form of an application to arguments that are not all constants."""
    if op.name == "ite":
        _, then, otherwise = node.arguments
        return then if known[0] or then is otherwise else None if known[0] is None else otherwise
    if op.involution and terms.name_of(node.arguments[0]) == op.name:
        return node.arguments[0].arguments[0]
    if op.arity != 2:
        return None
    if node.arguments[0] is node.arguments[1] and op.same is not None:
        return node.arguments[0] if op.same == "a" else terms.constant(bool(op.same) if node.boolean else int(op.same))
    if known[0] == 0 and op.name in (*_REMAINDERS, *_SHIFTS):
        return terms.constant(0)
    for (a, b), (x, y) in ((node.arguments, known), (node.arguments[::-1], known[::-1]))[:1 + op.commutative]:
        if y is not None and x is None:
            return _with(node, op.name, a, b, y, ones) if not _is_unit(op, y, ones, node.boolean) else a
    return _implied(node, known) if op.name == "implies" else None


def _is_unit(op: Operator, value: int, ones: int, boolean: bool) -> bool:
    if boolean and op.name == "and":
        return value == 1
    return op.right_unit is not None and value == op.right_unit & ones


def _with(node: Term, name: str, a: Term, b: Term, value: int, ones: int) -> Term | None:
    """a ∘ value."""
    if a.boolean and (name, value) in (("neq", 0), ("eq", 1)):
        return a
    if a.boolean and (name, value) == ("eq", 0):
        return _negated(a)
    if (value == 0 and name in ("mul", "and")) or (value == 1 and name in _REMAINDERS):
        return terms.constant(False if node.boolean else 0)
    if name == "or" and node.boolean and value == 1:
        return b
    if name in _SHIFTS and terms.name_of(a) == name:
        return _shifted_twice(name, a, value, ones)
    if name == "udiv" and terms.name_of(a) == "udiv" and value:
        inner = a.arguments[1]
        if inner.kind is TermKind.CONSTANT and isinstance(inner.data, int) and inner.data & ones:
            divisor = (inner.data & ones) * value
            return a.arguments[0] // divisor if divisor <= ones else terms.constant(0)
    return terms.constant(True) if name == "implies" and value else None


def _shifted_twice(name: str, a: Term, value: int, ones: int) -> Term | None:
    """(word ∘ inner) ∘ value as one shift, where inner is a constant, too."""
    word, inner = a.arguments
    if inner.kind is not TermKind.CONSTANT or not isinstance(inner.data, int):
        return None
    most = ones.bit_length()
    total = min(inner.data & ones, most) + min(value, most)
    if total < most:
        return terms.apply(name, word, total)
    return terms.apply(name, word, most - 1) if name == "ashr" else terms.constant(0)


def _negated(claim: Term) -> Term | None:
    """The negation of a comparison as a comparison."""
    name = terms.name_of(claim)
    if name not in _NEGATED:
        return None
    a, b = claim.arguments
    if name not in ("eq", "neq"):
        return terms.apply(_NEGATED[name], b, a)
    is_denial = name == "eq" and a.boolean and b is terms.constant(0)
    return a if is_denial else terms.apply(_NEGATED[name], a, b)


def _implied(node: Term, known: Sequence[int | None]) -> Term | None:
    """An implication with a constant premise."""
    if known[0] is None or not node.arguments[1].boolean:
        return None
    return node.arguments[1] if known[0] else terms.constant(True)
