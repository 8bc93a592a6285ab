"""Validity of terms over words, by SMT; a refutation comes with the values of the words."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import z3

from synth import terms
from synth.checking.backends import SOLVERS, Gave, Sat, Unsat, check
from synth.evaluation import integers
from synth.evaluation.smt import Smt
from synth.operators import Operator
from synth.terms import Term, TermKind

_FIRST, _GROWTH = 0.3, 4.0


@dataclass(frozen=True)
class Valid:
    """Shown by `solver`."""

    solver: str


@dataclass(frozen=True)
class Fails:
    """Values of the words for which the term is 0, checked by the reference evaluator."""

    values: Mapping[str, int]


@dataclass(frozen=True)
class Open:
    """Nobody knows, and why."""

    reason: str


Answer = Valid | Fails | Open


class Translator:
    """Terms as Z3 terms in a context of its own, each term once."""

    def __init__(self, width: int) -> None:
        self.domain = Smt(width, z3.Context())
        self.words: dict[str, Any] = {}
        self._known: dict[int, tuple[Term, Any]] = {}

    def word(self, term: Term) -> Any:
        """The bit-vector of a term."""
        for node in terms.postorder(term):
            if id(node) not in self._known:
                self._known[id(node)] = node, self._fresh(node)
        return self._known[id(term)][1]

    def truth(self, term: Term) -> Any:
        """The Z3 Boolean "not 0"."""
        return self.domain.truth(self.word(term))

    def _fresh(self, node: Term) -> Any:
        arguments = [self._known[id(a)][1] for a in node.arguments]
        match node.kind, node.data:
            case TermKind.CONSTANT, int(value):
                return self.domain.constant(value)
            case TermKind.SYMBOL, str(name):
                return self.words.setdefault(name, self.domain.symbol(name))
            case TermKind.WIDTH, _:
                return self.domain.constant(self.domain.width)
            case TermKind.APPLY, Operator() as op:
                return op(self.domain, *arguments)
        raise ValueError(f"a term calls {node.data}")


def holds_floats(roots: Iterable[Term]) -> bool:
    """Whether terms speak of floating point."""
    return any(isinstance(n.data, Operator) and n.data.smt.startswith("fp.") for n in terms.postorder(*roots))


def valid(term: Term, width: int, seconds: float, solvers: tuple[str, ...] = SOLVERS) -> Answer:
    """Whether a Boolean term holds for all words of `width` bits, by the solvers in turns, within `seconds`."""
    translator, floats = Translator(width), holds_floats([term])
    denied = z3.Not(translator.truth(term))
    until, slice_, reason = time.monotonic() + seconds, _FIRST, "timeout"
    order = solvers[::-1] if floats else solvers
    while (left := until - time.monotonic()) > 0:
        for solver in order:
            match check(solver, denied, translator.words, min(slice_, max(0.05, left)), floats):
                case Unsat():
                    return Valid(solver)
                case Sat(values):
                    if not integers.evaluate(term, values, {}, width):
                        return Fails(values)
                    return Open(f"{solver} gives a counterexample that the reference evaluator rejects")
                case Gave(why):
                    reason = why
        slice_ *= _GROWTH
    return Open(reason)
