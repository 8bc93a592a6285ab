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
from synth.analysis.encoded import certificates
from synth.analysis.invariants.facts import invariants_of
from synth.analysis.invariants.houdini import all_of
from synth.analysis.progress import at_work
from synth.analysis.property import Property
from synth.analysis.simulation.simulator import Simulator
from synth.encoding import ALL, Encoding, Formula, Program
from synth.engines.registry import engines_for
from synth.errors import InputError
from synth.frontends.encodings import load_encoding
from synth.solver.options import Options
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
"""The shares of the time for facts that are premises of all formulas, and for the first turns."""


def by_formula(system: TransitionSystem, deadline: float, seed: int, asked: Property,
               encodings: Sequence[str], search: Options) -> Iterator[Found]:
    """Certificates from `encodings`, or from all those for what is asked; each has equal shares of the time.

    `search` are the options of the solver, but for its limits and its seed.
    InputError for an encoding that there is not; Inapplicable where encodings are named and the program is of the kind of none; the
    like where the engines that are wanted can search for none of the formulas.
    """
    wanted = [load_encoding(name) for group in encodings or (ALL,) for name in (ENCODINGS[asked] if group == ALL else (group,))]
    soon = time.monotonic() + _KNOWN * (deadline - time.monotonic())
    known = all_of(invariants_of(system, Simulator(system, seed).run(), soon, guarded=True))
    fitting, refused = list[tuple[Encoding, Formula]](), list[InputError]()
    for encoding in wanted:
        try:
            formula = encoding.formula(Program(system, known))
            engines_for(formula.specification, search.engines)
            fitting.append((encoding, formula))
        except InputError as error:
            logger.info("%s: %s", encoding.title, error.message)
            refused.append(error)
    if encodings and not fitting:
        raise refused[0]
    began = time.monotonic()
    short = began + _SHORT * (deadline - began) if len(fitting) > 1 else began
    for number, until in enumerate((short, deadline)):
        for waiting, (encoding, formula) in zip(range(len(fitting), 0, -1), fitting, strict=True):
            seconds = (until - time.monotonic()) / waiting
            if seconds > _LEAST:
                at_work(encoding.title)
                options = replace(search, timeout=seconds, minimal=0.0, shorter=0.0, seed=seed + number)
                for found in certificates(system, formula, options):
                    yield replace(found, by=f"{encoding.title}, {found.by}")
