"""Constants found at m bits, tried at n bits (thesis, section 6.5; `solve_constants` generalises it).

`widenings` lists what a constant may have meant; `widen` builds candidates from such lists, the most plausible first;
`solve_constants` keeps only the skeleton of a candidate and lets Z3 find its constants at the new width.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import z3

from synth.checking.examples import Example
from synth.checking.prove import Refuted, prove
from synth.checking.refute import Refuter
from synth.evaluation.sampling import names_of
from synth.evaluation.smt import Smt
from synth.program import Program
from synth.specification import Specification
from synth.terms import interpret

_NEAR = 3
_SMALL = 16
_PROOF_SECONDS = 1.0


def widenings(value: int, m: int, n: int) -> tuple[int, ...]:
    """What the word `value` of `m` bits may be at `n` bits, the most plausible first, each once.

    The rules of the thesis: zero-extended, shifted up, repeated, extended with the sign or with ones; m, m-1 and m+1 become n, n-1
    and n+1. Beyond it: m±k becomes n±k for k up to 3, m/2 becomes n/2 (and m/2-1, n/2-1), shifted up with ones following, each bit
    stretched to n/m bits. A word that has the look of a width, a small negative number, a sign bit or a repeated pattern is taken
    for that first; otherwise zero-extension comes first.
    """
    value %= 1 << m
    if m == n:
        return (value,)
    rules = _plain(value, m, n)
    likely = [*_width_like(value, m, n), *_shaped(value, m, rules)]
    less_likely = [value - m + n] if abs(value - m) <= _NEAR else []
    return tuple(dict.fromkeys(w % (1 << n) for w in [*likely, *rules.values(), *less_likely]))


def _plain(value: int, m: int, n: int) -> dict[str, int]:
    """The rules that look at no more than the bits, by name."""
    ones = ((1 << n) - 1) ^ ((1 << m) - 1)
    spare = max(0, n - m)
    repeated = sum(value << i for i in range(0, n, m))
    bits = [value >> i & 1 for i in range(m)]
    stretched = sum(bit * ((1 << n // m) - 1) << i * (n // m) for i, bit in enumerate(bits))
    return {"zero": value, "sign": value | ones if value >> (m - 1) else value, "shifted": value << spare, "repeated": repeated,
            "filled": value << spare | ((1 << spare) - 1), "ones": value | ones, "stretched": stretched}


def _width_like(value: int, m: int, n: int) -> list[int]:
    """Readings as a number that belongs to the width: m-1, m, m+1, m/2, m/2-1; at narrow widths after the number itself."""
    found = [value - m + n] if abs(value - m) <= 1 else []
    if m >= 4:
        found += [value - m // 2 + n // 2] if value in (m // 2, m // 2 - 1) else []
    return found if m >= 8 or not found else [value, *found]


def _shaped(value: int, m: int, rules: Mapping[str, int]) -> list[int]:
    """Readings by the look of the bits."""
    if value >= (1 << m) - min(_SMALL, 1 << max(0, m - 2)):
        return [rules["sign"]]
    if value == 1 << (m - 1):
        return [rules["shifted"]]
    if value == (1 << (m - 1)) - 1:
        return [rules["filled"]]
    half = value & ((1 << m // 2) - 1)
    if m % 2 == 0 and value and value == half | half << m // 2:
        return [rules["repeated"]]
    return []


def widen(candidate: Mapping[str, Program], m: int, n: int, limit: int = 256) -> Iterator[dict[str, Program]]:
    """At most `limit` candidates at `n` bits from one found at `m` bits, the most plausible first, each once.

    Constants that are equal at `m` bits stay equal at first; then each is widened by itself.
    """
    places = [(name, i) for name, program in candidate.items() for i in range(len(program.constants))]
    values = [candidate[name].constants[i] % (1 << m) for name, i in places]
    distinct = list(dict.fromkeys(values))
    alike = ([choice[distinct.index(v)] for v in values] for choice in _products([widenings(v, m, n) for v in distinct]))
    apart = _products([widenings(v, m, n) for v in values]) if len(distinct) < len(values) else iter(())
    seen = set[tuple[int, ...]]()
    for choice in itertools.chain(alike, apart):
        if len(seen) >= limit:
            return
        if tuple(choice) not in seen:
            seen.add(tuple(choice))
            yield _with_constants(candidate, choice)


def _products(options: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Every choice of one from each, by the sum of their places."""
    for total in range(sum(len(o) - 1 for o in options) + 1):
        yield from _with_sum(options, total)


