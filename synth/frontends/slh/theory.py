"""The functions of SLH files: what each makes of its operands.

Numbers are words of one width, or infinite: what is computed of an infinite number is infinite, and in comparisons it is greater
than all words. Functions on bit vectors are those of SMT-LIB; `+ - * div mod < <= > >=` are `bvadd bvsub bvmul bvudiv bvurem bvult`
and so on.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, pairwise

from synth import terms
from synth.booleans import FALSE, TRUE, conjunction, negation
from synth.heap.formulas import Change, HeapTerm, Observed, Sight
from synth.heap.symbolic import both, either
from synth.terms import Term

MOST_DISTINCT = 64
"""Operands of `distinct`, which is taken apart into pairs."""


class Sort(enum.Enum):
    """The sorts, and how they are called in messages."""

    BOOL = "Bool"
    WORD = "a bit vector"
    LENGTH = "Length"
    POINTER = "Pointer"
    HEAP = "Heap"


NUMBERS = (Sort.WORD, Sort.LENGTH)


class SortError(Exception):
    """Operands that do not fit a function; the message tells what is expected and what is given."""


@dataclass(frozen=True, eq=False)
class Value:
    """What an expression is.

    term      of truths a Boolean; of numbers a word, 0 where it is infinite
    finite    of numbers, whether it is a word; TRUE of all bit vectors
    pointer   of pointers, the name
    heap      of heaps, the term
    """

    sort: Sort
    term: Term = TRUE
    finite: Term = TRUE
    pointer: str = ""
    heap: HeapTerm | None = None


INFINITY = Value(Sort.LENGTH, terms.constant(0), FALSE)


def truth(term: Term) -> Value:
    """A truth."""
    return Value(Sort.BOOL, term)


def choice(condition: Term, a: Value, b: Value) -> Value:
    """a where the condition holds, else b; SortError where they are no numbers, and no truths."""
    if a.sort is Sort.BOOL and b.sort is Sort.BOOL:
        return truth(either(both(condition, a.term), both(negation(condition), b.term)))
    if a.sort not in NUMBERS or b.sort not in NUMBERS:
        raise SortError("expected two numbers or two truths behind the condition; heaps and pointers are not chosen")
    finite = TRUE if a.finite is b.finite is TRUE else either(both(condition, a.finite), both(negation(condition), b.finite))
    sort = Sort.WORD if a.sort is b.sort is Sort.WORD else Sort.LENGTH
    return Value(sort, terms.ite(condition, a.term, b.term), finite)


def applied(name: str, operands: Sequence[Value], observed: Observed) -> Value:
    """What a function makes of operands; SortError where they do not fit, KeyError where there is no such function. What is seen of
    heaps is entered into `observed`."""
    if name in _CHANGES:
        return _changed(_CHANGES[name], operands)
    if name in SIGHTS:
        return _seen(name, operands, observed)
    return _FUNCTIONS[name](operands)


def _changed(change: Change, operands: Sequence[Value]) -> Value:
    _sorts(operands, (Sort.HEAP, *[Sort.POINTER] * change.arity))
    assert operands[0].heap is not None
    try:
        return Value(Sort.HEAP, heap=operands[0].heap.changed(change, *(o.pointer for o in operands[1:])))
    except ValueError as error:
        raise SortError(str(error)) from None


def _seen(name: str, operands: Sequence[Value], observed: Observed) -> Value:
    sight, more = SIGHTS[name]
    _sorts(operands, (Sort.HEAP, *[Sort.POINTER] * (sight.arity - len(more))))
    heap, pointers = operands[0].heap, (*(o.pointer for o in operands[1:]), *more)
    assert heap is not None
    if sight is Sight.SIZE:
        return Value(Sort.LENGTH, observed.word(sight, heap))
    if sight is Sight.LENGTH:
        return Value(Sort.LENGTH, observed.word(sight, heap, *pointers), observed.holds(Sight.PATH, heap, *pointers))
    return truth(observed.holds(sight, heap, *pointers))


_CHANGES = {change.value: change for change in Change}
SIGHTS: Mapping[str, tuple[Sight, tuple[str, ...]]] = {
    **{sight.value: (sight, ()) for sight in Sight}, "isNull": (Sight.ALIAS, ("null",)), "isFreed": (Sight.ALIAS, ("freed",))}
"""What is seen of a heap, by the name of the function, and the pointers that it is always about."""


def _sorts(operands: Sequence[Value], wanted: Sequence[Sort]) -> None:
    _arity(operands, len(wanted), len(wanted))
    for number, (operand, sort) in enumerate(zip(operands, wanted, strict=True), 1):
        if operand.sort is not sort:
            raise SortError(f"operand {number}: expected {sort.value}, given {operand.sort.value}")


def _arity(operands: Sequence[Value], least: int, most: int | None) -> None:
    if len(operands) < least or (most is not None and len(operands) > most):
        wanted = f"at least {least}" if most is None else str(least) if least == most else f"{least} to {most}"
        raise SortError(f"expected {wanted} operand{'' if wanted == '1' else 's'}, given {len(operands)}")


def _numbers(operands: Sequence[Value], least: int, most: int | None) -> None:
    _arity(operands, least, most)
    for number, operand in enumerate(operands, 1):
        if operand.sort not in NUMBERS:
            raise SortError(f"operand {number}: expected a number, given {operand.sort.value}")


def _truths(operands: Sequence[Value], least: int, most: int | None) -> list[Term]:
    _arity(operands, least, most)
    for number, operand in enumerate(operands, 1):
        if operand.sort is not Sort.BOOL:
            raise SortError(f"operand {number}: expected Bool, given {operand.sort.value}")
    return [o.term for o in operands]


def _computed(operator: str, least: int, most: int | None) -> Callable[[Sequence[Value]], Value]:
    """A function on numbers, from the left where there are more than two."""
    def function(operands: Sequence[Value]) -> Value:
        _numbers(operands, least, most)
        sort = Sort.WORD if all(o.sort is Sort.WORD for o in operands) else Sort.LENGTH
        finite = reduce(both, (o.finite for o in operands))
        first, *others = (o.term for o in operands)
        word = reduce(lambda a, b: terms.apply(operator, a, b), others, first) if others else terms.apply(operator, first)
        return Value(sort, word if finite is TRUE else terms.ite(finite, word, 0), finite)

    return function


def _compared(operator: str, reverse: bool, strict: bool) -> Callable[[Sequence[Value]], Value]:
    """A comparison of two numbers; `reverse`: of the second with the first."""
    def function(operands: Sequence[Value]) -> Value:
        _numbers(operands, 2, 2)
        a, b = operands[::-1] if reverse else operands
        less = terms.apply(operator, a.term, b.term)
        if strict:
            return truth(both(a.finite, either(negation(b.finite), less)))
        return truth(either(negation(b.finite), both(a.finite, less)))

    return function


def _same(a: Value, b: Value) -> Term:
    if a.sort is Sort.BOOL and b.sort is Sort.BOOL:
        return a.term == b.term
    return either(both(both(a.finite, b.finite), a.term == b.term), both(negation(a.finite), negation(b.finite)))


def _alike(operands: Sequence[Value]) -> None:
    _arity(operands, 2, None)
    for number, operand in enumerate(operands, 1):
        if operand.sort in (Sort.HEAP, Sort.POINTER):
            more = "; whether pointers point to the same node of a heap is alias" if operand.sort is Sort.POINTER else ""
            raise SortError(f"operand {number}: not supported: equality of {operand.sort.value}{more}")
        if (operand.sort is Sort.BOOL) is not (operands[0].sort is Sort.BOOL):
            raise SortError(f"operand {number}: expected {operands[0].sort.value}, given {operand.sort.value}")


def _equal(operands: Sequence[Value]) -> Value:
    _alike(operands)
    return truth(conjunction(_same(a, b) for a, b in pairwise(operands)))


def _distinct(operands: Sequence[Value]) -> Value:
    _alike(operands)
    _arity(operands, 2, MOST_DISTINCT)
    return truth(conjunction(negation(_same(a, b)) for a, b in combinations(operands, 2)))


def _implied(operands: Sequence[Value]) -> Value:
    *premises, goal = _truths(operands, 2, None)
    return truth(reduce(lambda found, premise: either(negation(premise), found), reversed(premises), goal))


def _chosen(operands: Sequence[Value]) -> Value:
    _arity(operands, 3, 3)
    return choice(_truths(operands[:1], 1, 1)[0], operands[1], operands[2])


_FUNCTIONS: Mapping[str, Callable[[Sequence[Value]], Value]] = {
    "not": lambda operands: truth(negation(_truths(operands, 1, 1)[0])),
    "and": lambda operands: truth(reduce(both, _truths(operands, 1, None))),
    "or": lambda operands: truth(reduce(either, _truths(operands, 1, None))),
    "xor": lambda operands: truth(reduce(lambda a, b: a != b, _truths(operands, 2, None))),
    "=>": _implied, "=": _equal, "distinct": _distinct, "ite": _chosen,
    **{name: _computed(own, 2, None) for name, own in (
        ("bvadd", "add"), ("+", "add"), ("bvmul", "mul"), ("*", "mul"), ("bvand", "and"), ("bvor", "or"), ("bvxor", "xor"))},
    **{name: _computed(own, 2, 2) for name, own in (
        ("bvsub", "sub"), ("-", "sub"), ("bvudiv", "udiv"), ("div", "udiv"), ("bvurem", "urem"), ("mod", "urem"),
        ("bvsdiv", "sdiv"), ("bvsrem", "srem"), ("bvshl", "shl"), ("bvlshr", "lshr"), ("bvashr", "ashr"))},
    **{name: _computed(own, 1, 1) for name, own in (("bvneg", "neg"), ("bvnot", "not"))},
    **{name: _compared(own, reverse, strict) for name, own, reverse, strict in (
        ("bvult", "ult", False, True), ("<", "ult", False, True), ("bvugt", "ult", True, True), (">", "ult", True, True),
        ("bvule", "ule", False, False), ("<=", "ule", False, False), ("bvuge", "ule", True, False), (">=", "ule", True, False),
        ("bvslt", "slt", False, True), ("bvsgt", "slt", True, True), ("bvsle", "sle", False, False),
        ("bvsge", "sle", True, False))},
}
NAMES = frozenset((*_CHANGES, *SIGHTS, *_FUNCTIONS))
"""The functions that there are."""
