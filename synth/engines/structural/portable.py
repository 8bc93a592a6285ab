"""The functions of bank.c in numpy, for where they are not compiled: the same jobs, the same terms kept, some 50 times slower."""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import c_char
from typing import Any

import numpy as np
from numpy.typing import NDArray

from synth.engines.structural.native import Format, Job, Vectors
from synth.evaluation.arrays import Arrays, Words
from synth.operators import OPERATORS

Rows = NDArray[np.int64]

_WORDS = 1 << 18
"""Machine words that are computed together."""

_PROBE = 16
"""Words of a vector that are compared before the others."""

_ROOM = 16
"""Rows that must be free where terms are added, as in bank.c."""


class PortableBank:
    """What the compiled library offers for the word type of `bits` bits."""

    def __init__(self, bits: int) -> None:
        self._bits = bits
        self._dtype = Format(bits, 1).dtype

    # -- combinations --

    def bank_combine(self, job: Job) -> None:
        """Keep every new combination until the budget or the room is used up; `finished` once all were tried."""
        while not job.finished and job.budget > 0 and job.count + _ROOM <= job.capacity:
            rows = self._next(job, job.budget)
            done = len(rows)
            if done:
                vectors = self._applied(job, rows)
                vectors[:, -1] &= self._tail(job)
                done = self._insert(job, vectors, rows)
            if done < len(rows):  # there was no room for the next one
                job.at[: job.arity], job.finished = rows[done].tolist(), 0
            job.budget -= max(1, done)
            job.tried += done

    def bank_seek(self, job: Job) -> None:
        """Look for a combination that meets the goal without keeping any; `found` is 1 where `at` is one."""
        job.found = 0
        while not job.finished and job.budget > 0:
            rows = self._next(job, job.budget)
            hit = next(self._meeting(job, rows), None)
            if hit is not None:
                job.at[: job.arity] = rows[hit].tolist()
                job.tried += hit + 1
                job.found, job.finished = 1, 0
                return
            job.budget -= max(1, len(rows))
            job.tried += len(rows)

    def bank_skip(self, job: Job) -> None:
        """Leave a combination that was found behind."""
        self._next(job, 1)

    def bank_match(self, job: Job) -> None:
        """The first row of operand 0, from `at` on, that meets the goal; `found` is 1 where there is one."""
        vectors = self._pool(job, 0)
        good = np.flatnonzero(self._meets(job, vectors[job.at[0]: job.stop[0]]))
        job.found = int(len(good) > 0)
        job.at[0] = job.at[0] + int(good[0]) if len(good) else job.stop[0]

    def bank_apply(self, job: Job, rows: int, count: int, out: int) -> None:
        """The results of one operator on tuples of rows, into `out`."""
        chosen, made = _view(rows, (count, job.arity), np.int32), _view(out, (count, job.T), self._dtype)
        step = max(1, _WORDS // job.T)
        for low in range(0, count, step):
            made[low: low + step] = self._applied(job, chosen[low: low + step].astype(np.int64))
        made[:, -1] &= self._tail(job)

    def _tail(self, job: Job) -> Any:
        """The bits of a vector's last word that count."""
        return self._dtype(job.tail & int(np.iinfo(self._dtype).max))

    def _next(self, job: Job, most: int) -> Rows:
        """The next combinations, [.., arity]; `at` is behind them, `finished` is set behind the last."""
        arity = job.arity
        start, sizes = np.array(job.start[:arity]), [b - a for a, b in zip(job.start[:arity], job.stop[:arity], strict=True)]
        first, end = 0, 1
        for at, begin, size in zip(job.at[:arity], job.start[:arity], sizes, strict=True):
            first, end = first * size + at - begin, end * size
        last = min(end, first + max(1, min(most, _WORDS // job.T)))
        rows = np.stack(np.unravel_index(np.arange(first, last), sizes), axis=1) + start
        if last == end:
            job.finished = 1
        else:
            job.at[:arity] = (np.array(np.unravel_index(last, sizes)) + start).tolist()
        if job.next:
            split = rows[:, job.split]
            rows = rows[_view(job.next, (job.stop[job.split],), np.int32)[split] == split]
        return np.asarray(rows[rows[:, 0] <= rows[:, 1]] if job.symmetric else rows)

    def _pool(self, job: Job, k: int) -> Vectors:
        return _view(job.operand[k], (job.stop[k], job.T), self._dtype)

    def _applied(self, job: Job, rows: Rows, words: int | None = None) -> Vectors:
        """The operator on tuples of rows; the first `words` words."""
        words = job.T if words is None else words
        form = Format(job.width, words * (64 if self._bits == 1 else 1))
        pools = [_view(job.operand[k], (int(rows[:, k].max()) + 1, job.T), self._dtype) for k in range(job.arity)]
        registers: list[Words] = [form.unpack(pool[rows[:, k], :words]) for k, pool in enumerate(pools)]
        domain = Arrays(job.width)
        registers += [domain.constant(job.constant[i]) for i in range(job.constants)]
        for i in range(job.steps):
            op = OPERATORS[job.step[i].op]
            registers.append(op(domain, *(registers[r] for r in job.step[i].operand[: op.arity])))
        return self._packed(np.broadcast_to(registers[-1], (len(rows), form.points)))

    def _packed(self, values: NDArray[np.uint64]) -> Vectors:
        if self._bits == 1:
            return np.ascontiguousarray(np.packbits(values.astype(np.uint8), axis=1, bitorder="little")).view(np.uint64)
        return values.astype(self._dtype)

    # -- the goal --

    def _meeting(self, job: Job, rows: Rows) -> Iterator[int]:
        """The combinations that meet the goal, by their places."""
        probe = min(_PROBE, job.T)
        likely = np.flatnonzero(self._meets(job, self._applied(job, rows, probe))) if len(rows) else np.zeros(0, dtype=np.int64)
        for place in likely.tolist():
            if self._meets(job, self._applied(job, rows[place: place + 1]))[0]:
                yield place

    def _meets(self, job: Job, vectors: Vectors) -> NDArray[np.bool_]:
        words = vectors.shape[1]
        if job.allowed:
            sets = _view(job.allowed, (words,), np.uint64)
            return np.asarray((sets >> (vectors & self._dtype(63)).astype(np.uint64) & np.uint64(1)).all(axis=1))
        goal, care = _view(job.goal, (words,), self._dtype), _view(job.care, (words,), self._dtype)
        return np.asarray(~((vectors ^ goal) & care).any(axis=1))

    # -- the table of what is known --

    def bank_rehash(self, job: Job) -> None:
        """Enter all rows into an emptied table."""
        hashes = self._hashes(_view(job.values, (job.count, job.T), self._dtype))
        _, first = np.unique(hashes, return_index=True)
        self._enter(job, hashes[first], first)

    def bank_find(self, job: Job, vectors: int, count: int, rows: int) -> None:
        """For each vector the row of the pool that equals it, or -1."""
        slots, known = self._slots(job, self._hashes(_view(vectors, (count, job.T), self._dtype)))
        places = _view(job.places, (job.slots,), np.int32)
        _view(rows, (count,), np.int32)[:] = np.where(known, places[slots], -1)

    def bank_keep(self, job: Job, vector: int) -> None:
        """Keep one vector, a leaf, if it is new."""
        self._insert(job, _view(vector, (1, job.T), self._dtype), np.zeros((1, job.operands), dtype=np.int64))

    def _insert(self, job: Job, vectors: Vectors, rows: Rows) -> int:
        """Append those that are new, in order, while there is room; how many were looked at."""
        hashes = self._hashes(vectors)
        _, known = self._slots(job, hashes)
        _, first = np.unique(hashes, return_index=True)
        new, room = np.sort(first[~known[first]]), job.capacity - job.count
        done = len(vectors) if len(new) <= room else int(new[room])
        new = new[:room]
        places = np.arange(job.count, job.count + len(new))
        _view(job.values, (job.capacity, job.T), self._dtype)[places] = vectors[new]
        origins = _view(job.origins, (job.capacity, 1 + job.operands), np.int32)
        origins[places] = -1
        origins[places, 0] = job.rule
        origins[places, 1: 1 + job.arity] = rows[new, : job.arity]
        self._enter(job, hashes[new], places)
        job.count += len(new)
        return done

    def _hashes(self, vectors: Vectors) -> NDArray[np.uint64]:
        made = np.full(len(vectors), 0x1234567887654321, dtype=np.uint64)
        factor, half = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)
        for word in np.ascontiguousarray(vectors).view(np.uint64).reshape(len(vectors), -1).T:
            made = (made ^ word) * factor
            made ^= made >> half
        return np.asarray(np.maximum(made * factor, np.uint64(1)))

    def _slots(self, job: Job, hashes: NDArray[np.uint64]) -> tuple[Rows, NDArray[np.bool_]]:
        """Where hashes are, or where they would be entered; and whether they are there."""
        keys, mask = _view(job.keys, (job.slots,), np.uint64), np.uint64(job.slots - 1)
        slots = (hashes & mask).astype(np.int64)
        open_ = np.arange(len(hashes))
        while len(open_):
            found = keys[slots[open_]]
            open_ = open_[(found != 0) & (found != hashes[open_])]
            slots[open_] = (slots[open_] + 1) & int(mask)
        return slots, keys[slots] == hashes

    def _enter(self, job: Job, hashes: NDArray[np.uint64], rows: Rows) -> None:
        """Enter different hashes that are not there; of those that meet in a slot one at a time."""
        keys, places = _view(job.keys, (job.slots,), np.uint64), _view(job.places, (job.slots,), np.int32)
        while len(hashes):
            slots, _ = self._slots(job, hashes)
            _, first = np.unique(slots, return_index=True)
            keys[slots[first]], places[slots[first]] = hashes[first], rows[first]
            hashes, rows = np.delete(hashes, first), np.delete(rows, first)


def _view(address: int | None, shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """Memory of another array, which must live on."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    if not size:
        return np.zeros(shape, dtype=dtype)
    return np.frombuffer((c_char * size).from_address(address), dtype=dtype).reshape(shape)
