"""Specifications solved: loaded where they are files, searched for within limits, and answered."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypedDict, Unpack

from synth.api.answers import Answer, Progress, progress_of, statistics_of
from synth.api.ending import ending
from synth.api.frozen import FrozenMapping
from synth.api.inputs.base import Input
from synth.api.inputs.formats import load_input
from synth.api.record import dump
from synth.api.typed import require_types
from synth.errors import InputError
from synth.solver.limits import Cancelled
from synth.solver.options import Options
from synth.solver.outcome import Outcome, Reason
from synth.specification import Specification

Problem = Specification | str | os.PathLike[str]
"""A specification, or the path or the bundled name of one."""


class SearchOptions(TypedDict, total=False):
    """The options of a search, which are those of `synth SPEC`; `synth.solver.options.Options` declares them."""

    timeout: float | None
    minimal: float
    shorter: float | None
    seed: int
    engines: tuple[str, ...]
    width: int | None
    start_width: int | None
    max_length: int
    jobs: int | None
    cluster: str | None
    exchange: bool
    memory_limit: int | None


def solve(problem: Problem, *, progress: Callable[[Progress], None] | None = None, cancel: threading.Event | None = None,
          **options: Unpack[SearchOptions]) -> Answer:
    """Find the shortest programs that satisfy a specification for all inputs, and prove them.

    The work is done in processes of its own, all of which are gone when this returns or raises. It may be called from any thread,
    from several at once, and from a script without a main guard.

    Args:
        problem: A specification, or the path of one (`.py`, `.sl`, `.c`, `.qdimacs`), or the name of a bundled one.
        progress: Called about ten times a second, in the calling thread; what it raises ends the search, and is raised here.
        cancel: Setting it ends the search within a second; what was found so far is the answer, its reason `interrupted`.
        **options: Those of `synth SPEC`, by their names: `timeout`, `engines`, `width` and so on.

    Returns:
        The answer. That nothing was found in time is an answer, too: `unknown`.

    Raises:
        InputError: where the problem cannot be read (in time, before it is cancelled), or an option is out of its range.
        TypeError: where an option is of another type.
        KeyboardInterrupt: after Ctrl-C, in the main thread.
        SynthError: whatever else the machine or the input can cause.
    """
    require_types("solve", SearchOptions, options)
    with ending(cancel) as cancelled:
        return answer_to(problem, {**options, **({"engines": tuple(options["engines"])} if "engines" in options else {})},
                         progress, cancelled)


def answer_to(problem: Problem, options: Mapping[str, Any], progress: Callable[[Progress], None] | None = None,
              cancelled: Cancelled | None = None) -> Answer:
    """The answer to a problem; `options` are those of `Options` that are given.

    Where nothing is asked for `cancelled`, signals end the search in the main thread, as the command line has it.
    """
    from synth.solver.coordinator import solve as search

    wanted = Options(**options)
    if isinstance(problem, Specification):
        given, spent, source = Input(problem), 0.0, None
    else:
        source = os.fspath(problem)
        given, spent = _loaded(source, wanted.timeout, cancelled)
    wanted = Options(**{**given.defaults, **options})
    given.accept(wanted)
    observer = None if progress is None else lambda now: progress(progress_of(now))
    outcome = search(given.specification, wanted, observer, spent, cancelled)
    return _answer(given, given.concluded(outcome, wanted, cancelled), source)


def _loaded(source: str, seconds: float | None, cancelled: Cancelled | None) -> tuple[Input, float]:
    """What a file holds, read in another process as it may be a program of the user, and the seconds that it took."""
    from synth.solver.isolated import Exceeded, within
    from synth.solver.limits import Limits

    limits, why = Limits(seconds or None, None, 0.0, cancelled), "the specification was not loaded"
    try:
        given = within(limits, "load", partial(load_input, source))
    except KeyboardInterrupt:
        if cancelled is None:
            raise
        raise InputError(f"{why}: interrupted", source) from None
    except Exceeded as exceeded:
        raise InputError(f"{why} within {seconds:g} s" if exceeded.reason is Reason.TIMEOUT else f"{why}: {exceeded.text}",
                         source) from None
    return given, limits.elapsed()


def _answer(given: Input, outcome: Outcome, source: str | None) -> Answer:
    record, told = given.record(outcome, source or called(given.specification)), given.told(outcome)
    candidate = outcome.candidate or {}
    functions = {f["name"]: given.function(f, candidate[f["name"]], outcome.width) for f in record["functions"]}
    return Answer(
        status=outcome.status.value, reason=None if outcome.reason is None else outcome.reason.value,
        name=outcome.specification.name, width=outcome.width, functions=FrozenMapping(functions),
        words=FrozenMapping(record["words"]), minimal_width=outcome.minimal_width, found_by=outcome.found_by,
        proved_by=outcome.proved_by, checked=outcome.checked, checked_by=outcome.checked_by,
        conflict=tuple(FrozenMapping(inputs) for inputs in outcome.conflict), seconds=outcome.seconds,
        iterations=outcome.iterations, counterexamples=outcome.counterexamples, engines=statistics_of(outcome.engines),
        warnings=outcome.warnings, seed=outcome.seed, text=told.answer, details=told.details, json=dump(record),
        specification=given.specification, source=source)


def called(specification: Specification) -> str:
    """How a specification is loaded again, as far as it says where it comes from; its name otherwise."""
    return f"{specification.file}:{specification.name}" if specification.file else specification.name
