"""Lemmas: facts about ∃ predicates that may be conjoined to any solution, as an engine has shown.

An inductive invariant L of Horn clauses over P is one: where P solves them, P ∧ L does. So P may be sought for the weaker formula
in which P ∧ L stands for P, and what is found there is a solution with L conjoined. Nothing rests on a lemma: that whole candidate
is judged by the formula as it was asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from synth import terms
from synth.booleans import FALSE, TRUE, conjunction
from synth.program import Program, applied, of_term
from synth.specification import Specification
from synth.terms import Term, TermKind

Lemma = Mapping[str, Program]
"""For some ∃ predicates, by name, a program over their words; the fact holds where its word is not 0."""


def weakened(specification: Specification, lemma: Lemma) -> Specification:
    """The specification in which each predicate of a lemma stands for itself and the lemma."""
    def leaf(node: Term) -> Term | None:
        if node.kind is not TermKind.CALL or str(node.data) not in lemma:
            return None
        words = tuple(terms.rebuild(a, leaf) for a in node.arguments)
        return terms.call(str(node.data), words, True) & _holds(lemma[str(node.data)], words)

    return replace(specification, body=terms.rebuild(specification.body, leaf))


def fits(lemma: Lemma, width: int, target: int) -> bool:
    """Whether a lemma that was shown at `target` bits may hold at fewer: its constants are small there, or a little below 0."""
    constants = (c for program in lemma.values() for c in program.constants)
    return width == target or all(min(c, (1 << target) - c) < 1 << (width - 2) for c in constants)


def conjoined(candidate: Mapping[str, Program], lemma: Lemma, width: int) -> dict[str, Program]:
    """A solution of the weakened specification as one of the specification, equal to both together at `width`."""
    return {name: _both(program, lemma[name], width) if name in lemma else program for name, program in candidate.items()}


def _both(program: Program, other: Program, width: int) -> Program:
    names = [f"v{i}" for i in range(program.inputs)]
    words = [terms.symbol(name) for name in names]
    return of_term(conjunction([_holds(p, words) for p in (program, other)]), names).normalise(width)


def _holds(program: Program, words: Sequence[Term]) -> Term:
    """Whether the word of a predicate is not 0."""
    value = applied(program, words)
    if value.kind is TermKind.CONSTANT:
        return TRUE if value.data else FALSE
    return value if value.boolean else value != 0
