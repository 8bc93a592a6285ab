"""Which specifications the engines for clauses are for. Loads nothing heavy."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from synth import terms
from synth.engines.parts import parts
from synth.specification import Specification

if TYPE_CHECKING:
    from synth.analysis.clauses.recognition import Problem


def is_of_invariants(problem: Problem) -> bool:
    """Horn clauses without ranks."""
    return not problem.chosen and not problem.ranks


def is_of_ranks(problem: Problem) -> bool:
    """Horn clauses with ranks."""
    return not problem.chosen and bool(problem.ranks)


def is_of_recurrence_sets(problem: Problem) -> bool:
    """Chosen steps, and no rank."""
    return problem.chosen and not problem.ranks


def is_of_danger_invariants(problem: Problem) -> bool:
    """Chosen steps, and a way to end."""
    return problem.chosen and problem.may_end


def asks_for_invariants(specification: Specification) -> bool:
    """Whether some part of a specification is solved by invariants."""
    return any(map(is_of_invariants, problems(specification)))


def asks_for_ranks(specification: Specification) -> bool:
    """Whether some part is solved by ranking functions."""
    return any(map(is_of_ranks, problems(specification)))


def asks_for_recurrence_sets(specification: Specification) -> bool:
    """Whether some part is solved by recurrence sets."""
    return any(map(is_of_recurrence_sets, problems(specification)))


def asks_for_danger_invariants(specification: Specification) -> bool:
    """Whether some part is solved by danger invariants."""
    return any(map(is_of_danger_invariants, problems(specification)))


@lru_cache(maxsize=4)
def problems(specification: Specification) -> tuple[Problem, ...]:
    """The independent parts of a specification that ask something about a transition system; none where programs have grammars."""
    plain = not specification.points and all(f.grammar is None for f in specification.exists)
    return tuple(_read(specification)) if plain and _may_be_of_clauses(specification) else ()


def _may_be_of_clauses(specification: Specification) -> bool:
    """Whether there are predicates, or functions whose values are compared: the rest of the room is loaded for these only."""
    return any(f.predicate for f in specification.exists) or any(
        terms.name_of(n) == "ult" and all(a.kind is terms.TermKind.CALL for a in n.arguments)
        for n in terms.postorder(specification.body))


def _read(specification: Specification) -> Iterator[Problem]:
    from synth.analysis.clauses.normal_form import NoClauses
    from synth.analysis.clauses.recognition import problems_of

    for part in parts(specification):
        try:
            yield from problems_of(part.body, part.functions, specification.width, part.given, specification.readings,
                                   specification.conditions)
        except (NoClauses, RecursionError):
            continue
