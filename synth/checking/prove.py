"""Proof of a candidate for all values of the ∀ words at one width, by SMT.

The two solvers fail on disjoint problems, so that the portfolio gives them turns with growing limits. Both fail on equations
between products of mixed arithmetic; where the sides are one polynomial, algebra shows it, and by other means Z3's normal form.
Division by what is a power of two becomes a shift: solvers are asked in turns with that and without. A conjunction that is hard as
a whole is proved part by part, as the clauses of programs are (`validity`). A counterexample is checked by the reference evaluator
before it is believed; whatever is neither a proof nor a checked counterexample is `Undecided`.
"""

from __future__ import annotations

import itertools
import logging
import math
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import z3

from synth import terms
from synth.algebra.equations import simplified
from synth.algebra.folding import folded
from synth.booleans import TRUE, conjuncts
from synth.checking.backends import SOLVERS, Gave, Sat, Unsat, check
from synth.checking.examples import Example
from synth.checking.infeasible import infeasible
from synth.checking.normal_form import is_valid
from synth.checking.validity.powers import shifted
from synth.checking.validity.prover import Fails, Open, Valid, decided, valid
from synth.checking.validity.translator import Translator
from synth.evaluation import integers
from synth.evaluation.sampling import names_of
from synth.evaluation.smt import Smt
from synth.macros import inlined
from synth.program import Program, applied
from synth.specification import Specification
from synth.terms import Term, TermKind, interpret, name_of, postorder, rebuild

__all__ = ["Judgement", "Proved", "Refuted", "Undecided", "infeasible", "prove"]

EVALUATION = "evaluation"
"""What proves a specification by points: trying each."""

ALGEBRA, NORMAL_FORM = "algebra", "normal form"
"""What prove equations between equal polynomials: see `synth.algebra`, and `synth.checking.normal_form`."""

_ALGEBRA_NODES = 400
_SHIFTED = 0.5
"""Seconds of the first turns where divisors are powers of two, and for seeing that."""

