"""A bank of terms: per non-terminal, by size, one term for every behaviour on the points (bottom-up enumeration).

Idea: observational equivalence up to the points (Albarghouthi et al., Recursive program synthesis, CAV 2013; Udupa et al., TRANSIT,
PLDI 2013). Size is the number of operators of the term as a tree. Invariant: after size s every term of at most s operators has an
equal one of no more operators in the pool of its non-terminal. When a point is added the bank is kept, but terms that were equal
to others before are not brought back: `exact` is False from then on.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from synth import terms
from synth.engines.shape import argument
from synth.engines.structural.library import loaded
from synth.engines.structural.native import Format, Job, Vectors, code_of
from synth.engines.structural.share import Owned, Share
from synth.evaluation.arrays import Arrays
from synth.grammar import Grammar, Rule
from synth.macros import Macro
from synth.operators import LANGUAGE, Operator
from synth.program import Instruction, Program
from synth.terms import Term, TermKind, interpret, postorder

Leaf = int | Term
"""A constant, or a term over the arguments (`harvest.argument`)."""

_SLICE = 200_000
"""Combinations between two looks at the clock."""

_FIRST_ROOM = 1024

_SHARED = 1 << 28
"""From how many terms of one size on, equal ones counted, engines that share a bank make each a part of them."""


@dataclass
class Pool:
    """The vectors of one non-terminal; `ends[s]` of them have size s or less."""

    values: Vectors
    origins: NDArray[np.int32]
    keys: NDArray[np.uint64]
    places: NDArray[np.int32]
    count: int
    ends: list[int]

    def rows(self, size: int) -> tuple[int, int]:
        """The rows of exactly this size, from and to."""
        if size >= len(self.ends):
            return self.count, self.count
        return (self.ends[size - 1] if size else 0), self.ends[size]

    def sizes(self, most: int) -> list[int]:
        """The sizes up to `most` of which there are terms."""
        starts = [0, *self.ends]
        return [s for s in range(min(most, len(self.ends) - 1) + 1) if starts[s] < self.ends[s]]

    def size_of(self, row: int) -> int:
        """The size of a row's term."""
        return next((size for size, end in enumerate(self.ends) if row < end), len(self.ends))


@dataclass(frozen=True, eq=False)
class Sought:
    """What the start is wanted to be: a vector and its bits that matter, or for each point the set of its allowed results."""

    target: Vectors | None
    care: Vectors | None
    allowed: NDArray[np.uint64] | None = None


_ALL = Share()


