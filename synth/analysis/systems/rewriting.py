"""Edges made simpler by what is known before them: a word that equals another, or a number, is replaced by it."""

from __future__ import annotations

from dataclasses import replace

from synth.algebra.folding import collected, folded
from synth.booleans import conjunction, conjuncts
from synth.terms import Term, TermKind, name_of, replaced
from synth.transition import Edge, symbols


def rewritten(edge: Edge, known: Term, width: int) -> Edge:
    """An edge that does the same wherever `known` holds before it."""
    by: dict[str, Term] = {}
    for fact in conjuncts(known):
        if name_of(fact) == "eq" and not any(a.boolean for a in fact.arguments):
            name, value = _oriented(*(replaced(a, by) for a in fact.arguments))
            if name and name not in by:
                by = {n: replaced(t, {name: value}) for n, t in by.items()} | {name: value}
    if not by:
        return edge
    guard, *update = (t if t.kind is TermKind.SYMBOL else collected(folded(replaced(t, by), width), width)
                      for t in (edge.guard, *edge.update))
    return replace(edge, guard=guard, update=tuple(update))


def without_reads(edge: Edge) -> Term:
    """The guard of an edge without what it says of inputs, but for bounds: it holds wherever the edge is taken, and says nothing of
    elements of arrays that are any."""
    inputs = frozenset(i.name for i in edge.inputs)
    return conjunction(part for part in conjuncts(edge.guard) if not _speaks_of(part, inputs))


def reads(edge: Edge) -> bool:
    """Whether the guard of an edge says more of inputs than bounds."""
    return any(_speaks_of(part, frozenset(i.name for i in edge.inputs)) for part in conjuncts(edge.guard))


def _speaks_of(condition: Term, inputs: frozenset[str]) -> bool:
    simple = all(a.kind in (TermKind.SYMBOL, TermKind.CONSTANT) for a in condition.arguments)
    return not simple and not inputs.isdisjoint(symbols((condition,)))


def _oriented(a: Term, b: Term) -> tuple[str, Term]:
    """The word that an equation names, and the word or number that it equals; "" where it names none."""
    simple = (TermKind.SYMBOL, TermKind.CONSTANT)
    if a.kind not in simple or b.kind not in simple or a is b:
        return "", b
    word, value = (b, a) if b.kind is TermKind.SYMBOL else (a, b)
    return (str(word.data), value) if word.kind is TermKind.SYMBOL else ("", value)
