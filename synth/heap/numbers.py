"""Products, quotients and remainders as words of which only what is said here is known.

Solvers of bit-vectors take long for these. Most that is claimed of list lengths needs little of them: that equal operands have
equal results, and what adding the divisor does to a remainder. What holds of any such words holds of the results.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from synth import terms
from synth.booleans import conjunction, negation
from synth.checking.validity.prover import Valid, decided
from synth.terms import Term, name_of

_HARD = frozenset(("mul", "udiv", "urem", "sdiv", "srem"))
_MOST = 24
"""How many results are related to one another."""


_SHARE = 0.3
"""Of the time for what is known of them alone."""


def impossible(term: Term, width: int, seconds: float, solvers: tuple[str, ...]) -> frozenset[str]:
    """The solvers that show in a share of some `seconds` that a Boolean holds nowhere, whatever products are; none if none does."""
    simple = without_products(term)
    answer = None if simple is None else decided(negation(simple), width, _SHARE * seconds, solvers)
    return answer.solvers if isinstance(answer, Valid) else frozenset()


def without_products(term: Term) -> Term | None:
    """A Boolean that holds somewhere if `term` does, without products of words, quotients and remainders; None where `term` has
    none of them."""
    word: dict[int, Term] = {}
    found: list[tuple[Term, Term]] = []

    def named(node: Term) -> Term | None:
        if name_of(node) not in _HARD or all(a.kind is terms.TermKind.CONSTANT for a in node.arguments):
            return None
        if name_of(node) == "mul" and any(a.kind is terms.TermKind.CONSTANT for a in node.arguments):
            return None
        if id(node) not in word:
            word[id(node)] = terms.symbol(f"result|{len(found)}")
            found.append((node, word[id(node)]))
        return word[id(node)]

    simple = terms.rebuild(term, named)
    return conjunction([simple, *_known(found)]) if found else None


def _known(found: list[tuple[Term, Term]]) -> Iterator[Term]:
    for node, result in found:
        a, b = node.arguments
        if name_of(node) == "urem":
            yield terms.ite(b == 0, result == a, result < b) != 0
            yield (a < b).implies(result == a)
        if name_of(node) == "udiv":
            yield (b != 0).implies(result <= a)
    for (node, result), (other, its) in combinations(found[:_MOST], 2):
        if name_of(node) == name_of(other):
            (a, b), (c, d) = node.arguments, other.arguments
            yield ((a == c) & (b == d)).implies(result == its)
            if name_of(node) == "urem":  # a = c + b without wrapping around, or the other way around
                near = ((a - c == b) & (a >= c)) | ((c - a == b) & (c >= a))
                yield ((b == d) & near).implies(result == its)
