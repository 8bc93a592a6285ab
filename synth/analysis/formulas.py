"""A question about a program as formulas of second-order SAT, in turns, for the general solver with all its engines.

The tautology comes first, which asks for both answers at once; then the formulas of one side each that fit the program. Most that
have a solution that is found have it soon: each has a short turn before any has a long one.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from synth.analysis.certificates.kinds import Found
from synth.analysis.certificates.minimisation import irredundant
from synth.analysis.encoded import certificates
from synth.analysis.invariants.facts import invariants_of
from synth.analysis.invariants.houdini import all_of
from synth.analysis.progress import at_work
from synth.analysis.property import Property
from synth.analysis.simulation.simulator import Simulator
from synth.booleans import conjunction, conjuncts
from synth.encoding import ALL, Encoding, Formula, Program
from synth.engines.registry import engines_for
from synth.errors import InputError
from synth.frontends.encodings import load_encoding
from synth.solver.options import Options
from synth.terms import Term
from synth.transition import TransitionSystem

logger = logging.getLogger(__name__)

ENCODINGS = {
    Property.TERMINATION: ("tautologies/termination", "termination/lexicographic:3", "termination/nested"),
    Property.SAFETY: ("tautologies/safety", "danger/skolemised"),
}
"""The encodings that are tried for a property, in this order."""

_LEAST = 1.0
"""Seconds of a turn, at least."""

_KNOWN, _SHORT = 0.1, 0.2
"""The shares of the time for facts that are premises of the formulas later, and for the first turns."""


def by_formula(system: TransitionSystem, deadline: float, seed: int, asked: Property,
               encodings: Sequence[str], search: Options) -> Iterator[Found]:
    """Certificates from `encodings`, or from all those for what is asked; each has equal shares of the time.

    In the first turns nothing is known of the loop heads: the formulas are small, and the engines for clauses find facts of their
    own. `search` are the options of the solver, but for its limits and its seed.
    InputError for an encoding that there is not; Inapplicable where encodings are named and the program is of the kind of none; the
    like where the engines that are wanted can search for none of the formulas.
    """
    wanted = [load_encoding(name) for group in encodings or (ALL,) for name in (ENCODINGS[asked] if group == ALL else (group,))]
    began = time.monotonic()
    formulas = _fitting(wanted, Program(system), search, bool(encodings))
    yield from _solved(system, formulas, began + _SHORT * (deadline - began), search, seed)
    known = _known(system, seed, time.monotonic() + _KNOWN * (deadline - time.monotonic()))
    formulas = _fitting(wanted, Program(system, known), search, False)
    yield from _solved(system, formulas, deadline, search, seed + 1)


def _known(system: TransitionSystem, seed: int, until: float) -> dict[int, Term]:
    """What is seen to hold of the loop heads, no fact of which follows from others."""
    known = all_of(invariants_of(system, Simulator(system, seed).run(), until, guarded=True))
    return {place: conjunction(irredundant(list(conjuncts(fact)), system.width, until + _LEAST)) for place, fact in known.items()}


def _fitting(wanted: Sequence[Encoding], program: Program, search: Options, required: bool) -> list[tuple[Encoding, Formula]]:
    """The formulas of a program that engines can search for. Where one is `required` and there is none, the error of the first."""
    found, refused = list[tuple[Encoding, Formula]](), list[InputError]()
    for encoding in wanted:
        try:
            formula = encoding.formula(program)
            engines_for(formula.specification, search.engines)
            found.append((encoding, formula))
        except InputError as error:
            logger.info("%s: %s", encoding.title, error.message)
            refused.append(error)
    if required and not found:
        raise refused[0]
    return found


def _solved(system: TransitionSystem, formulas: Sequence[tuple[Encoding, Formula]], until: float, search: Options,
            seed: int) -> Iterator[Found]:
    """What solutions of formulas prove, each searched for with an equal share of the time that is left."""
    for waiting, (encoding, formula) in zip(range(len(formulas), 0, -1), formulas, strict=True):
        seconds = (until - time.monotonic()) / waiting
        if seconds > _LEAST:
            at_work(encoding.title)
            options = replace(search, timeout=seconds, minimal=0.0, shorter=0.0, seed=seed)
            for found in certificates(system, formula, options):
                yield replace(found, by=f"{encoding.title}, {found.by}")
