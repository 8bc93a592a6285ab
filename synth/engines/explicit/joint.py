"""Search for tuples of functions, predicates and words under any body: a bank of behaviours per function, joined by signatures.

A function's behaviour is its word at every place where it is called on the examples; programs that behave alike are kept once.
What the body's conjuncts say about one function alone filters its bank. Of what is left, only the truth of the function's own
Boolean subterms matters wherever the function occurs in nothing else: behaviours with equal truth are again kept once, and only the
signatures that remain are combined.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Generator, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from synth import terms
from synth.booleans import conjuncts
from synth.engines.distinct import Distinct
from synth.engines.explicit.constants import passes
from synth.engines.explicit.kernel import Task
from synth.engines.explicit.search import Search, searching
from synth.engines.explicit.threads import ROUND
from synth.engines.protocol import Candidate, Example, Statistics
from synth.engines.shape import sites, values, words_of
from synth.evaluation.arrays import Arrays, Words
from synth.operators import Kind
from synth.program import Program, constant_program
from synth.specification import Function, Specification
from synth.terms import Term, TermKind

BANK_LIMIT = 400_000
"""Behaviours kept per function and length; beyond, the bank is cut and nothing is closed."""

_CHUNK, _MOST_JOINED = 1 << 21, 1 << 62


@dataclass
class Bank:
    """Behaviours of one function at one length: uint64 [behaviours, points], and a program for each, decoded when asked for."""

    behaviours: NDArray[np.uint64]
    programs: list[Program] | _Finds
    complete: bool


class _Finds:
    """Programs kept as the kernel's raw records."""

    def __init__(self, search: Search, records: NDArray[np.uint8]) -> None:
        self._search, self._records = search, records

    def __getitem__(self, index: int) -> Program:
        return self._search.decode(self._records[index].tobytes())


