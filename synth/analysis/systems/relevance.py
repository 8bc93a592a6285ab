"""What of a program a question depends on: its other words are left out (Weiser, Program slicing, ICSE 1981)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from operator import is_

from synth import terms
from synth.algebra.bitwise import low_mask
from synth.algebra.equations import additive
from synth.booleans import conjunction, conjuncts
from synth.terms import Term, TermKind
from synth.transition import Edge, Kind, TransitionSystem, Variable, symbols, symbols_of_each

_FEW = 8
"""So few words has a part of a condition that is looked at."""

_BOUNDS = 3
"""So many constants bound sums of words."""

_TOGETHER, MOST_VARIABLES = 4, 24
"""So many words make relations; so many variables are principal ones."""


def of_looping(system: TransitionSystem) -> TransitionSystem:
    """The system as far as it decides how often its loops are gone round: without the words that matter to its ends only.

    It ends where the system does; ranks and invariants of it are such of the system. Edges to its ends that speak of such words are
    gone, and the others have numbers of their own.
    """
    heads = {p.number for p in system.of_kind(Kind.HEAD)}
    looping = replace(system, edges=tuple(e for e in system.edges if e.target in heads))
    names = _closed(looping, frozenset[str]().union(*looping.needed))
    gone = {v.name for v in system.variables} - names
    if not gone:
        return system
    kept = [i for i, v in enumerate(system.variables) if v.name in names]
    edges = [e for e in system.edges if e.target in heads or not symbols((e.guard,)) & gone]
    variables = tuple(system.variables[i] for i in kept)
    same = tuple(v.term for v in system.variables)  # what words are at an end decides nothing
    edges = [e if e.target in heads else replace(e, update=same) for e in edges]
    return replace(system, variables=variables, edges=tuple(_reduced(e, kept, gone) for e in edges))


def _closed(system: TransitionSystem, names: frozenset[str]) -> frozenset[str]:
    """Some words of a system, and all that decide what they are, wherever that is."""
    known = {v.name for v in system.variables}
    while True:
        updates = [(e, u) for e in system.edges for v, u in zip(system.variables, e.update, strict=True) if v.name in names]
        more = frozenset[str]().union(*(e.with_known(symbols((u,))) for e, u in updates)) & known
        if more <= names:
            return names
        names |= more


def deciding(system: TransitionSystem, edges: Sequence[Edge]) -> list[str]:
    """The variables that decide whether some edges can be taken, one after the other, again and again."""
    names = _closed(replace(system, edges=tuple(edges)), symbols(e.guard for e in edges))
    return [v.name for v in system.variables if v.name in names]


def tells_shapes(system: TransitionSystem) -> bool:
    """Whether places tell the shapes of lists apart."""
    return any(place.shape for place in system.places)


def light(guard: Term) -> Term:
    """The parts of a condition that speak of few words; reads of large arrays do not."""
    parts = list(conjuncts(guard))
    return conjunction([p for p, words in zip(parts, symbols_of_each(parts), strict=True) if len(words) <= _FEW])


def without_products(system: TransitionSystem) -> TransitionSystem:
    """A system of more runs: guards without the parts that multiply or divide words, which take solvers long."""
    edges = tuple(replace(e, guard=plain) if (plain := additive(e.guard)) is not e.guard else e for e in system.edges)
    return system if all(map(is_, edges, system.edges)) else replace(system, edges=edges)


def _reduced(edge: Edge, kept: list[int], gone: set[str]) -> Edge:
    update = tuple(edge.update[i] for i in kept)
    return replace(edge, update=update, alike=edge.alike_without(gone)).with_inputs(symbols((edge.guard, *update)))


@lru_cache(maxsize=8)
def related(system: TransitionSystem) -> frozenset[frozenset[str]]:
    """Pairs of words that a comparison, or the update of one of them, brings together, where these hold few words."""
    names, found = {v.name for v in system.variables}, set[frozenset[str]]()
    nodes = terms.postorder(*(t for e in system.edges for t in (e.guard, *e.update)))
    compared = [n for n in nodes if n.boolean and n.arguments and not any(a.boolean for a in n.arguments)]
    for words in symbols_of_each(compared):
        found |= _pairs(words & names)
    for edge in system.edges:
        for likeness in edge.alike:
            found |= _pairs(frozenset(names.intersection(likeness.by)))
        for v, update, words in zip(system.variables, edge.update, symbols_of_each(edge.update), strict=True):
            found |= _pairs((words & names) | {v.name}) if update is not v.term else set()
    return frozenset(found)


@dataclass(frozen=True)
class Sums:
    """The words of which a program compares sums with constants, and these constants, the least ones first: unsigned ones, and such
    as count down while lists grow."""

    words: frozenset[str]
    bounds: tuple[int, ...]


@lru_cache(maxsize=8)
def bounded_sums(system: TransitionSystem) -> Sums:
    """The sums that guards bound: of variables, or of inputs that these come from; of lists also where one length is bounded, for
    that becomes several."""
    unsigned = {v.name for v in system.variables if not v.signed and not v.floating and v.bits > 1}
    words, bounds, lists = set[str](), set[int](), tells_shapes(system)
    for edge in system.edges:
        ranges = [own.in_range for own in edge.inputs]  # that a word has no more bits than its type bounds no sum
        for node in terms.postorder(edge.guard):
            if any(node is own for own in ranges):
                continue
            if terms.name_of(node) in ("ult", "ule") and (number := _bound(1 if lists else 2, *node.arguments)) is not None:
                summed = symbols((node,))
                inputs = summed - {v.name for v in system.variables}
                words |= summed & unsigned
                words |= {v.name for v, u in zip(system.variables, edge.update, strict=True) if symbols((u,)) & inputs} & unsigned
                bounds.add(number)
    among = unsigned | _counting_down(system) if lists else unsigned
    return Sums(frozenset(_moving_with(system, words, among) if lists else words), tuple(sorted(bounds)[:_BOUNDS]))


def _counting_down(system: TransitionSystem) -> set[str]:
    """The signed words that some edge makes one less, and none changes otherwise but to what does not depend on them: what is
    left of a number of nodes to make."""
    signed = {v.name for v in system.variables if v.signed and not v.floating and v.bits > 1}
    lowered, other = set[str](), set[str]()
    for edge in system.edges:
        for v, update in zip(system.variables, edge.update, strict=True):
            if v.name in signed and update is not v.term and v.name in symbols((update,)):
                (lowered if update is v.term - 1 else other).add(v.name)
    return lowered - other


def _moving_with(system: TransitionSystem, words: set[str], among: Collection[str]) -> set[str]:
    """Some words and those that get, or lose, on edges on which these do so."""
    changed = [[(v.name, u) for v, u in zip(system.variables, e.update, strict=True) if u is not v.term] for e in system.edges]
    moved = [{name for name, u in own if name in among and symbols((u,))} for own in changed]
    while True:
        more = set[str]().union(*(own for own in moved if own & words)) - words
        if not more:
            return words
        words = words | more


def _bound(least: int, a: Term, b: Term) -> int | None:
    """The number that bounds a sum of at `least` so many words where one word is at most another: that of a sum with a constant, or
    of a word with what is left of one; None for other comparisons."""
    if len(symbols((a, b))) < least:
        return None
    left = b
    while terms.name_of(left) == "sub" or low_mask(left) is not None:
        left = left.arguments[0]
    if terms.name_of(a) == "add" or left is not b or (least == 1 and a.kind is TermKind.SYMBOL):
        return left.data if left.kind is TermKind.CONSTANT and isinstance(left.data, int) else None
    return a.data if terms.name_of(b) == "add" and a.kind is TermKind.CONSTANT and isinstance(a.data, int) else None


def _pairs(names: frozenset[str]) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in combinations(sorted(names), 2)} if len(names) <= _TOGETHER else set()


@lru_cache(maxsize=8)
def principal_variables(system: TransitionSystem) -> tuple[Variable, ...]:
    """The variables; where they are many, elements of arrays are left out, and of others those that have the fewest relations."""
    if len(system.variables) <= MOST_VARIABLES:
        return system.variables
    partners = Counter(name for pair in related(system) for name in pair)
    alone = [(-partners[v.name], i) for i, v in enumerate(system.variables) if "[" not in v.name]
    chosen = {i for _, i in sorted(alone)[:MOST_VARIABLES]}
    return tuple(v for i, v in enumerate(system.variables) if i in chosen)
