"""Validity of terms over words, by SMT; a refutation comes with the values of the words."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

import z3

from synth import terms
from synth.algebra.cases import plain, plain_cases, says_more
from synth.algebra.equations import additive, multiplies, parts
from synth.booleans import conjunction, conjuncts, denied
from synth.checking.backends import SOLVERS, Gave, Sat, Unsat, check
from synth.checking.incremental import INCREMENTAL, Incremental
from synth.checking.validity.linear import LINEAR, OTHER, LinearQuestions, OtherQuestions
from synth.checking.validity.preparation import prepared
from synth.checking.validity.remainders import ROUNDS, Remainders, has_remainders
from synth.checking.validity.translator import Translator, holds_floats
from synth.evaluation import integers
from synth.evaluation.linear import NotLinear, may_be_linear
from synth.terms import Term
from synth.transition import symbols

_LINEAR, _RESTS, _LOST, _FIRST, _GROWTH, _WHOLE = 0.3, 3.0, 2, 0.3, 4.0, 1.0
"""Seconds that linear arithmetic has for a part of a goal, and about remainders, which others hardly see through; after how many
parts in a row that it leaves open it is asked no more; seconds that a solver has first, and how much more it has then; and for a
claim before the parts of its goal are asked for."""

_SPURIOUS = "a solver gives a counterexample that the reference evaluator rejects"


@dataclass(frozen=True)
class Valid:
    """Shown by `solvers`; "algebra" and "evaluation" may be among them."""

    solvers: frozenset[str]


@dataclass(frozen=True)
class Fails:
    """Values of the words for which the term is 0, checked by the reference evaluator."""

    values: Mapping[str, int]


@dataclass(frozen=True)
class Open:
    """Nobody knows, and why."""

    reason: str


Answer = Valid | Fails | Open


def valid(term: Term, width: int, seconds: float, solvers: tuple[str, ...] = SOLVERS,
          translator: Translator | None = None, likely: bool = False) -> Answer:
    """Whether a Boolean term holds for all words of `width` bits, by the solvers in turns, within `seconds`; sums by Z3, or by cvc5
    where only that is among them.

    What is hard for them is left out, or made easier, first. One `translator` for questions about like terms saves
    translating these anew. Where it is `likely` that it holds, solvers are asked that are sooner with proofs.
    """
    until = time.monotonic() + seconds
    if _is_stated(term):
        return Valid(frozenset(("evaluation",)))
    translator = translator or Translator(width)
    left, shown = term, frozenset[str]()
    for arithmetic in [own for own in (LINEAR, OTHER) if own in solvers][:1]:
        quick, left = _by_integers(term, translator, seconds / 2, arithmetic, likely)
        if quick is not None:
            return quick
        shown = frozenset((arithmetic,)) if left is not term else shown
    match _by_bits(left, until, tuple(own for own in solvers if own in SOLVERS), translator):
        case Valid(by):
            return Valid(by | shown)
        case Fails(values) if left is not term:
            return _fails(term, values)
        case answer:
            return answer


def _is_stated(term: Term) -> bool:
    """Whether the premises of a term state its goal, or one of them and what denies it."""
    premises, goal = parts(term)
    held = set(map(id, premises))
    return all(id(own) in held for own in conjuncts(goal)) or any(all(id(own) in held for own in denied(p)) for p in premises)


def is_valid_of_sums(term: Term, translator: Translator, seconds: float) -> bool:
    """Whether linear arithmetic over the integers soon shows that a Boolean term holds for all words."""
    return isinstance(_by_integers(term, translator, seconds, LINEAR)[0], Valid)


def _by_bits(term: Term, until: float, solvers: tuple[str, ...], translator: Translator) -> Answer:
    """Whether a term holds for all words, bit by bit; what is hard for solvers is left out, or made easier, first."""
    width, seconds = translator.domain.width, until - time.monotonic()
    quick: Answer | None
    if (easier := _of_fewer_premises(term)) is not None:
        quick = _decided(easier, easier, min(until, time.monotonic() + _FIRST), solvers, translator)
        if isinstance(quick, Valid):
            return quick
    most = _FIRST if LINEAR in solvers else seconds / 2
    if has_remainders([term]) and (quick := _by_laws(term, min(until, time.monotonic() + most), solvers, translator)) is not None:
        return quick
    claim, used = prepared(term, width, seconds / 4, solvers)
    if claim is terms.constant(True):
        return Valid(used or frozenset(("evaluation",)))
    several, whole = len(list(conjuncts(parts(claim)[1]))) > 1, time.monotonic() + _WHOLE
    answer: Answer = _decided(claim, term, min(until, whole) if several else until, solvers, translator)
    if several and isinstance(answer, Open) and whole <= time.monotonic() < until:
        answer = _goal_by_goal(claim, term, until, solvers, translator)
    if isinstance(answer, Valid):
        return Valid(answer.solvers | used)
    if isinstance(answer, Open) and answer.reason == _SPURIOUS and claim is not term:  # what is easier may say more
        return _decided(term, term, until, solvers, translator)
    return answer


def _by_integers(term: Term, translator: Translator, seconds: float, solver: str,
                 likely: bool = False) -> tuple[Valid | Fails | None, Term]:
    """Whether a term holds for all words, by linear arithmetic over the integers, each part of its goal asked for by itself; where
    that leaves parts of it open soon, None, and the claim that is left."""
    premises, goal = parts(term)
    goals, left = list[Term](), list[Term]()
    for own in conjuncts(goal):
        (goals if may_be_linear([own]) else left).append(own)
    whole = len(goals) + len(left)
    if not goals or not may_be_linear(premises):
        return None, term
    denied = [terms.apply("eq", own, 0) for own in goals]
    alone = denied if len(denied) == 1 else []
    try:
        most = _RESTS if has_remainders([term]) else _LINEAR
        made = LinearQuestions if solver == LINEAR else OtherQuestions
        until = time.monotonic() + seconds
        asked = made([*premises, *alone], [] if alone else denied, translator, min(seconds, most), until, likely)
    except NotLinear:
        return None, term
    lost = 0  # of the last ones
    for number, own in enumerate(goals):
        found = asked.holds_with([] if alone else [number], []) if lost < _LOST and time.monotonic() < until else None
        if asked.model is not None:
            return _fails(term, asked.model), term
        lost = lost + 1 if found is None else 0
        if found is None:
            left.append(own)
    if not left:
        return Valid(frozenset((solver,))), term
    return None, term if len(left) == whole else conjunction(premises).implies(conjunction(left))


def _fails(term: Term, values: Mapping[str, int]) -> Fails:
    """That a term does not hold where words have some values, and all others are 0."""
    return Fails({**dict.fromkeys(sorted(symbols((term,))), 0), **values})


def _by_laws(term: Term, until: float, solvers: tuple[str, ...], translator: Translator) -> Answer | None:
    """Whether a term holds for all words, by laws of the remainders in it; None where that leaves it open."""
    width, laws = translator.domain.width, list[Term]()
    rests = Remainders([terms.apply("eq", term, 0)], width)
    for _ in range(ROUNDS):
        claim = terms.apply("eq", conjunction([*laws, *rests.terms]), 0)
        said = _decided(claim, claim, until, solvers, translator)
        if not isinstance(said, Fails):
            return said if isinstance(said, Valid) else None
        words = rests.filled(said.values)
        if not integers.evaluate(term, words, {}, width):
            return Fails({name: words[name] for name in sorted(symbols((term,)))})
        more = rests.broken(words, [0])
        if not more:
            return None
        laws += more
    return None


def _of_fewer_premises(claim: Term) -> Term | None:
    """The claim without the premises that multiply, where its goal does not; None where there are none."""
    premises, goal = parts(claim)
    kept = additive(premise := conjunction(premises))
    return None if kept is premise or multiplies(goal) else kept.implies(goal)


def _goal_by_goal(claim: Term, term: Term, until: float, solvers: tuple[str, ...], translator: Translator) -> Answer:
    """Whether a claim holds that implies a term, each part of its goal asked for by itself; those that premises state are not."""
    premises, goal = parts(claim)
    goals, width = list(conjuncts(goal)), translator.domain.width
    stated = [plain(own, width) for own in premises]
    known = set(map(id, (*premises, *stated)))
    left = [own for own in goals if says_more(plain_cases(own, width), known)]
    used = {"algebra"} if len(left) < len(goals) else set[str]()
    if len(left) > 1 and INCREMENTAL in solvers:
        left, told = _unshown(premises, left, until, translator), len(left)
        used |= {INCREMENTAL} if len(left) < told else set()
    for number, goal in enumerate(left):
        now = time.monotonic()
        last = until if number == len(left) - 1 else now + (until - now) / 2
        answer = _decided(conjunction(premises).implies(goal), term, last, solvers, translator)
        if not isinstance(answer, Valid):
            return answer
        used |= answer.solvers
    return Valid(frozenset(used))


def _unshown(premises: list[Term], goals: list[Term], until: float, translator: Translator) -> list[Term]:
    """The goals that do not soon follow from premises, which a solver is told once."""
    held, denied = [translator.truth(p) for p in premises], [z3.Not(translator.truth(goal)) for goal in goals]
    solver = Incremental(held, denied, translator.words, _FIRST, holds_floats([*premises, *goals]))
    return [goal for i, goal in enumerate(goals) if time.monotonic() > until or solver.holds_with([i], [i]) != set()]


def decided(term: Term, width: int, seconds: float, solvers: tuple[str, ...] = SOLVERS) -> Answer:
    """Whether a Boolean term holds for all words, as it is, by the solvers in turns."""
    return _decided(term, term, time.monotonic() + seconds, solvers, Translator(width))


def _decided(claim: Term, term: Term, until: float, solvers: tuple[str, ...], translator: Translator) -> Answer:
    """Whether a claim holds that implies a term; a refutation is one of the term. Who gives up early is not asked again."""
    floats, width = holds_floats([claim]), translator.domain.width
    translator.word(term)  # so that all of its words have values
    denied = z3.Not(translator.truth(claim))
    words = {name: translator.words[name] for name in sorted(symbols((claim, term)))}
    slice_, reason = _FIRST, "timeout"
    order = list(solvers[::-1] if floats else solvers)
    while order and (left := until - time.monotonic()) > 0:
        for solver in tuple(order):
            limit, start = min(slice_, max(0.05, left)), time.monotonic()
            match check(solver, denied, words, limit, floats):
                case Unsat():
                    return Valid(frozenset((solver,)))
                case Sat(values):
                    return Open(_SPURIOUS) if integers.evaluate(term, values, {}, width) else Fails(values)
                case Gave(why):
                    reason = why
                    if time.monotonic() - start < limit / 2:  # it cannot, however long it has
                        order.remove(solver)
        slice_ *= _GROWTH
    return Open(reason)
