"""What may hold of all calls of a function, by what was seen of some: in one order, the likeliest first.

Equations, linear ones in its words, powers of two and products; what the program itself says of results, and bounds; each of all
calls, or of those only whose arguments the program tells apart; and where few arguments are seen, a row for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement

from synth import terms
from synth.analysis.contracts.calls import Words, states_of
from synth.analysis.contracts.sites import begins_of, sites, words_of
from synth.analysis.invariants.candidates import facts, held, where
from synth.analysis.invariants.equalities import equations
from synth.analysis.simulation.simulator import constants_of
from synth.booleans import TRUE, conjunction
from synth.evaluation import integers
from synth.terms import Term, TermKind
from synth.transition import Callee, TransitionSystem, Variable, symbols

States = Sequence[Mapping[str, int]]

_CASES, _SPOKEN, _ROWS, _FACTS, _LOOKED_AT = 6, 48, 64, 24, 200
"""How many conditions tell calls apart, how many conditions of the program are looked at, how many rows a table has at most, how
many bounds there are of each case, and at how many calls of either kind all but tables look."""

_PARAMETERS = 4
"""Of how many parameters there are powers and products."""


def candidates(system: TransitionSystem, callee: Callee, reached: Sequence[Words], tried: Sequence[Words]) -> list[list[Term]]:
    """In groups that are looked at one after another, together with those before, Booleans over the words of a callee that hold of
    all calls that were seen: those `reached` from the entry, and others that were `tried`.
    """
    words, states = words_of(callee, system.width), list(states_of(callee, [*_some(reached), *_some(tried)]))
    if not states:
        return []
    known = {w.name for w in callee.words[:callee.parameters + callee.changed]}
    spoken = list(dict.fromkeys(_spoken(system, callee)))[:_SPOKEN]
    stated = [s for s in spoken if not symbols((s,)) <= known]
    cases = [(TRUE, states), *_cases(words, [s for s in spoken if symbols((s,)) <= known], states)]
    def each(found: Callable[[States], Iterable[Term]]) -> list[Term]:
        own: dict[int, tuple[Term, Term]] = {}
        for case, inside in cases:
            for fact in _about_results(callee, found(inside))[:_FACTS]:
                own.setdefault(id(fact) if case is TRUE or id(fact) in own else id(case.implies(fact)), (case, fact))
        return held(words, states, [f if case is TRUE else case.implies(f) for case, f in own.values()], len(own))

    parameters = [w for w in callee.words[:callee.parameters] if not w.floating][:_PARAMETERS]
    powers = {f"power{i}": terms.constant(1) << w.term for i, w in enumerate(parameters)}
    products = {f"product{i}": a.term * b.term for i, (a, b) in enumerate(combinations_with_replacement(parameters, 2))}
    groups = (each(lambda own: [*_linear(words, own, {}), *held(words, own, stated, _FACTS)]),
              held(words, states, list(_rows(callee, reached, words.width)), _ROWS),
              each(lambda own: _linear(words, own, powers)), each(lambda own: _linear(words, own, products)),
              each(lambda own: facts(words, own, constants_of(system))))
    return [group for group in groups if group]


def _some(calls: Sequence[Words]) -> Sequence[Words]:
    """Some of many calls, at equal distances."""
    return calls[::1 + len(calls) // _LOOKED_AT]


def _about_results(callee: Callee, found: Iterable[Term]) -> list[Term]:
    """The facts that say something of what a call does."""
    behind = {w.name for w in callee.words[callee.parameters + callee.changed:]}
    return [f for f in found if not symbols((f,)).isdisjoint(behind)]


# -- what the program says --

def _spoken(system: TransitionSystem, callee: Callee) -> Iterator[Term]:
    """The conditions that the program decides by, each and its negation, about words of a callee: where it begins, and where it is
    called."""
    begins, names = begins_of(system, callee), {w.name for w in callee.words}
    entering = {name: w.term for name, w in zip(callee.holders, callee.words, strict=False)}
    for edge in system.edges:
        if edge.source in begins:
            yield from _conditions(terms.replaced(edge.guard, entering), names)
        for site in sites(system, [edge.guard]):
            if site.callee is callee and not site.shown:
                own = {id(a): w.term for a, w in zip(site.term.arguments, callee.words, strict=True)
                       if a.kind is not TermKind.CONSTANT}
                yield from _conditions(_renamed(edge.guard, own), names)


def _renamed(root: Term, by: Mapping[int, Term]) -> Term:
    """A term in which some of its parts are called otherwise."""
    new: dict[int, Term] = {}
    for node in terms.postorder(root):
        if id(node) in by:
            new[id(node)] = by[id(node)]
        elif node.kind is TermKind.APPLY:
            assert not isinstance(node.data, (int, str)) and node.data is not None
            new[id(node)] = terms.apply(node.data, *(new[id(a)] for a in node.arguments))
        else:
            new[id(node)] = node
    return new[id(root)]


def _conditions(root: Term, names: set[str]) -> Iterator[Term]:
    for node in terms.postorder(root):
        spoken = symbols((node,)) if node.boolean and next(terms.calls(node), None) is None else frozenset()
        if spoken and spoken <= names:
            yield node
            yield terms.apply("eq", node, 0)


def _cases(words: TransitionSystem, conditions: Sequence[Term], states: States) -> list[tuple[Term, States]]:
    """Conditions that part the calls, each in another way, with the calls in which they hold."""
    found: dict[frozenset[int], tuple[Term, States]] = {}
    for condition in conditions:
        inside = where(words, condition, states)
        if 0 < len(inside) < len(states):
            found.setdefault(frozenset(map(id, inside)), (condition, inside))
    return list(found.values())[:_CASES]


# -- equations --

def _linear(words: TransitionSystem, states: States, more: Mapping[str, Term]) -> list[Term]:
    """Linear equations of words, and of `more` words that are made of them."""
    if any(w.floating for w in words.variables):
        return []
    made = [Variable(name, words.width) for name in more]
    values = [{**s, **{n: integers.evaluate(t, s, {}, words.width) for n, t in more.items()}} for s in states]
    wide = replace(words, variables=(*words.variables, *made))
    return [terms.replaced(e, more) for e in equations(wide, values, 1)]


# -- tables --

def _rows(callee: Callee, calls: Sequence[Words], width: int) -> Iterator[Term]:
    """Where few different arguments are seen that decide what a call does, what it does for each of them."""
    kept = list(range(callee.parameters))
    for number in range(callee.parameters):
        fewer = [n for n in kept if n != number]
        if fewer and _table(callee, calls, fewer, width) is not None:
            kept = fewer
    table = _table(callee, calls, kept, width)
    for arguments, behind in (table or {}).items() if table is not None and len(table) <= _ROWS else ():
        case = conjunction([callee.words[n].term == a for n, a in zip(kept, arguments, strict=True)])
        yield case.implies(conjunction([*_does(callee, behind)]))


def _table(callee: Callee, calls: Sequence[Words], kept: Sequence[int], width: int) -> dict[Words, Words] | None:
    """By some parameters the results, and how what is changed differs from before; None where they do not decide that."""
    found: dict[Words, Words] = {}
    for call in calls:
        before, behind = call[callee.parameters:callee.results.start], call[callee.results.stop:]
        changed = [(b - a) % (1 << w.bits) for a, b, w in zip(before, behind, callee.words[callee.results.stop:], strict=True)]
        told = (*call[callee.results.start:callee.results.stop], *changed)
        if found.setdefault(tuple(call[n] for n in kept), told) != told:
            return None
    return found


def _does(callee: Callee, behind: Words) -> Iterator[Term]:
    results = len(callee.results)
    for word, value in zip(callee.words[callee.results.start:callee.results.stop], behind[:results], strict=True):
        yield word.term == value
    before = callee.words[callee.parameters:callee.results.start]
    for old, new, value in zip(before, callee.words[callee.results.stop:], behind[results:], strict=True):
        yield new.term == ((old.term + value) & ((1 << new.bits) - 1))
