"""Certificates with one random mistake in them."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Mapping
from typing import Any

from random_systems import COMPARISONS, negated

from synth import terms
from synth.analysis.certificates.kinds import Certificate, Step
from synth.operators import OPERATORS, Kind, Operator
from synth.terms import Term, TermKind
from synth.transition import TransitionSystem

_WORDS = tuple(op.name for op in OPERATORS if op.kind in (Kind.ARITHMETIC, Kind.BITWISE, Kind.SHIFT) and op.arity == 2)


def mutant(rng: random.Random, system: TransitionSystem, certificate: Certificate) -> Certificate:
    """The certificate with a change in a term, a place, a choice or a step; at times one that makes no difference."""
    changes = {field.name: getattr(certificate, field.name) for field in dataclasses.fields(certificate)}
    name = rng.choice([n for n, part in changes.items() if part])
    return dataclasses.replace(certificate, **{name: _CHANGES[name](rng, system, changes[name])})


def _predicates(rng: random.Random, system: TransitionSystem, told: Mapping[int, Term]) -> dict[int, Term]:
    changed, place = dict(told), rng.choice(sorted(told))
    match rng.randrange(12):
        case 0:
            del changed[place]
        case 1:
            changed[rng.randrange(len(system.places))] = rng.choice((terms.constant(False), told[place]))
        case 2:
            changed[place] = rng.choice((negated(told[place]), terms.constant(True)))
        case 3 | 4 | 5:
            word = terms.symbol(rng.choice(system.variables).name)
            atom = terms.apply(rng.choice(COMPARISONS), word, rng.randrange(1 << system.width))
            changed[place] = rng.choice((changed[place] & atom, changed[place] | atom))
        case _:
            changed[place] = _edited(rng, system, told[place])
    return changed


def _ranks(rng: random.Random, system: TransitionSystem, told: Mapping[int, tuple[Term, ...]]) -> dict[int, tuple[Term, ...]]:
    changed, place = dict(told), rng.choice(sorted(told))
    words = list(told[place])
    match rng.randrange(8):
        case 0:
            words = words[::-1]
        case 1:
            words.append(terms.constant(0))
        case 2:
            changed = {p: r[:-1] for p, r in told.items()}
            words = list(changed[place])
        case 3:
            words = list(told[rng.choice(sorted(told))])
        case _ if words:
            position = rng.randrange(len(words))
            words[position] = _edited(rng, system, words[position])
    changed[place] = tuple(words)
    return changed


def _choices(rng: random.Random, system: TransitionSystem, told: Mapping[int, Mapping[str, Term]]) -> dict[int, dict[str, Term]]:
    changed, edge = {e: dict(by) for e, by in told.items()}, rng.choice(sorted(told))
    name = rng.choice([*told[edge], system.variables[0].name])
    match rng.randrange(5):
        case 0:
            del changed[edge]
        case 1:
            changed[edge][name] = terms.constant(rng.randrange(1 << system.width))
        case 2:
            changed[edge][name] = terms.symbol(rng.choice(system.variables).name)
        case _ if name in told[edge]:
            changed[edge][name] = _edited(rng, system, told[edge][name])
    return changed


def _steps(rng: random.Random, system: TransitionSystem, told: tuple[Step, ...]) -> tuple[Step, ...]:
    steps, position = list(told), rng.randrange(len(told))
    step = steps[position]
    match rng.randrange(4):
        case 0:
            del steps[position]
        case 1:
            steps.insert(position, step)
        case 2:
            steps[position] = Step(rng.randrange(len(system.edges) + 1), step.inputs)
        case _:
            steps[position] = Step(step.edge, {n: rng.randrange(1 << system.width) for n in step.inputs})
    return tuple(steps)


def _edited(rng: random.Random, system: TransitionSystem, term: Term) -> Term:
    """The term with one node changed to something else of its kind, a word or a Boolean."""
    old = rng.choice(terms.postorder(term))
    new = _another(rng, system, old)
    return terms.rebuild(term, lambda node: new if node is old else None)


def _another(rng: random.Random, system: TransitionSystem, node: Term) -> Term:
    op = node.data
    if isinstance(op, Operator) and op.name in ("and", "or") and node.boolean:
        return rng.choice((*node.arguments, terms.apply("or" if op.name == "and" else "and", *node.arguments)))
    if isinstance(op, Operator) and node.boolean:
        return terms.apply(rng.choice(COMPARISONS), *node.arguments) if op.name in COMPARISONS else negated(node)
    if isinstance(op, Operator) and op.name in _WORDS and rng.random() < 0.5:
        return terms.apply(rng.choice(_WORDS), *node.arguments)
    if node.boolean:
        return negated(node)
    if node.kind is TermKind.CONSTANT and rng.random() < 0.7:
        return terms.constant((int(str(node.data)) + rng.choice((1, -1))) % (1 << system.width))
    names = [*(v.name for v in system.variables), *(i.name for e in system.edges for i in e.inputs)]
    return rng.choice((terms.symbol(rng.choice(names)), terms.constant(rng.randrange(1 << system.width)), node + 1, node >> 1))




_CHANGES: dict[str, Callable[[random.Random, TransitionSystem, Any], Any]] = {
    "invariants": _predicates, "sets": _predicates, "ranks": _ranks, "choices": _choices, "prefix": _steps, "steps": _steps}