class Bank:
    """The terms of a grammar on `inputs`, uint64 [arguments, points]; `room` is the most bytes its vectors may take.

    `constants` are the leaves of places that may hold any constant, `given` further leaves of some non-terminals. `full` says that
    the room is used up. Where something is `sought`, and no rule has the start as an operand, larger terms of the start are not
    kept but compared with that; what was found is in `hits`, as a rule and the rows of its operands. Where it is a part of a bank
    that is shared, `whole` is True until a size is larger than what every part has.
    """

    def __init__(self, grammar: Grammar, inputs: NDArray[np.uint64], form: Format, constants: Sequence[int], room: int,
                 given: Sequence[tuple[int, Term]] = (), sought: Sought | None = None, share: Share = _ALL) -> None:
        self.grammar, self.form, self.arity = grammar, form, len(inputs)
        self.exact, self.full, self.tried = True, False, 0
        self.leaves: list[Leaf] = []
        self._library, self._room = loaded(form.bits), room
        self._stride = 1 + max((op.arity for op in grammar.operators), default=0)
        self._rules = [(n, rule) for n, nonterminal in enumerate(grammar.nonterminals) for rule in nonterminal.rules]
        self._inputs, self._sought = inputs, sought
        self._share, self._shared_from, self._next = share, 0, list[NDArray[np.int32]]()
        self._only_root = all(0 not in rule.operands for _, rule in self._rules)
        self.hits: list[tuple[Rule, tuple[int, ...]]] = []
        self.pools = [self._empty(_FIRST_ROOM) for _ in grammar.nonterminals]
        for n in range(len(self.pools)):
            self._add_leaves(n, constants)
        self._own_leaves = [pool.count for pool in self.pools]
        for n, term in given:
            self._keep(n, term)
        for pool in self.pools:
            pool.ends.append(pool.count)
        self.size = 0

    # -- rooms --

    def _empty(self, capacity: int) -> Pool:
        values, slots = np.empty((capacity, self.form.words), dtype=self.form.dtype), 4 * capacity
        return Pool(values, np.empty((capacity, self._stride), dtype=np.int32), np.zeros(slots, dtype=np.uint64),
                    np.zeros(slots, dtype=np.int32), 0, [])

    def _enlarge(self, pool: Pool) -> bool:
        """Twice the room for a pool; False where there is none."""
        if self.bytes() + pool.values.nbytes > self._room:
            self.full = True
            return False
        capacity = 2 * len(pool.values)
        for name in ("values", "origins"):
            old = getattr(pool, name)
            new = np.empty((capacity, old.shape[1]), dtype=old.dtype)
            new[: pool.count] = old[: pool.count]
            setattr(pool, name, new)
        pool.keys, pool.places = np.zeros(4 * capacity, dtype=np.uint64), np.zeros(4 * capacity, dtype=np.int32)
        self._rehash(pool)
        return True

    def bytes(self) -> int:
        """How much memory the pools take."""
        return sum(p.values.nbytes + p.origins.nbytes + p.keys.nbytes + p.places.nbytes for p in self.pools)

    def _rehash(self, pool: Pool) -> None:
        pool.keys[:] = 0
        job = self.job()
        self._target(job, pool, 0)
        self._library.bank_rehash(job)

    def job(self) -> Job:
        """A job on vectors of this bank."""
        return Job(width=self.form.width, T=self.form.words, tail=self.form.tail, operands=self._stride - 1)

    def _target(self, job: Job, pool: Pool, rule: int) -> None:
        job.values, job.keys = pool.values.ctypes.data, pool.keys.ctypes.data
        job.places, job.origins = pool.places.ctypes.data, pool.origins.ctypes.data
        job.count, job.capacity, job.slots, job.rule = pool.count, len(pool.values), len(pool.keys), rule

    # -- leaves --

    def _add_leaves(self, n: int, constants: Sequence[int]) -> None:
        nonterminal, form = self.grammar.nonterminals[n], self.form
        bits = form.width if nonterminal.bits is None else nonterminal.bits
        words = [c for c in constants if c >> bits == 0] if nonterminal.any_constant else []
        for number in nonterminal.arguments:
            self._keep(n, argument(number))
        for value in dict.fromkeys((*nonterminal.literals, *words)):
            self._keep(n, value % (1 << form.width))

    def _keep(self, n: int, leaf: Leaf) -> None:
        pool, job = self.pools[n], self.job()
        while pool.count >= len(pool.values) and self._enlarge(pool):
            pass
        self.leaves.append(leaf)
        self._target(job, pool, -len(self.leaves))
        vector = self._leaf_vector(leaf)
        self._library.bank_keep(job, vector.ctypes.data)
        pool.count = job.count

    def _leaf_vector(self, leaf: Leaf) -> Vectors:
        if isinstance(leaf, int):
            row = np.full(self.form.points, leaf, dtype=np.uint64)
        else:
            words = {str(argument(i).data): self._inputs[i] for i in range(self.arity)}
            row = np.broadcast_to(interpret(leaf, Arrays(self.form.width), words, terms.no_calls), (self.form.points,))
        return np.ascontiguousarray(self.form.pack(row[None, :])[0])

    # -- growing --

    def grow(self) -> Iterator[None]:
        """Add all terms of the next size, in slices of time; stops early where the room is used up."""
        size = self.size + 1
        if self._share.count > 1 and self.whole and self._terms(size) >= _SHARED:
            self._divide()
        for number, (n, rule) in enumerate(self._rules):
            for sizes in _splits(size - 1, rule, self):
                if n == 0 and self._only_root and self._sought is not None:
                    yield from self._seek(rule, sizes, self._sought)
                else:
                    yield from self._combine(n, number, rule, sizes)
                if self.full:
                    return
        for pool in self.pools:
            pool.ends.append(pool.count)
        self.size = size

    def beyond(self) -> Iterator[None]:
        """Compare larger terms of the start with what is sought, of kept operands; in slices of time."""
        if self._sought is None:
            return
        if self.pools[0].count > self.pools[0].ends[-1]:
            for pool in self.pools:
                pool.ends.append(pool.count)
        kept = len(self.pools[0].ends) - 1
        if self._share.count > 1 and self.whole:
            self._divide()
        for size in range(self.size + 1, 3 * kept + 2):
            for n, rule in self._rules:
                for sizes in _splits(size - 1, rule, self) if n == 0 else ():
                    yield from self._seek(rule, sizes, self._sought)

    def _over(self, rule: Rule, sizes: tuple[int, ...]) -> Job | None:
        """A job over all operands of these sizes; None where there are none."""
        job = self.job_for(rule.operator)
        for k, (o, size) in enumerate(zip(rule.operands, sizes, strict=True)):
            job.start[k], job.stop[k] = self.pools[o].rows(size)
            job.at[k] = job.start[k]
            if job.start[k] == job.stop[k]:
                return None
        job.symmetric = symmetric(rule) and sizes[0] == sizes[1]
        if not self.whole and all(size < self._shared_from for size in sizes):
            return self._part_of(job, sizes, [self._next[o] for o in rule.operands])
        return job

    # -- a part of it --

    @staticmethod
    def _part_of(job: Job, sizes: tuple[int, ...], following: Sequence[NDArray[np.int32]]) -> Job | None:
        """This part's of what a job would do: that with its own rows of the largest operand. None where there are none."""
        job.split = max(range(job.arity), key=lambda k: sizes[k])
        job.next = following[job.split].ctypes.data
        job.at[job.split] = int(following[job.split][job.start[job.split]])
        if job.symmetric:
            job.at[1] = job.at[0]
        return job if job.at[job.split] < job.stop[job.split] else None

    @property
    def whole(self) -> bool:
        """Whether no other part has terms that are not in this one, of these sizes."""
        return not self._shared_from

    def _terms(self, size: int) -> int:
        """How many terms of a size the grammar has, equal ones counted: the same for all parts, whatever their examples."""
        counts = [[own] for own in self._own_leaves]
        for total in range(1, size + 1):
            made = [0] * len(counts)
            for n, rule in self._rules:
                for sizes in product(range(total), repeat=len(rule.operands)):
                    if sum(sizes) == total - 1:
                        made[n] += math.prod(counts[o][s] for o, s in zip(rule.operands, sizes, strict=True))
            for n, count in enumerate(made):
                counts[n].append(count)
        return sum(each[size] for each in counts)

    def _divide(self) -> None:
        """Leave to others from here on what is theirs."""
        self._shared_from = len(self.pools[0].ends)
        self._next = [_following(owned) for owned in self._share.owned(self, self._shared_from)]

    def mine(self) -> Owned | None:
        """Which rows of the start are to be used by this part, where there are others."""
        if self._share.count == 1:
            return None
        return self._share.owned(self, self._shared_from or len(self.pools[0].ends))[0]

    def rule(self, number: int) -> Rule:
        """The rule that the origin of a row names."""
        return self._rules[number][1]

    def _seek(self, rule: Rule, sizes: tuple[int, ...], sought: Sought) -> Iterator[None]:
        job = self._over(rule, sizes)
        while job is not None and not job.finished:
            for k, o in enumerate(rule.operands):
                job.operand[k] = self.pools[o].values.ctypes.data
            for name in ("target", "care", "allowed"):
                part = getattr(sought, name)
                setattr(job, "goal" if name == "target" else name, None if part is None else part.ctypes.data)
            job.budget = max(1000, _SLICE // min(16, self.form.words))
            before = job.tried
            self._library.bank_seek(job)
            self.tried += job.tried - before
            if job.found:
                self.hits.append((rule, tuple(job.at[: job.arity])))
                self._library.bank_skip(job)
            yield

    def _combine(self, n: int, number: int, rule: Rule, sizes: tuple[int, ...]) -> Iterator[None]:
        job = self._over(rule, sizes)
        if job is None:
            return
        operands = [self.pools[o] for o in rule.operands]
        pool = self.pools[n]
        while not job.finished:
            for k, operand in enumerate(operands):
                job.operand[k] = operand.values.ctypes.data
            self._target(job, pool, number)
            job.budget = max(1000, _SLICE // self.form.words)
            before = job.tried
            self._library.bank_combine(job)
            pool.count = job.count
            self.tried += job.tried - before
            if not job.finished and pool.count + 16 > len(pool.values) and not self._enlarge(pool):
                return
            yield

    def job_for(self, op: Operator) -> Job:
        """A job that applies an operator."""
        code = code_of(op, self.form.width)
        assert code is not None
        job = self.job()
        job.arity, job.steps, job.step = code.arity, code.count, code.steps
        job.constants, job.constant = code.constant_count, code.constants
        return job

    def saturated(self) -> bool:
        """Whether the last completed sizes brought nothing new, so that none ever will."""
        widest = self._stride - 1
        if self.full or self.size < 2:
            return False
        newest = max((s for p in self.pools for s in range(len(p.ends)) if p.rows(s)[0] < p.rows(s)[1]), default=0)
        return self.size > newest * max(1, widest) + 1

    # -- reading --

    def find(self, n: int, vectors: Vectors) -> NDArray[np.int32]:
        """For each vector the row of non-terminal `n` that equals it, or -1."""
        vectors = np.ascontiguousarray(vectors, dtype=self.form.dtype)
        rows = np.empty(len(vectors), dtype=np.int32)
        job = self.job()
        self._target(job, self.pools[n], 0)
        self._library.bank_find(job, vectors.ctypes.data, len(vectors), rows.ctypes.data)
        return rows

    def values(self, n: int, start: int = 0) -> Vectors:
        """The vectors of non-terminal `n` from row `start` on; a view."""
        pool = self.pools[n]
        return pool.values[start: pool.count]

    def apply(self, rule: Rule, rows: NDArray[np.int32]) -> Vectors:
        """A rule's operator on tuples of rows [n, arity]."""
        job = self.job_for(rule.operator)
        for k, o in enumerate(rule.operands):
            job.operand[k] = self.pools[o].values.ctypes.data
        rows = np.ascontiguousarray(rows, dtype=np.int32)
        out = np.empty((len(rows), self.form.words), dtype=self.form.dtype)
        self._library.bank_apply(job, rows.ctypes.data, len(rows), out.ctypes.data)
        return out

    def build(self, n: int, row: int, builder: Builder) -> int:
        """Add the term of a row to a program; its operand there."""
        done: dict[tuple[int, int], int] = {}
        stack = [(n, row)]
        while stack:
            at = stack[-1]
            rule, *rows = (int(i) for i in self.pools[at[0]].origins[at[1]])
            if rule < 0:
                done[stack.pop()] = builder.leaf(self.leaves[-rule - 1])
                continue
            applied = self.rule(rule)
            needed = list(zip(applied.operands, rows, strict=False))
            waiting = [w for w in needed if w not in done]
            if waiting:
                stack += waiting
            else:
                done[stack.pop()] = builder.apply(applied.operator, tuple(done[w] for w in needed))
        return done[n, row]

    def plain_rules(self) -> dict[int, Rule]:
        """The start's rules with an operator of L of one or two operands, which are the start's as well; by the operator's code."""
        found = dict[int, Rule]()
        for rule in self.grammar.nonterminals[0].rules:
            primitive = rule.operator.primitive if isinstance(rule.operator, Macro) else rule.operator
            if primitive in LANGUAGE and primitive.arity <= 2 and not any(rule.operands):
                found.setdefault(primitive.code, rule)
        return found

    def subterms(self, row: int) -> tuple[int, ...]:
        """The rows of the start that a term of the start is made of, itself first, each once."""
        found, stack = list[tuple[int, int]](), [(0, row)]
        while stack:
            at = stack.pop(0)
            if at in found:
                continue
            found.append(at)
            number, *rows = (int(i) for i in self.pools[at[0]].origins[at[1]])
            if number >= 0:
                stack += zip(self.rule(number).operands, rows, strict=False)
        return tuple(r for n, r in found if n == 0)

    # -- new points --

    def extend(self, inputs: NDArray[np.uint64], sought: Sought | None = None) -> Bank:
        """The same terms on other inputs, more of them; no longer exact."""
        form = Format(self.form.width, inputs.shape[1])
        fresh = Bank.__new__(Bank)
        fresh.__dict__.update(self.__dict__)
        fresh.form, fresh._inputs, fresh._sought, fresh.exact, fresh.hits = form, inputs, sought, False, []
        fresh.pools = [Pool(np.empty((len(p.values), form.words), dtype=form.dtype), p.origins, p.keys, p.places, p.count, p.ends)
                       for p in self.pools]
        for size in range(self.size + 2):
            for n, pool in enumerate(fresh.pools):
                fresh._recompute(n, *pool.rows(size))
        for n, pool in enumerate(fresh.pools):
            fresh._recompute(n, pool.ends[-1], pool.count)  # of a size that is not complete
            fresh._rehash(pool)
        return fresh

    def _recompute(self, n: int, start: int, stop: int) -> None:
        pool = self.pools[n]
        origins = pool.origins[start:stop]
        for number in np.unique(origins[:, 0]):
            rows = np.flatnonzero(origins[:, 0] == number)
            if number < 0:
                pool.values[start + rows] = self._leaf_vector(self.leaves[-number - 1])
            else:
                rule = self.rule(number)
                pool.values[start + rows] = self.apply(rule, origins[rows, 1: 1 + len(rule.operands)])


def _following(owned: Owned) -> NDArray[np.int32]:
    """For each row the first one from it on that is owned, or more than there are."""
    rows = np.where(owned != 0, np.arange(len(owned), dtype=np.int32), np.iinfo(np.int32).max)
    return np.ascontiguousarray(np.minimum.accumulate(rows[::-1])[::-1], dtype=np.int32)


def symmetric(rule: Rule) -> bool:
    """Whether a rule's two operands may be exchanged."""
    op = rule.operator
    primitive = op.primitive if isinstance(op, Macro) else op
    return primitive is not None and primitive.commutative and rule.operands[0] == rule.operands[1]


def _splits(total: int, rule: Rule, bank: Bank) -> Iterator[tuple[int, ...]]:
    """The sizes that a rule's operands may have together, where they have terms of them."""
    available = [bank.pools[o].sizes(total) for o in rule.operands[:-1]]
    halved = symmetric(rule)
    for sizes in product(*available):
        rest = total - sum(sizes)
        if rest >= 0 and not (halved and sizes[0] > rest):
            yield (*sizes, rest)


class Builder:
    """Collects the instructions of a program; equal ones become one."""

    def __init__(self, inputs: int, width: int) -> None:
        self._inputs, self._width = inputs, width
        self._arguments = [str(argument(i).data) for i in range(inputs)]
        self._places: dict[int, int] = {}
        self._instructions: dict[Any, int] = {}

    @property
    def constants(self) -> dict[int, int]:
        """The values of those operands that are constants."""
        return {-1 - place: value for value, place in self._places.items()}

    def leaf(self, leaf: Leaf) -> int:
        """A constant, or a term over the arguments."""
        if isinstance(leaf, int):
            return -1 - self._places.setdefault(leaf, len(self._places))
        done: dict[int, int] = {}
        for node in postorder(leaf):
            match node.kind, node.data:
                case TermKind.SYMBOL, str(name):
                    done[id(node)] = self._arguments.index(name)
                case TermKind.APPLY, Operator() as op:
                    done[id(node)] = self.apply(op, tuple(done[id(a)] for a in node.arguments))
                case _, data:
                    done[id(node)] = self.leaf(data if isinstance(data, int) else self._width)
        return done[id(leaf)]

    def apply(self, op: Operator, operands: tuple[int, ...]) -> int:
        """An instruction on operands that were returned here."""
        return (1 << 20) + self._instructions.setdefault((op, operands), len(self._instructions))

    def program(self, result: int) -> Program:
        """The program that returns `result`, without dead code."""
        first = self._inputs + len(self._places)

        def place(operand: int) -> int:
            if operand >= 1 << 20:
                return first + operand - (1 << 20)
            return operand if operand >= 0 else self._inputs + (-1 - operand)

        instructions = tuple(Instruction(op, tuple(map(place, operands))) for op, operands in self._instructions)
        return Program(self._inputs, tuple(self._places), instructions, place(result)).normalise(self._width)
