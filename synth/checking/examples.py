"""Values of the ∀ words: the examples that a search starts from.

All of it is a function of the specification, the width and the seed.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import z3

from synth import terms
from synth.evaluation import integers
from synth.evaluation.sampling import (
    Batch,
    corner_words,
    distinct,
    exhaustible,
    names_of,
    random_batch,
    random_words,
    rows_of,
    satisfying,
    size,
    whole_domain,
)
from synth.evaluation.smt import Smt
from synth.specification import Specification
from synth.terms import interpret

Example = dict[str, int]

_MODEL_MILLISECONDS = 2000
_log = logging.getLogger(__name__)


def admits_empty(spec: Specification, width: int) -> bool:
    """For a specification without ∀ words: whether its precondition holds, so that the empty example is its only one."""
    return bool(integers.evaluate(spec.precondition, {}, {}, width))


def initial_examples(spec: Specification, width: int, seed: int, count: int = 16) -> list[Example]:
    """At most `count` distinct values of the ∀ words that satisfy the precondition, varied ones first, corners last.

    The whole domain where it is no larger; empty where the precondition cannot be satisfied.
    """
    if not spec.forall:
        return [{}] if admits_empty(spec, width) else []
    rng = np.random.default_rng((seed, width))
    domain = whole_domain(spec, width) if exhaustible(spec, width) else None
    if domain is not None and size(domain) <= count:
        return list(rows_of(domain))
    if spec.points and domain is not None:
        order = rng.permutation(size(domain))[:count]
        return list(rows_of({name: words[order] for name, words in domain.items()}))
    corners = distinct(_diverse_corners(spec, width), count * 3 // 8)
    varied = distinct(rows_of(random_batch(spec, width, rng, 64 * count)), count, corners)[: count - len(corners)]
    found = varied + corners
    if len(found) >= count // 2:
        return found
    if domain is None:
        return found + models(spec, width, seed, count - len(found), found)
    order = rng.permutation(size(domain))
    return found + distinct(rows_of({name: words[order] for name, words in domain.items()}), count - len(found), found)


def _diverse_corners(spec: Specification, width: int) -> Iterator[Example]:
    """Rows of corner words: first all words equal, then shifted against one another, then any."""
    corners, names = corner_words(width, spec.uses_floats), names_of(spec)
    batch: Batch = {n: np.array([corners[(i * step + k) % len(corners)] for k in range(6) for step in (0, 1, 3)], dtype=np.uint64)
                    for i, n in enumerate(names)}
    return rows_of(satisfying(spec, width, batch, 18))


def models(spec: Specification, width: int, seed: int, count: int, known: Iterable[Example] = ()) -> list[Example]:
    """At most `count` further values that satisfy a hard precondition, found by Z3 and pushed apart by random bits."""
    domain, rng = Smt(width, z3.Context()), np.random.default_rng((seed, width, 1))
    words = {name: domain.symbol(name) for name in names_of(spec)}
    solver = z3.Solver(ctx=domain.context)
    solver.set("timeout", _MODEL_MILLISECONDS)
    solver.add(domain.truth(interpret(spec.precondition, domain, words, terms.no_calls)))
    for row in known:
        _exclude(solver, words, row)
    found: list[Example] = []
    while len(found) < count:
        model = _model(solver, words, _random_bits(words, width, rng))
        if model is None:
            _log.debug("%d values satisfy the precondition of %s", len(found), spec.name)
            break
        found.append(model)
        _exclude(solver, words, model)
    return found


def _random_bits(words: dict[str, Any], width: int, rng: np.random.Generator) -> list[Any]:
    """For each word a wish for the value of some of its bits."""
    masks, values = random_words(width, rng, len(words)), random_words(width, rng, len(words))
    return [word & int(m) == int(m & v) for word, m, v in zip(words.values(), masks, values, strict=True)]


def _model(solver: z3.Solver, words: dict[str, Any], wishes: list[Any]) -> Example | None:
    for assumptions in (wishes, []):
        if solver.check(*assumptions) == z3.sat:
            model = solver.model()
            return {name: model.eval(word, model_completion=True).as_long() for name, word in words.items()}
    return None


def _exclude(solver: z3.Solver, words: dict[str, Any], row: Example) -> None:
    solver.add(z3.Or([word != row[name] for name, word in words.items()]))
