"""Booleans by cases of the conditions that choose between words in them, and which of them say what is known.

Solvers of bit-vectors do not see that ite(c, x + 1, x) + ite(c, y, y + 1) is x + y + 1: in each case it is the same sum.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from synth.algebra.folding import collected, folded
from synth.booleans import TRUE, conjunction, negation
from synth.terms import Term, name_of, postorder, rebuild

_CONDITIONS = 2
"""By the cases of so many conditions Booleans are told apart."""


def by_cases(claim: Term) -> list[tuple[Term, Term]]:
    """A Boolean by cases, each with its condition; whole where the conditions are many."""
    asked = list(dict.fromkeys(n.arguments[0] for n in postorder(claim) if name_of(n) == "ite"))
    if not asked or len(asked) > _CONDITIONS:
        return [(TRUE, claim)]
    return [(conjunction((held, where)), own) for way, held in ((1, asked[0]), (2, negation(asked[0])))
            for where, own in by_cases(_chosen(claim, asked[0], way))]


def plain(claim: Term, width: int) -> Term:
    """The form of a Boolean in which it is compared with others: sums have each word once, in one order."""
    return collected(folded(claim, width), width)


def plain_cases(claim: Term, width: int) -> list[tuple[Term, Term]]:
    """A Boolean by cases, each with its condition, in their plain forms."""
    return [(where, plain(own, width)) for where, own in by_cases(claim)]


def says_more(cases: Iterable[tuple[Term, Term]], known: Collection[int]) -> bool:
    """Whether a Boolean by cases may say more than what is known, the plain forms of which have these identities."""
    return any(own is not TRUE and id(own) not in known for _, own in cases)


def _chosen(claim: Term, condition: Term, way: int) -> Term:
    """A term where a condition decides which of two words is chosen: the first, or the second `way`."""
    return rebuild(claim, lambda node: node.arguments[way] if name_of(node) == "ite" and node.arguments[0] is condition else None)
