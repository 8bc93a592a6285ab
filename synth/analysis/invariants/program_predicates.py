"""Facts that a program speaks of: the comparisons in its guards and assertions, about its words and about others like them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from synth import terms
from synth.algebra.equations import COMPARISONS
from synth.algebra.folding import folded
from synth.analysis.invariants.candidates import held, where
from synth.analysis.systems.relevance import principal_variables
from synth.terms import Term, replaced
from synth.transition import Edge, TransitionSystem, Variable, symbols

_TRIED, _MOST, _WORDS, _PARTED = 400, 60, 4, 64
"""How many candidates are tried on states, how many facts there are at most, of how many words at most; how many comparisons may
part states."""


def program_predicates(system: TransitionSystem, head: int, states: Sequence[Mapping[str, int]], others: bool = True) -> list[Term]:
    """Those that hold of all `states` of a loop head: comparisons, their negations, and that no failing assertion is next; with
    `others`, the comparisons about other words, too.
    """
    candidates = _stated(system, head, others)
    simple = (folded(term, system.width) for _, term in zip(range(_TRIED), candidates, strict=False))
    return held(system, states, (term for term in simple if symbols((term,))), _MOST)


def phases(system: TransitionSystem, states: Sequence[Mapping[str, int]]) -> list[Term]:
    """The comparisons that the program decides by, those of its updates first, that part the `states`, each in another way."""
    names, found = {v.name for v in principal_variables(system)}, dict[frozenset[int], Term]()
    atoms = _comparisons([*(u for e in system.edges for u in e.update), *(e.guard for e in system.edges)])
    for atom in [a for a in atoms if symbols((a,)) <= names][:_PARTED]:
        inside = frozenset(map(id, where(system, atom, states)))
        if 0 < len(inside) < len(states) and not {inside, frozenset(map(id, states)) - inside} & set(found):
            found[inside] = atom
    return list(found.values())


def _stated(system: TransitionSystem, head: int, others: bool) -> Iterator[Term]:
    names = system.needed[head]
    errors = [e.guard for e in system.failures if e.source == head]
    yield from (terms.apply("eq", guard, 0) for guard in errors if symbols((guard,)) <= names)
    failures = [e.guard for e in system.failures]
    read = [replaced(e.guard, _kept(system, e)) for e in system.edges if e.inputs]
    atoms = [a for a in _comparisons([*errors, *failures, *(e.guard for e in system.edges), *read]) if symbols((a,)) <= names]
    yield from (term for atom in atoms for term in (atom, terms.apply("eq", atom, 0)))
    yield from (term for atom in atoms for term in _orders(atom))
    for atom in atoms if others else ():
        for other in _others(system.variables, atom):
            yield other
            yield terms.apply("eq", other, 0)


def compared(system: TransitionSystem) -> list[Term]:
    """The words that the guards of the program compare, each as it is written there, the sign of signed ones turned or not."""
    found = _comparisons([e.guard for e in system.edges])
    return list(dict.fromkeys(a for atom in found for a in atom.arguments))


def _kept(system: TransitionSystem, edge: Edge) -> dict[str, Term]:
    """The variables that get the inputs of an edge: what is assumed of an input is known of the variable."""
    inputs = {id(i.term): i.name for i in edge.inputs}
    return {inputs[id(u)]: v.term for v, u in zip(system.variables, edge.update, strict=True) if id(u) in inputs}


def _orders(atom: Term) -> Iterator[Term]:
    """What may hold of two words that are compared by their order, on the way to what the comparison says or denies; signed ones
    may be no negative numbers."""
    below = str(terms.name_of(atom))
    for kind in {"ult": "u", "ule": "u", "slt": "s", "sle": "s"}.get(below, ""):
        for a, b in (atom.arguments, atom.arguments[::-1]):
            yield terms.apply(f"{kind}le", a, b)
            yield terms.apply(f"{kind}lt", a, b)
    if below in ("slt", "sle"):
        yield from (~terms.slt(word, 0) for word in atom.arguments)


def _comparisons(guards: Sequence[Term]) -> list[Term]:
    found = [n for n in terms.postorder(*guards) if terms.name_of(n) in COMPARISONS]
    return [n for n in found if not any(a.boolean for a in n.arguments) and len(symbols((n,))) <= _WORDS]


def _others(variables: Sequence[Variable], atom: Term) -> Iterator[Term]:
    """A comparison with one of its words replaced by another of the same type."""
    own = symbols((atom,))
    for v in variables:
        for other in variables if v.name in own else ():
            if other is not v and (other.bits, other.signed, other.floating) == (v.bits, v.signed, v.floating):
                yield replaced(atom, {v.name: other.term})
