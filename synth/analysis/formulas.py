"""A question about a program as formulas of second-order SAT, in turns, for the general solver with all its engines.

The tautology comes first, which asks for both answers at once; then the formulas of one side each that fit the program. Most that
have a solution that is found have it soon: each has a short turn before any has a long one.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import Found, says_of_all
from synth.analysis.certificates.minimisation import irredundant
from synth.analysis.encoded import certificate
from synth.analysis.invariants.facts import invariants_of
from synth.analysis.invariants.houdini import all_of
from synth.analysis.progress import at_work
from synth.analysis.property import Property, answers
from synth.analysis.searches import words_of_ranks
from synth.analysis.simulation.simulator import Simulator
from synth.analysis.unrolling.unwinding import Unfinished
from synth.booleans import conjunction, conjuncts
from synth.encoding import ALL, Encoding, Formula, Inapplicable, Program
from synth.engines.registry import ENGINES, engines_for
from synth.errors import InputError
from synth.frontends.encodings import load_encoding
from synth.program import applied
from synth.solver.coordinator import solve
from synth.solver.options import Options
from synth.solver.outcome import Status
from synth.terms import Term
from synth.transition import TransitionSystem

logger = logging.getLogger(__name__)

ENCODINGS = {
    Property.TERMINATION: ("tautologies/termination", "termination/lexicographic:{words}", "termination/nested"),
    Property.SAFETY: ("tautologies/safety", "danger/skolemised"),
}
"""The encodings that are tried for a property, in this order; ranks of as many words as the program may need."""

_LEAST = 1.0
"""Seconds of a turn, at least."""

_PROOF = 5.0
"""Seconds for a look at which side of a formula a solution proves."""

_KNOWN, _SHORT = 0.1, 0.2
"""The shares of the time for facts that are premises of the formulas later, and for the first turns."""


def by_formula(system: TransitionSystem, deadline: float, seed: int, asked: Property,
               encodings: Sequence[str], search: Options, of_all: bool | None = None) -> Iterator[Found]:
    """Certificates from `encodings`, or from all those for what is asked; each has equal shares of the time.

    In the first turns nothing is known of the loop heads: the formulas are small, and the engines for clauses find facts of their
    own. `search` are the options of the solver, but for its limits and its seed; `of_all` tells whether only proofs about all runs
    are wanted, or only those about one of them.
    InputError for an encoding that there is not; Inapplicable where encodings are named, and none is about what is asked and for
    programs like this one. Unfinished where the engines that are wanted can search for none of the formulas.
    """
    usual = [name.format(words=words_of_ranks(system)) for name in ENCODINGS[asked]]
    wanted = [load_encoding(name) for group in encodings or (ALL,) for name in (usual if group == ALL else (group,))]
    fitting = [e for e in wanted if e.is_about(asked.value)]
    if not fitting:
        raise Inapplicable(f"{' and '.join(e.title for e in wanted)} says nothing of {asked.value}", system.file)
    wanted = fitting
    if not encodings:  # the engines for clauses are at work already, each on its side of the question
        search = replace(search, engines=tuple(e for e in search.engines if not ENGINES[e].clauses))
    began = time.monotonic()
    try:
        formulas = _fitting(wanted, Program(system), search, bool(encodings), of_all)
    except InputError as error:
        if ALL not in encodings:
            raise
        raise Unfinished(error.message) from None
    if not formulas:
        return
    searched = partial(_solved, system, asked=asked, search=search, of_all=of_all)
    yield from searched(formulas, until=began + _SHORT * (deadline - began), seed=seed)
    known = _known(system, seed, time.monotonic() + _KNOWN * (deadline - time.monotonic()))
    formulas = _fitting(wanted, Program(system, known), search, False, of_all)
    yield from searched(formulas, until=deadline, seed=seed + 1)


def _known(system: TransitionSystem, seed: int, until: float) -> dict[int, Term]:
    """What is seen to hold of the loop heads, no fact of which follows from others."""
    known = all_of(invariants_of(system, Simulator(system, seed).run(), until, guarded=True))
    return {place: conjunction(irredundant(list(conjuncts(fact)), system.width, until + _LEAST)) for place, fact in known.items()}


def _fitting(wanted: Sequence[Encoding], program: Program, search: Options, required: bool,
             of_all: bool | None) -> list[tuple[Encoding, Formula]]:
    """The formulas of a program that engines can search for, and that prove what is wanted. Where one is `required` and none can be
    searched for, the error of the first."""
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
    return [own for own in found if of_all is None or any(claim.proves.of_all is of_all for claim in own[1].claims)]


def _solved(system: TransitionSystem, formulas: Sequence[tuple[Encoding, Formula]], asked: Property, until: float,
            search: Options, seed: int, of_all: bool | None) -> Iterator[Found]:
    """What solutions of formulas prove, each searched for with an equal share of the time that is left; `of_all` as above."""
    for waiting, (encoding, formula) in zip(range(len(formulas), 0, -1), formulas, strict=True):
        seconds = (until - time.monotonic()) / waiting
        if seconds > _LEAST:
            at_work(encoding.title)
            options = replace(search, timeout=seconds, minimal=0.0, shorter=0.0, seed=seed)
            for found in certificates(system, formula, options):
                if answers(asked, found.certificate) and of_all in (None, says_of_all(found.certificate)):
                    yield replace(found, by=f"{encoding.title}, {found.by}")


def certificates(system: TransitionSystem, formula: Formula, options: Options) -> Iterator[Found]:
    """What a solution of a formula of the system proves, each side checked for itself, by the engine that found it; nothing where
    none is found in time.
    """
    outcome = solve(formula.specification, options)
    if outcome.status is not Status.SOLVED or outcome.candidate is None:
        return
    programs = outcome.candidate
    for claim in formula.claims:
        found = certificate(system, claim, lambda name, words: applied(programs[name], words))
        if found is not None and checked(system, found, _PROOF).holds:
            yield Found(found, str(outcome.found_by))
