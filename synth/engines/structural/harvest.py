"""Terms that a specification itself suggests as parts of an answer: what it says over the arguments of one call."""

from __future__ import annotations

from collections.abc import Iterator

from synth import terms
from synth.engines.shape import argument, sites
from synth.grammar import Grammar
from synth.operators import Operator
from synth.specification import Specification
from synth.terms import Term, TermKind, postorder

_MOST = 256


def harvested(specification: Specification, grammar: Grammar) -> tuple[tuple[int, Term], ...]:
    """Terms over the arguments with the non-terminal that they belong to, small ones first.

    Wherever a call's arguments are different ∀ words, every term of the specification over those words is one. Only for functions
    without a grammar of their own, where the specification allows it.
    """
    function = specification.exists[0]
    if not specification.harvest or function.grammar is not None:
        return ()
    found = dict.fromkeys(term for site in sites(specification, function) or () for term in _over(specification, site))
    known = {rule.operator for n in grammar.nonterminals for rule in n.rules}
    sized = sorted((len(postorder(term)), i, term) for i, term in enumerate(found) if operators_of(term) <= known)
    return tuple((place_of(grammar, term), term) for _, _, term in sized[:_MOST])


def _over(specification: Specification, site: Term) -> Iterator[Term]:
    """The terms over the arguments of one call, by argument number."""
    if len(set(map(id, site.arguments))) != len(site.arguments) or any(a.kind is not TermKind.SYMBOL for a in site.arguments):
        return
    numbers = {id(a): argument(i) for i, a in enumerate(site.arguments)}
    clean: dict[int, bool] = {}
    for node in postorder(specification.formula):
        clean[id(node)] = node.kind is not TermKind.CALL and all(clean[id(a)] for a in node.arguments) and (
            node.kind is not TermKind.SYMBOL or id(node) in numbers)
        if clean[id(node)] and node.kind is TermKind.APPLY:
            yield terms.rebuild(node, lambda leaf: numbers.get(id(leaf)))


def operators_of(term: Term) -> set[Operator]:
    """The operators of a term."""
    return {n.data for n in postorder(term) if isinstance(n.data, Operator)}


def place_of(grammar: Grammar, term: Term) -> int:
    """The non-terminal of Booleans or of words."""
    wanted = 1 if term.boolean else None
    return next((i for i, n in enumerate(grammar.nonterminals) if n.bits == wanted), 0)
