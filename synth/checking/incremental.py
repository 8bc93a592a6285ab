"""Many questions about the same formulas: Bitwuzla is told these once, and asked which hold together, ten times as fast as anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import bitwuzla
import z3

from synth.checking.backends import quoted, without_patterns


class Incremental:
    """Some Z3 Booleans that hold, and others that are `named` by numbers, of which it can be assumed that they hold; `words` are
    the constants in them. Z3Exception and BitwuzlaException for what a solver does not read.
    """

    def __init__(self, held: Sequence[Any], named: Sequence[Any], words: Mapping[str, Any], floats: bool) -> None:
        self._milliseconds = 0
        self._options = bitwuzla.Options()
        self._options.set(bitwuzla.Option.PRODUCE_MODELS, True)
        context = (*held, *named)[0].ctx
        marks = [z3.Bool(f"named!{i}", context) for i in range(len(named))]
        whole = z3.And(*held, *(mark == own for mark, own in zip(marks, named, strict=True)), z3.BoolVal(True, context))
        plain = ((word, z3.BitVec(f"word!{i}", word.size(), context)) for i, word in enumerate(words.values()))
        whole = z3.substitute(whole, *plain)
        printer = z3.Solver(ctx=context)
        printer.add(without_patterns(whole) if floats else whole)
        self._text = quoted(printer.to_smt2()).replace("(check-sat)", "")
        self._solver: Any = None

    def holds_with(self, assumed: Iterable[int], others: Sequence[int], milliseconds: int) -> set[int] | None:
        """Which of `others` hold, where all `assumed` do, in some model; the empty set where there is none, so that `assumed` must
        speak of one that is wanted. None where the solver gives up in so many milliseconds."""
        if self._solver is None or milliseconds != self._milliseconds:
            self._begin(milliseconds)
        verdict = self._solver.check_sat(*(self._marks[i] for i in assumed))
        if verdict == bitwuzla.Result.UNSAT:
            return set()
        if verdict != bitwuzla.Result.SAT:
            return None
        return {i for i in others if self._solver.get_value(self._marks[i]).is_true()}

    def _begin(self, milliseconds: int) -> None:
        """Tell the solver all formulas, with a limit for each question."""
        self._milliseconds = milliseconds
        self._options.set(bitwuzla.Option.TIME_LIMIT_PER, milliseconds)
        parser = bitwuzla.Parser(bitwuzla.TermManager(), self._options)
        parser.parse(self._text, True, False)
        declared = {str(t.symbol()): t for t in parser.get_declared_funs()}
        self._marks = {int(name.removeprefix("named!")): t for name, t in declared.items() if name.startswith("named!")}
        self._solver = parser.bitwuzla()
