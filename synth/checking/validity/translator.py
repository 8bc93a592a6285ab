"""Terms as Z3 terms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import z3

from synth import terms
from synth.evaluation.smt import Smt
from synth.operators import Operator
from synth.terms import Term, TermKind


class Translator:
    """Terms as Z3 terms, each term once: as bit-vectors in a context of its own, or as a `domain` evaluates them."""

    def __init__(self, width: int, domain: Any = None) -> None:
        self.domain = domain or Smt(width, z3.Context())
        self.words: dict[str, Any] = {}
        self._known: dict[int, tuple[Term, Any]] = {}
        self._truths: dict[int, tuple[Term, Any]] = {}

    def word(self, term: Term) -> Any:
        """The bit-vector of a term, or what the domain has for one."""
        for node in terms.postorder(term):
            if id(node) not in self._known:
                self._known[id(node)] = node, self._fresh(node)
        return self._known[id(term)][1]

    def truth(self, term: Term) -> Any:
        """The Z3 Boolean "not 0"."""
        if id(term) not in self._truths:
            self._truths[id(term)] = term, self.domain.truth(self.word(term))
        return self._truths[id(term)][1]

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
    return any(isinstance(n.data, Operator) and n.data.floating for n in terms.postorder(*roots))
