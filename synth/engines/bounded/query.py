"""One incremental query ∃P: programs of given lengths, one per ∃ function, that satisfy the examples encoded so far."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import z3

from synth.engines.bounded.circuits import family
from synth.engines.bounded.language import Language
from synth.engines.bounded.skeleton import Pool, Skeleton
from synth.engines.protocol import Example, grammar_of
from synth.evaluation.smt import Smt
from synth.operators import Operator
from synth.program import Program, constant_program
from synth.specification import Specification
from synth.terms import interpret


class Answer(enum.Enum):
    """What a check gave. UNFINISHED (time or interruption) and FAILED (the solver cannot) say nothing about the candidates."""

    FOUND = "found"
    NONE = "none"
    UNFINISHED = "unfinished"
    FAILED = "failed"


_UNFINISHED = ("timeout", "canceled", "cancelled", "interrupted", "max. resource limit exceeded", "resource limits reached")


@dataclass(frozen=True)
class Shape:
    """Which candidates a query ranges over.

    slots        per ∃ function, in the order of the specification, per instruction: the operators to choose from
    constants    the most constants in all
    width        in bits
    """

    slots: tuple[tuple[tuple[Operator, ...], ...], ...]
    constants: int
    width: int

    def __str__(self) -> str:
        return f"{self.constants} constants, {self.width} bits, instructions: {' + '.join(str(len(s)) for s in self.slots)}"


def _solver(specification: Specification, shape: Shape, general: bool) -> Any:
    if general:
        return z3.Solver()
    used = {op for function in shape.slots for slot in function for op in slot}
    floats = specification.uses_floats or any(family(op) == "floating" for op in used)
    return z3.SolverFor("QF_FPBV" if floats else "QF_BV")


class Query:
    """The query for one shape. Examples and exclusions are only ever added, so an answer NONE is final.

    `general` takes Z3's general solver in place of the one for bit-vectors: another chance where that one fails.
    """

    def __init__(self, specification: Specification, shape: Shape, seed: int, general: bool = False) -> None:
        self.specification, self.shape = specification, shape
        self.encoded = 0
        self._domain = Smt(shape.width)
        self._pool = Pool(shape.constants, self._domain)
        self._skeletons = {f.name: Skeleton(f, slots, self._pool, Language(grammar_of(specification, f), shape.width))
                           for f, slots in zip(specification.functions, shape.slots, strict=True)}
        self._words = {f.name: self._domain.symbol(f"word {f.name}") for f in specification.words}
        self._calls: dict[tuple[str, tuple[int, ...]], tuple[Any, tuple[Any, ...]]] = {}
        self._solver = _solver(specification, shape, general)
        self._solver.set("random_seed", seed % (1 << 31))
        self._solver.set("ctrl_c", False)  # Z3 would take Ctrl-C, which is the coordinator's, for a failure
        for skeleton in self._skeletons.values():
            self._solver.add(skeleton.constraints())
        self._solver.add(self._pool.constraints(list(self._skeletons.values())))

    def add(self, example: Example) -> None:
        """From now on candidates satisfy the specification on `example`."""
        symbols = {name: self._domain.constant(value) for name, value in example.items()}
        truth = interpret(self.specification.formula, self._domain, symbols, self._call)
        self._solver.add(self._domain.truth(truth))
        self.encoded += 1

    def _call(self, name: str, arguments: tuple[Any, ...]) -> Any:
        if name in self._words:
            return self._words[name]
        simple = tuple(z3.simplify(a) for a in arguments)
        key = (name, tuple(a.get_id() for a in simple))
        if key not in self._calls:
            result, constraints = self._skeletons[name].run(self._domain, simple, f"{name}#{len(self._calls)}")
            self._solver.add(constraints)
            self._calls[key] = (result, simple)  # the arguments are kept, so that their numbers stay theirs
        return self._calls[key][0]

    def check(self, seconds: float) -> Answer:
        """Whether a candidate is left, as far as `seconds` suffice."""
        self._solver.set("timeout", max(1, int(seconds * 1000)))
        verdict = self._solver.check()
        if verdict == z3.sat:
            return Answer.FOUND
        if verdict == z3.unsat:
            return Answer.NONE
        return Answer.UNFINISHED if self._solver.reason_unknown() in _UNFINISHED else Answer.FAILED

    def candidate(self) -> dict[str, Program]:
        """The candidate of the last check, whose answer was FOUND."""
        model, width = self._solver.model(), self.shape.width
        found = {name: skeleton.decode(model).normalise(width) for name, skeleton in self._skeletons.items()}
        for name, word in self._words.items():
            found[name] = constant_program(int(model.eval(word, model_completion=True).as_long()))
        return {f.name: found[f.name] for f in self.specification.exists}

    def exclusion(self) -> Any:
        """The constraint that is false for the candidate of the last check only; holds in every query of this shape."""
        model = self._solver.model()
        numbers = [choice.number for skeleton in self._skeletons.values() for choice in skeleton.choices()]
        chosen: Sequence[Any] = [*numbers, *self._pool.words, *self._words.values()]
        return z3.Or([c != model.eval(c, model_completion=True) for c in chosen])

    def exclude(self, exclusions: Sequence[Any]) -> None:
        """Find nothing that these exclude, from now on."""
        self._solver.add(list(exclusions))
