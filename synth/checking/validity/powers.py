"""Division by words of which at most one bit is set: quotients are shifts, and remainders are masked, which solvers are good at.

That a divisor d is 0 or a power of two whatever the other words are, d & (d - 1) = 0, is asked of a solver. Then

    n % d = n & (d - 1)        n / d = n >> k, where d = 1 << k, and all ones where d = 0

for a word k of its own, whose value d tells where it is not 0; the laws hold at every width and are proved in the tests.
"""

from __future__ import annotations

import time
from collections.abc import Collection

import z3

from synth import terms
from synth.booleans import conjunction
from synth.checking.backends import SOLVERS, Unsat, check
from synth.checking.validity.translator import Translator
from synth.terms import Term, TermKind, name_of
from synth.transition import symbols

_DIVISIONS = ("udiv", "urem")


def shifted(claim: Term, width: int, seconds: float) -> Term | None:
    """A claim without calls that is valid at `width` bits exactly where this one is, and divides less; None where none is seen.

    Its counterexamples are some of this claim's, with words more that tell the exponents. Takes about `seconds`.
    """
    until = time.monotonic() + seconds
    divisors = {id(d): d for n in terms.postorder(claim) if name_of(n) in _DIVISIONS
                if (d := n.arguments[1]).kind is TermKind.APPLY}
    translator = Translator(width)
    known = [d for d in divisors.values() if _is_power(d, translator, until)]
    if not known:
        return None
    names = {id(d): _fresh(i, symbols((claim,))) for i, d in enumerate(known)}

    def divided(node: Term) -> Term | None:
        if name_of(node) not in _DIVISIONS or id(node.arguments[1]) not in names:
            return None
        word, by = node.arguments
        if name_of(node) == "urem":
            return word & (by - 1)
        return terms.ite(by == 0, terms.constant(-1), word >> terms.symbol(names[id(by)]))

    simple = terms.rebuild(claim, divided)  # a divisor that holds such a division itself is another term by now, and stays
    told = conjunction([(d == 0) | (d == terms.constant(1) << terms.symbol(names[id(d)])) for d in known])
    return told.implies(simple)


def _is_power(word: Term, translator: Translator, until: float) -> bool:
    if (left := until - time.monotonic()) <= 0:
        return False
    denied = z3.Not(translator.truth((word & (word - 1)) == 0))
    return isinstance(check(SOLVERS[0], denied, translator.words, left), Unsat)


def _fresh(number: int, taken: Collection[str]) -> str:
    name = f"exponent {number}"
    while name in taken:
        name += "'"
    return name