_FIRST_SLICE = 0.1
_GROWTH = 4
_PATIENCE = 2.0
"""How many times the seconds of its turn a solver has for all parts of a conjunction that was hard as a whole."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Proved:
    """The formula holds for every value of the ∀ words of `width` bits; `solver` showed it."""

    width: int
    solver: str


@dataclass(frozen=True)
class Refuted:
    """The formula fails on `example`, found by `solver` and checked by the reference evaluator."""

    example: Example
    solver: str


@dataclass(frozen=True)
class Undecided:
    """Neither proved nor refuted, and why."""

    reason: str


Judgement = Proved | Refuted | Undecided


def prove(spec: Specification, candidate: Mapping[str, Program], width: int, timeout: float,
          solver: str = "portfolio") -> Judgement:
    """Judge `candidate` at `width` bits within `timeout` seconds.

    solver   "z3" or "bitwuzla" alone; "portfolio": both in turns, and algebra; "normal form": both in turns, and that

    A solver that gives up long before its limit is not asked again. What proved it is one of these names, or several, as in
    "algebra, z3", where parts of a conjunction were proved one by one.
    """
    if spec.points:
        return _tried(spec, candidate, width)
    deadline = time.monotonic() + timeout
    forms, floats = [_denied(spec, candidate, Smt(width, z3.Context()))], _holds_floats(spec, candidate)
    simple = None if floats else shifted(_claim(spec.formula, candidate), width, min(_SHIFTED, timeout))
    if simple is not None:
        forms.insert(0, _denied_claim(simple, width, forms[0][1]))
    asked = Counter[str]()
    reason, hopeless, parts = "timeout", set[str](), _Parts(spec, candidate, width, solver)
    for name, seconds in _turns(solver, floats, len(forms) > 1):
        start = time.monotonic()
        limit = min(seconds, deadline - start)
        if limit <= 0 or hopeless.issuperset((solver,) if solver in SOLVERS else SOLVERS):
            break
        if name == ALGEBRA and _is_one_polynomial(spec, candidate, width, deadline):
            return Proved(width, name)
        if name == NORMAL_FORM and is_valid(z3.Not(forms[-1][0]), width, limit):
            return Proved(width, name)
        if name in hopeless or name not in SOLVERS:
            continue
        denied, words = forms[asked[name] % len(forms)]
        asked[name] += 1
        match check(name, denied, words, limit, floats):
            case Unsat():
                return Proved(width, name)
            case Sat(values):
                if not integers.evaluate(spec.formula, values, candidate, width):
                    return Refuted(values, name)
                _log.error("%s: the reference evaluator rejects the counterexample %s of %s", spec.name, values, name)
                reason = f"{name}: a counterexample that the reference evaluator rejects"
                hopeless.add(name)
            case Gave(why):
                reason = why
                if time.monotonic() - start < limit / 2:
                    hopeless.add(name)
                judgement = parts.judged(name, min(_PATIENCE * limit, deadline - time.monotonic()))
                if judgement is not None:
                    return judgement
    return Undecided(reason)


def _tried(spec: Specification, candidate: Mapping[str, Program], width: int) -> Judgement:
    """The judgement of a specification by points: the reference evaluator on every one of them."""
    if width != spec.width:
        return Undecided(f"the points are words of {spec.width} bits")
    for point in spec.points:
        if not integers.evaluate(spec.formula, point, candidate, width):
            return Refuted(dict(point), EVALUATION)
    return Proved(width, EVALUATION)


def _denied(spec: Specification, candidate: Mapping[str, Program], domain: Smt) -> tuple[Any, dict[str, Any]]:
    """What a counterexample satisfies, and the ∀ words.

    The domain has a context of its own, so that models depend on nothing that came before.
    """
    words = {name: domain.symbol(name) for name in names_of(spec)}
    value = interpret(spec.formula, domain, words, lambda name, arguments: candidate[name].run(domain, arguments))
    return z3.Not(domain.truth(value)), words


def _denied_claim(claim: Term, width: int, names: Iterable[str]) -> tuple[Any, dict[str, Any]]:
    """The same for a claim without calls, over words of these names and others."""
    translator = Translator(width)
    denied = z3.Not(translator.truth(claim))
    return denied, {name: translator.word(terms.symbol(name)) for name in names}


def _holds_floats(spec: Specification, candidate: Mapping[str, Program]) -> bool:
    return spec.uses_floats or any(op.floating for p in candidate.values() for op, _ in p.instructions)


def _is_one_polynomial(spec: Specification, candidate: Mapping[str, Program], width: int, deadline: float) -> bool:
    """Whether the formula is true once equations between equal polynomials are."""
    claim = _claim(spec.formula, candidate)
    return len(postorder(claim)) <= _ALGEBRA_NODES and simplified(claim, width, deadline) is TRUE


class _Parts:
    """The conjuncts that a body has with the programs in it, where they are several, or all that is left of others; each solver
    proves all of them alone, and keeps what it has proved.
    """

    def __init__(self, spec: Specification, candidate: Mapping[str, Program], width: int, mode: str) -> None:
        self._spec, self._candidate, self._width, self._mode = spec, candidate, width, mode
        self._left: dict[str, list[Term]] = {}
        self._used: dict[str, set[str]] = {}

    def judged(self, solver: str, seconds: float) -> Judgement | None:
        """Proved or refuted by one solver within `seconds`; None where it does not get through, or there is one part only."""
        until, left = time.monotonic() + seconds, self._left.setdefault(solver, list(self._claims))
        used = self._used.setdefault(solver, set())
        while left and time.monotonic() < until:
            answer = self._answer(left[0], solver, until - time.monotonic())
            if isinstance(answer, Fails):
                return self._refuted(answer.values, solver)
            if not isinstance(answer, Valid):
                return None
            used |= answer.solvers
            del left[0]
        shown = self._claims and not left
        return Proved(self._width, ", ".join(sorted(used, key=lambda name: (name in SOLVERS, name)))) if shown else None

    @cached_property
    def _claims(self) -> list[Term]:
        body = folded(_claim(self._spec.body, self._candidate), self._width)  # one side of a tautology may be false at once
        parts = [self._spec.precondition.implies(part) for part in conjuncts(body)]
        simpler = name_of(body) != name_of(self._spec.body)
        return [_claim(part, self._candidate) for part in parts] if len(parts) > 1 or simpler else []

    def _answer(self, claim: Term, solver: str, seconds: float) -> Valid | Fails | Open:
        if self._mode == NORMAL_FORM and is_valid(Translator(self._width).truth(claim), self._width, seconds / 2):
            return Valid(frozenset((NORMAL_FORM,)))
        ask = valid if self._mode == "portfolio" else decided
        return ask(claim, self._width, seconds, (solver,))

    def _refuted(self, values: Mapping[str, int], solver: str) -> Judgement | None:
        example = {name: values.get(name, 0) for name in names_of(self._spec)}
        fails = not integers.evaluate(self._spec.formula, example, self._candidate, self._width)
        return Refuted(example, solver) if fails else None


def _claim(formula: Term, candidate: Mapping[str, Program]) -> Term:
    """A formula with programs in the place of calls, over operators of the table."""
    def put(node: Term) -> Term | None:
        return applied(candidate[str(node.data)], node.arguments) if node.kind is TermKind.CALL else None

    return inlined(rebuild(formula, put))


def _turns(solver: str, floats: bool, several: bool) -> Iterator[tuple[str, float]]:
    """Whom to ask for how many seconds, where there are several forms to ask for, or one; Bitwuzla first where floats are."""
    alone = solver in SOLVERS
    if alone and not several:
        yield solver, math.inf
        return
    slice_ = _SHIFTED if several else _FIRST_SLICE
    for turn in itertools.count():
        for name in (solver,) if alone else SOLVERS[::-1] if floats else SOLVERS:
            yield name, slice_
        if turn == 0 and not alone:
            yield NORMAL_FORM if solver == NORMAL_FORM else ALGEBRA, math.inf
        slice_ *= _GROWTH
