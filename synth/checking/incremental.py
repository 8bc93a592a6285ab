"""Many questions about the same formulas: Bitwuzla is told these once, and asked which hold together, ten times as fast as anew."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import bitwuzla
import z3

from synth.checking.backends import quoted, without_patterns

INCREMENTAL = "bitwuzla"
"""The solver that is asked."""

_MARK = "named!"
_log = logging.getLogger(__name__)


class Incremental:
    """Some Z3 Booleans that hold, and others that are `named` by numbers, of which it can be assumed that they hold; `words` are
    the constants in them. A question may take so many seconds of this thread, so that answers do not depend on what else the
    machine does; where the solver cannot read the formulas, it gives up on all.
    """

    def __init__(self, held: Sequence[Any], named: Sequence[Any], words: Mapping[str, Any], seconds: float,
                 floats: bool) -> None:
        context = (*held, *named)[0].ctx
        marks = [z3.Bool(f"{_MARK}{i}", context) for i in range(len(named))]
        whole = z3.And(*held, *(mark == own for mark, own in zip(marks, named, strict=True)), z3.BoolVal(True, context))
        plain = ((word, z3.BitVec(f"word!{i}", word.size(), context)) for i, word in enumerate(words.values()))
        whole = z3.substitute(whole, *plain)
        printer = z3.Solver(ctx=context)
        printer.add(without_patterns(whole) if floats else whole)
        options = bitwuzla.Options()
        options.set(bitwuzla.Option.PRODUCE_MODELS, True)
        options.set(bitwuzla.Option.PRODUCE_UNSAT_ASSUMPTIONS, True)
        parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
        self._solver: Any = None
        self._seconds, self._until = seconds, 0.0
        try:
            parser.parse(quoted(printer.to_smt2()).replace("(check-sat)", ""), True, False)
        except bitwuzla.BitwuzlaException as error:
            _log.warning("bitwuzla failed: %s", error)
            return
        declared = {str(t.symbol()): t for t in parser.get_declared_funs()}
        self._marks = {int(name.removeprefix(_MARK)): t for name, t in declared.items() if name.startswith(_MARK)}
        self._numbers = {t.id(): i for i, t in self._marks.items()}
        self._solver = parser.bitwuzla()
        self._solver.configure_terminator(lambda: time.thread_time() > self._until)

    @property
    def needed(self) -> set[int]:
        """Which of those that were assumed last cannot all hold, where there is no model."""
        return {self._numbers[own.id()] for own in self._solver.get_unsat_assumptions()}

    def holds_with(self, assumed: Iterable[int], others: Sequence[int], most: float = math.inf) -> set[int] | None:
        """Which of `others` hold, where all `assumed` do, in some model; the empty set where there is none, so that `assumed` must
        speak of one that is wanted. None where the solver gives up, after `most` seconds if those are less."""
        if self._solver is None:
            return None
        self._until = time.thread_time() + min(most, self._seconds)
        verdict = self._solver.check_sat(*(self._marks[i] for i in assumed))
        if verdict == bitwuzla.Result.UNSAT:
            return set()
        if verdict != bitwuzla.Result.SAT:
            return None
        return {i for i in others if self._solver.get_value(self._marks[i]).is_true()}
