"""What is done with a claim before solvers of bit-vectors are asked, where it holds what they are bad at.

Exclusive ors: what follows over GF(2) is replaced by truth (`parity`). Products of words: equations that follow from others are
replaced by truth (`algebra`), with the help of the linear equations that the premises imply (`hull`). Multiplication, division and
floating point: constants are folded, masks that premises make idle are left out, remainders are said by quotients, and a premise
that names all of its states makes a case of each.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

import z3

from synth import terms
from synth.algebra import parity
from synth.algebra.bitwise import low_mask
from synth.algebra.equations import holds_products, linear_premises, multiplied, multiplies, parts, simplified
from synth.algebra.folding import folded
from synth.algebra.polynomials import equation, word_of
from synth.booleans import TRUE, conjunction, conjuncts
from synth.checking.backends import SOLVERS, Sat, Unsat, check
from synth.checking.validity.hull import implied
from synth.checking.validity.translator import Translator, holds_floats
from synth.operators import Operator
from synth.terms import Term, TermKind, replaced
from synth.transition import symbols

_LINEAR, _QUICK, _STATES, _MASKS = 1.0, 0.1, 300, 4
"""Seconds for linear questions, and for a counterexample before these; the most states that are told apart, and masks that are
asked about."""
_ALGEBRA = frozenset(("algebra",))


def prepared(claim: Term, width: int, seconds: float, solvers: tuple[str, ...]) -> tuple[Term, frozenset[str]]:
    """A claim that is valid exactly where this one is, and what saw that: "evaluation", "algebra", solvers; in about `seconds`."""
    if parity.follows(claim, width, time.monotonic() + seconds):
        return TRUE, _ALGEBRA
    if not multiplies(claim) and not holds_floats([claim]):
        return claim, frozenset()
    claim, straight = _straightened(_by_quotients(folded(claim, width)), width)
    cases = _by_cases(claim, width)
    if cases is not None:
        return cases, straight | frozenset(("evaluation",))
    until, used = time.monotonic() + max(_LINEAR, seconds), straight
    if holds_products(claim):
        simple = simplified(claim, width, until)
        used, claim = used | _ALGEBRA if simple is not claim else used, simple
    claim, by_equations = _by_equations(claim, width, seconds, solvers)
    claim, by_masks = _unmasked(claim, width, min(_LINEAR, seconds), solvers)
    return claim, used | by_equations | by_masks


def seen_by_algebra(claim: Term, width: int, seconds: float) -> bool:
    """Whether a claim is shown by linear algebra, with the help of the linear equations that solvers see in its premises."""
    simple = simplified(claim, width, time.monotonic() + max(_LINEAR, seconds))
    if simple is TRUE or not multiplied(simple) or _is_false(simple, width, min(_QUICK, max(0.0, seconds))):
        return simple is TRUE
    return _by_equations(simple, width, max(0.0, seconds), SOLVERS)[0] is TRUE


def _is_false(claim: Term, width: int, seconds: float) -> bool:
    """Whether a solver soon sees a counterexample, which takes less than all that its premises imply."""
    translator = Translator(width)
    return isinstance(check(SOLVERS[0], z3.Not(translator.truth(claim)), translator.words, seconds, holds_floats([claim])), Sat)


def _by_quotients(claim: Term) -> Term:
    """The claim with x - x / y * y for the remainder of each quotient that it speaks of; so it is for y = 0, too."""
    quotients = {(n.data.name, *map(id, n.arguments)): n for n in terms.postorder(claim)
                 if isinstance(n.data, Operator) and n.data.name in ("sdiv", "udiv")}

    def product(node: Term) -> Term | None:
        name = terms.name_of(node)
        quotient = quotients.get((f"{name[0]}div", *map(id, node.arguments))) if name in ("srem", "urem") else None
        return None if quotient is None else node.arguments[0] - quotient * node.arguments[1]

    return terms.rebuild(claim, product) if quotients else claim


def _straightened(claim: Term, width: int) -> tuple[Term, frozenset[str]]:
    """The claim over y = (e - x) * k in the place of x, where the number k is odd and its inverse is simpler; and what saw that.

    Of all words y exactly one comes to each x, so that the claim is valid if and only if it was. What x is then is a premise: a
    counterexample says that, too.
    """
    for node in terms.postorder(claim):
        found = _product(node)
        if found is None or found[1].kind is not TermKind.SYMBOL or symbols((found[1],)) <= symbols((found[0],)):
            continue  # e may not speak of x
        end, word, number = found
        inverse = pow(number, -1, 1 << width)
        if _weight(inverse, width) < _weight(number, width):
            name, taken = f"{word.data}/{inverse}", symbols((claim,))
            while name in taken:
                name += "/"
            rounds = terms.symbol(name)
            simple = terms.rebuild(claim, partial(_in_rounds, end=end, word=word, number=number, rounds=rounds))
            there = end - rounds * inverse
            return (word == there).implies(folded(replaced(simple, {str(word.data): there}), width)), _ALGEBRA
    return claim, frozenset()


def _in_rounds(node: Term, end: Term, word: Term, number: int, rounds: Term) -> Term | None:
    """(end - word ± d) * number as rounds ± d * number; under a mask it does not matter whether word ± d is masked, too."""
    mask = low_mask(node)
    found = _product(node if mask is None else node.arguments[0])
    if found is None or found[0] is not end or found[2] != number:
        return None
    inner = found[1]
    if mask is not None:
        if mask & ~(low_mask(inner) or 0):
            return None
        inner = inner.arguments[0]
    shifts = terms.name_of(inner) in ("add", "sub")
    moved, offset = inner.arguments if shifts else (inner, terms.constant(0))
    if moved is not word or not isinstance(offset.data, int) or offset.kind is not TermKind.CONSTANT:
        return None
    there = rounds + offset.data * number * (-1 if terms.name_of(inner) == "add" else 1)
    return there if mask is None else there & mask


def _product(node: Term) -> tuple[Term, Term, int] | None:
    """e, t and k of a term (e - t) * k with an odd number k; None for others."""
    if terms.name_of(node) != "mul":
        return None
    difference, factor = node.arguments if node.arguments[1].kind is TermKind.CONSTANT else node.arguments[::-1]
    number = factor.data if factor.kind is TermKind.CONSTANT else None
    if not isinstance(number, int) or number % 2 == 0 or terms.name_of(difference) != "sub":
        return None
    end, word = difference.arguments
    return end, word, number


def _weight(number: int, width: int) -> int:
    """How many additions and subtractions a product with a number is, about."""
    return min(own.bit_count() for own in (number % (1 << width), -number % (1 << width)))


def _by_equations(claim: Term, width: int, seconds: float, solvers: tuple[str, ...]) -> tuple[Term, frozenset[str]]:
    """What is left of a claim with the linear equations that its premises imply, and what saw that."""
    words = multiplied(claim)
    leaves = [terms.symbol(n) for n in words]
    for solver in solvers if words else ():
        found = implied(linear_premises(claim), words, width, min(_LINEAR, seconds) / len(solvers), solver)
        if found:
            known = conjunction([equation(leaves, polynomial, width) for polynomial in found])
            by = dict(filter(None, (word_of(leaves, polynomial) for polynomial in found)))
            return simplified(known.implies(folded(replaced(claim, by), width)), width), _ALGEBRA | {solver}
        if found is not None:
            break
    return claim, frozenset()


def _unmasked(claim: Term, width: int, seconds: float, solvers: tuple[str, ...]) -> tuple[Term, frozenset[str]]:
    """The claim where its goal has no masks of words that are below them by the premises, and the solvers that saw that."""
    until, (premises, goal), easy = time.monotonic() + seconds, parts(claim), linear_premises(claim)
    idle: dict[int, Term] = {}
    used = set[str]()
    masks = [n for n in terms.postorder(goal) if premises and low_mask(n) is not None]
    if not masks:
        return claim, frozenset()
    translator = Translator(width)
    for node in masks[:_MASKS]:
        below = easy.implies(node.arguments[0] <= node.arguments[1])
        denied, floats = z3.Not(translator.truth(below)), holds_floats([below])
        left = (until - time.monotonic()) / len(solvers)
        for solver in solvers if left > 0 else ():
            if isinstance(check(solver, denied, translator.words, left / _MASKS, floats), Unsat):
                idle[id(node)] = node.arguments[0]
                used.add(solver)
                break
    if not idle:
        return claim, frozenset()
    return conjunction(premises).implies(terms.rebuild(goal, lambda node: idle.get(id(node)))), frozenset(used)


def _by_cases(claim: Term, width: int) -> Term | None:
    """What is left of a claim when each state that one of its premises names is looked at for itself."""
    premises, goal = parts(claim)
    for number, premise in enumerate(premises):
        states = list(_states(premise))
        if 1 < len(states) <= _STATES and all(states):
            others = conjunction([*premises[:number], *premises[number + 1:]])
            cases = (folded(replaced(others, by).implies(replaced(goal, by)), width) for by in states)
            return conjunction(list(dict.fromkeys(cases)))
    return None


def _states(premise: Term) -> Iterator[dict[str, Term]]:
    """The states that a disjunction names, by word; an empty one for a part that names none."""
    stack = [premise]
    while stack:
        node = stack.pop()
        if node.boolean and terms.name_of(node) == "or":
            stack += node.arguments[::-1]
            continue
        equations = [e.arguments for e in conjuncts(node) if terms.name_of(e) == "eq"]
        named = {str(a.data): b for a, b in equations if a.kind is TermKind.SYMBOL and b.kind is TermKind.CONSTANT}
        yield named if len(named) == len(list(conjuncts(node))) else {}