def _with_sum(options: Sequence[Sequence[int]], total: int) -> Iterator[tuple[int, ...]]:
    if not options:
        if total == 0:
            yield ()
        return
    for place, value in enumerate(options[0][: total + 1]):
        for rest in _with_sum(options[1:], total - place):
            yield (value, *rest)


def _with_constants(candidate: Mapping[str, Program], values: Iterable[int]) -> dict[str, Program]:
    """The candidate over other constants, given for all programs in a row."""
    stream = iter(values)
    return {name: p.with_constants(list(itertools.islice(stream, len(p.constants)))) for name, p in candidate.items()}


def solve_constants(spec: Specification, candidate: Mapping[str, Program], width: int, examples: Iterable[Example],
                    timeout: float, *, refuter: Refuter | None = None) -> dict[str, Program] | None:
    """The skeleton of `candidate` with constants of `width` bits under which nothing refutes it; None where there are none in time.

    CEGIS over the constants alone, from `examples` (of `width` bits). What is returned passed testing and was not refuted by a
    proof attempt of a second; it is still to be proved.
    """
    refuter = refuter or Refuter(spec, width)
    deadline = time.monotonic() + timeout
    skeleton = _Skeleton(candidate, width)
    context = skeleton.domain.context
    solver = z3.Solver(ctx=context) if spec.uses_floats else z3.SolverFor("QF_BV", ctx=context)
    for example in examples:
        solver.add(skeleton.holds(spec, example))
    while (left := deadline - time.monotonic()) > 0:
        solver.set("timeout", max(1, int(left * 1000)))
        if solver.check() != z3.sat:
            return None
        found = _with_constants(candidate, skeleton.values(solver.model()))
        failing = refuter.refute(found) or _counterexample(spec, found, width, deadline)
        if failing is None:
            return found if time.monotonic() < deadline else None
        solver.add(skeleton.holds(spec, failing))
    return None


def _counterexample(spec: Specification, candidate: Mapping[str, Program], width: int, deadline: float) -> Example | None:
    judgement = prove(spec, candidate, width, max(0.0, min(_PROOF_SECONDS, deadline - time.monotonic())))
    return judgement.example if isinstance(judgement, Refuted) else None


@dataclass
class _Skeleton:
    """A candidate whose constants are unknown words: further arguments of its programs."""

    candidate: Mapping[str, Program]
    width: int

    def __post_init__(self) -> None:
        self.domain = Smt(self.width, z3.Context())
        self.unknowns = {name: [self.domain.symbol(f"{name}!{i}") for i in range(len(p.constants))]
                         for name, p in self.candidate.items()}
        self.programs = {name: Program(p.inputs + len(p.constants), (), p.instructions, p.result)
                         for name, p in self.candidate.items()}

    def holds(self, spec: Specification, example: Example) -> Any:
        """The formula on one example, over the unknown constants."""
        words = {name: self.domain.constant(example[name]) for name in names_of(spec)}
        return self.domain.truth(interpret(spec.formula, self.domain, words, self._call))

    def _call(self, name: str, arguments: tuple[Any, ...]) -> Any:
        return self.programs[name].run(self.domain, [*arguments, *self.unknowns[name]])

    def values(self, model: z3.ModelRef) -> list[int]:
        """The constants that the model chose, for all programs in a row."""
        return [model.eval(u, model_completion=True).as_long() for words in self.unknowns.values() for u in words]