class JointSearch:
    """All tuples of programs that satisfy a set of examples at one width; `constants` as in Goal."""

    def __init__(self, specification: Specification, examples: list[Example], width: int, statistics: Statistics,
                 constants: bool = True) -> None:
        self.specification, self.width, self._constants = specification, width, constants
        self._statistics = statistics
        self._count = len(examples)
        self._words = words_of(specification, examples)
        self._sites = {f.name: sites(specification, f) or () for f in specification.exists}
        self._symbol = {id(call): terms.symbol(f"{f.name}@{i}") for f in specification.exists
                        for i, call in enumerate(self._sites[f.name])}
        self._body = [terms.rebuild(c, lambda t: self._symbol.get(id(t))) for c in conjuncts(specification.body)]
        self._banks: dict[tuple[str, int, bool], Bank] = {}
        self._complete = True

    @staticmethod
    def applicable(specification: Specification, width: int) -> bool:
        """Whether every call's arguments are free of calls, and the kernel has the operators at this width."""
        floats = any(op.kind is Kind.FLOATING for op in specification.operator_set) and width not in (32, 64)
        return not floats and all(sites(specification, f) is not None for f in specification.exists)

    def candidates(self, length: int, with_constants: bool) -> Generator[Candidate | None, None, bool]:
        """Tuples of `length` instructions in all; None is a pause. Returns whether nothing was left out."""
        functions = self.specification.exists
        self._complete = True
        for split in _compositions(length, functions):
            for function, own in zip(functions, split, strict=True):
                yield from self._bank(function, own, with_constants)
            yield from self._join(split, with_constants)
        return self._complete

    # -- banks --

    def _points(self, function: Function) -> NDArray[np.uint64]:
        calls = self._sites[function.name]
        rows = [values(call.arguments, self._words, self._count, self.width) for call in calls]
        return np.hstack(rows) if rows else np.zeros((function.arity, 1), dtype=np.uint64)

    def _bank(self, function: Function, length: int, with_constants: bool) -> Generator[None, None, None]:
        key = (function.name, length, with_constants)
        if key not in self._banks:
            self._banks[key] = (self._trivial(function, with_constants) if length == 0
                                else (yield from self._enumerated(function, length, with_constants)))
        self._complete &= self._banks[key].complete

    def _trivial(self, function: Function, with_constants: bool) -> Bank:
        inputs = self._points(function)
        constants = passes(self.specification, self.width)[-1] if with_constants or not function.arity else ()
        rows = [*inputs, *(np.full(inputs.shape[1], c, dtype=np.uint64) for c in constants)]
        programs = [Program(function.arity, (), (), i) for i in range(function.arity)]
        programs += [constant_program(c, function.arity) for c in constants]
        return Bank(np.array(rows, dtype=np.uint64).reshape(len(rows), inputs.shape[1]), programs, self.width <= 8 or not constants)

    def _enumerated(self, function: Function, length: int, with_constants: bool) -> Generator[None, None, Bank]:
        sets = passes(self.specification, self.width)
        affordable = 16 if self.width <= 4 else 256 if length == 1 else 32 if length == 2 else 8
        constants = next((s for s in reversed(sets) if len(s) <= affordable), sets[0]) if with_constants else ()
        complete = not with_constants or len(constants) == 1 << self.width
        search = searching(Task(self.width, length, self.specification.operator_set, self._points(function), None,
                                       constants=constants, keep_constant=not self._constants))
        behaviours, records = Distinct(), list[NDArray[np.uint8]]()
        while not search.finished and len(behaviours) < BANK_LIMIT:
            before = search.evaluated
            found = search.advance_values(ROUND)
            fresh = behaviours.add(found)
            records.append(search.records()[fresh])
            self._statistics.candidates += search.evaluated - before
            yield
        return Bank(behaviours.rows(), _Finds(search, np.concatenate(records)), complete and search.finished)

    # -- joining --

    def _join(self, split: tuple[int, ...], with_constants: bool) -> Generator[Candidate | None, None, None]:
        functions = self.specification.exists
        banks = [self._banks[f.name, n, with_constants] for f, n in zip(functions, split, strict=True)]
        kept = [self._own_survivors(f, bank) for f, bank in zip(functions, banks, strict=True)]
        shared = [c for c in self._body if len(self._functions_in(c)) != 1]
        chosen = [self._distinguished(f, bank, keep, shared) for f, bank, keep in zip(functions, banks, kept, strict=True)]
        if any(not len(c) for c in chosen):
            return
        sizes = self._reachable([len(c) for c in chosen])
        step, total = max(1, _CHUNK // max(self._count, 1)), math.prod(sizes)
        for start in range(0, total, step):
            flat = np.arange(start, min(start + step, total))
            picks = [c[i] for c, i in zip(chosen, np.unravel_index(flat, sizes), strict=True)]
            symbols = {k: v for f, bank, p in zip(functions, banks, picks, strict=True)
                       for k, v in self._behaviour(f, bank.behaviours[p]).items()}
            self._statistics.candidates += len(flat)
            yield None
            for hit in np.flatnonzero(self._satisfied(shared, symbols, len(flat))).tolist():
                yield {f.name: bank.programs[int(p[hit])].normalise(self.width)
                       for f, bank, p in zip(functions, banks, picks, strict=True)}

    def _reachable(self, sizes: list[int]) -> list[int]:
        """How many behaviours of each function are joined; beyond what indices of 64 bits tell apart, nobody comes in time."""
        kept, total = list[int](), 1
        for size in reversed(sizes):
            kept.append(max(1, min(size, _MOST_JOINED // total)))
            total *= kept[-1]
        self._complete &= kept[::-1] == sizes
        return kept[::-1]

    def _behaviour(self, function: Function, rows: NDArray[np.uint64]) -> dict[str, Words]:
        """Behaviours as words per call: uint64 [behaviours, examples]."""
        calls = self._sites[function.name]
        count = self._count if function.arity else 1
        return {f"{function.name}@{i}": rows[:, i * count:(i + 1) * count] if function.arity else rows[:, :1]
                for i in range(len(calls))}

    def _satisfied(self, conditions: list[Term], symbols: dict[str, Words], rows: int) -> NDArray[np.bool_]:
        domain = Arrays(self.width)
        good = np.ones(rows, dtype=bool)
        for condition in conditions:
            value = terms.interpret(condition, domain, {**self._words, **symbols}, _no_call)
            good &= np.broadcast_to(value != 0, (rows, self._count)).all(axis=1)
        return good

    def _functions_in(self, term: Term) -> frozenset[str]:
        return frozenset(str(n.data).split("@")[0] for n in terms.postorder(term)
                         if n.kind is TermKind.SYMBOL and "@" in str(n.data))

    def _own_survivors(self, function: Function, bank: Bank) -> NDArray[np.int64]:
        own = [c for c in self._body if self._functions_in(c) == {function.name}]
        parts = [np.zeros(0, dtype=np.int64)]
        step = max(1, _CHUNK // max(self._count, 1))
        for start in range(0, len(bank.behaviours), step):
            rows = bank.behaviours[start:start + step]
            good = self._satisfied(own, self._behaviour(function, rows), len(rows))
            parts.append(np.flatnonzero(good) + start)
        return np.concatenate(parts)

    def _distinguished(self, function: Function, bank: Bank, keep: NDArray[np.int64], shared: list[Term]) -> NDArray[np.int64]:
        """One of every class of behaviours that the shared conjuncts can tell apart; all where there is one function only."""
        if len(self.specification.exists) == 1 or not len(keep):
            return keep
        atoms = self._atoms(function.name, shared)
        if atoms is None:
            return keep
        symbols = self._behaviour(function, bank.behaviours[keep])
        domain = Arrays(self.width)
        truths = [np.broadcast_to(terms.interpret(a, domain, {**self._words, **symbols}, _no_call) != 0, (len(keep), self._count))
                  for a in atoms]
        signature = np.packbits(np.hstack([*truths, np.zeros((len(keep), 1), dtype=bool)]), axis=1)
        _, first = np.unique(signature, axis=0, return_index=True)
        return keep[np.sort(first)]

    def _atoms(self, name: str, shared: list[Term]) -> list[Term] | None:
        """The greatest Boolean subterms that speak of this function alone; None where it occurs outside of them."""
        atoms: dict[int, Term] = {}
        stack = list(shared)
        while stack:
            node = stack.pop()
            inside = self._functions_in(node)
            if name not in inside:
                continue
            if node.boolean and inside == {name}:
                atoms[id(node)] = node
            elif node.kind is TermKind.SYMBOL:
                return None
            else:
                stack.extend(node.arguments)
        return list(atoms.values())


def _no_call(name: str, arguments: tuple[Words, ...]) -> Words:
    raise ValueError(f"{name} was left in the body")


def _compositions(length: int, functions: tuple[Function, ...]) -> Iterator[tuple[int, ...]]:
    """How `length` instructions can be shared out; ∃ words take none."""
    ranges = [range(length + 1) if f.arity else range(1) for f in functions]
    return (split for split in itertools.product(*ranges) if sum(split) == length)


