"""Constants that are solved for, in numpy, as holes.h does: k with (side 0) u op k = t or (side 1) k op u = t at all points.

At most 8 bits a table says which constants fit. Beyond, every k is a guess that is tried: for each operator one of the guesses is
right where any k is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from synth.engines.explicit.residues import residue
from synth.evaluation.arrays import Arrays, Words
from synth.operators import Kind, Operator

Flags = NDArray[np.bool_]

_NARROW = 8
"""At most so many bits have a table of what every constant does."""

_BLOCKS = (0, 2, 8, 256)
"""Points are looked at in these blocks: most guesses fail early."""


class Holes:
    """Solves for constants at one width; `truth` says that goals are "0" or "not 0"."""

    def __init__(self, width: int, truth: bool) -> None:
        self.width, self.truth, self._domain = width, truth, Arrays(width)

    def solve(self, op: Operator, side: int, u: Words, t: Words, active: Flags) -> tuple[NDArray[np.int64], Words]:
        """Of lanes u [lanes, points] those for which there is a constant, and the constants; only `active` points count."""
        if op.kind is Kind.FLOATING or op.arity != 2:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.uint64)
        truth = self.truth and not op.boolean
        if self.width <= _NARROW:
            return _looked_up(_sets(op, side, self.width, truth), u, t, active)
        left, lanes, found = np.arange(len(u)), list[NDArray[np.int64]](), list[Words]()
        if not truth and op.name in ("urem", "srem") and side:
            left, k = self._residues(op, u, t, active)
            return left, k
        guesses = self._truths(op, side, u, t, active) if truth else self._guesses(op.name, side, u, t, active)
        for k in guesses:
            part = np.broadcast_to(k, (len(u),))[left]
            good = self._fitting(op, side, u, t, active, left, part, truth)
            lanes.append(left[good])
            found.append(part[good])
            left = np.delete(left, good)
            if not len(left):
                break
        return np.concatenate(lanes), np.concatenate(found)

    def _fitting(self, op: Operator, side: int, u: Words, t: Words, active: Flags, lanes: NDArray[np.int64], k: Words,
                 truth: bool) -> NDArray[np.int64]:
        """Which of these lanes their constants fit."""
        good = np.arange(len(lanes))
        for low, high in pairwise(_BLOCKS):
            rows = lanes[good]
            known, constant = u[rows, low:high], k[good, None]
            value = op(self._domain, constant, known) if side else op(self._domain, known, constant)
            right = (value != 0) == (t[low:high] != 0) if truth else value == t[low:high]
            good = good[(right | ~active[rows, low:high]).all(axis=1)]
        return good

    def _truths(self, op: Operator, side: int, u: Words, t: Words, active: Flags) -> Iterator[Words]:
        """Where the goal only says where the result is 0: one of these is 0 there, and elsewhere only if every such constant is."""
        domain, zero = self._domain, active & (t == 0)
        x = domain.magnitude(u) if op.name in ("sdiv", "srem") else u
        match op.name:
            case "add" | "sub" | "xor":  # one constant each gives 0
                yield from self._apart(domain.negated(u) if op.name == "add" else u, zero)
            case "mul" | "shl" | "lshr" | "ashr" if op.name == "mul" or side:  # only the place of one bit matters
                yield from (domain.constant(1 << i) for i in range(self.width))
            case "shl" | "lshr" | "ashr":
                yield from map(domain.constant, range(self.width + 1))
            case "and":
                yield np.bitwise_or.reduce(np.where(zero, u, np.uint64(0)), axis=1) ^ domain.mask
            case "udiv" | "sdiv":
                most = np.where(active & (t != 0) if side else zero, x, np.uint64(0)).max(axis=1)
                yield most if side else domain.add(most, domain.constant(1))
            case "urem" | "srem":
                most = domain.mask if op.name == "urem" else domain.sign
                found = (_common(row[own].tolist(), int(most), side) for row, own in zip(x, zero, strict=True))
                yield np.fromiter(found, dtype=np.uint64, count=len(x))
        yield domain.constant(0)
        yield domain.constant(1)

    # -- guesses, operator by operator --

    def _guesses(self, name: str, side: int, u: Words, t: Words, active: Flags) -> Iterator[Words]:
        domain = self._domain
        first = active.argmax(axis=1)
        u0, t0 = u[np.arange(len(u)), first], t[first]
        none, full = np.uint64(0), domain.mask
        match name:
            case "add":
                yield domain.sub(t0, u0)
            case "sub":
                yield domain.add(t0, u0) if side else domain.sub(u0, t0)
            case "xor":
                yield t0 ^ u0
            case "mul":
                yield self._factor(u, t, active)
            case "and":
                yield np.bitwise_or.reduce(np.where(active, t, none), axis=1)
            case "or":
                yield np.bitwise_and.reduce(np.where(active, t, full), axis=1)
            case "min":
                yield np.where(active & (t < u), t, full).min(axis=1)
            case "max":
                yield np.where(active & (t > u), t, none).max(axis=1)
            case "shl" | "lshr" | "ashr":
                yield from self._shifted(name, u, t, active, t0) if side else map(domain.constant, range(self.width + 1))
            case "udiv" | "sdiv":
                yield from self._quotients(name == "sdiv", side, u, t, active)
            case "urem" | "srem":
                yield domain.constant(0)
                x, r = (domain.magnitude(u), domain.magnitude(t)) if name == "srem" else (u, t)
                yield np.gcd.reduce(np.where(active, domain.sub(x, r), none), axis=1)
            case "ult" | "ule" | "slt" | "sle":
                yield self._threshold(name, side, u, t, active)
            case "eq" | "neq":
                yield from self._apart(u, active & (t == (name == "eq")))
            case "implies":
                yield domain.constant(0)
                yield domain.constant(1)

    def _apart(self, u: Words, equal: Flags) -> Iterator[Words]:
        """What equals u where it has to, or where it need not, some that differ from all."""
        yield u[np.arange(len(u)), equal.argmax(axis=1)]
        yield from map(self._domain.constant, range(u.shape[1] + 1))

    def _factor(self, u: Words, t: Words, active: Flags) -> Words:
        """From the point where u has the fewest zeros at its end."""
        lowest = np.where(active & (u != 0), u & self._domain.negated(u), ~np.uint64(0))
        at = lowest.argmin(axis=1), np.arange(len(u))
        power, factor = lowest[at[1], at[0]], u[at[1], at[0]]
        odd = np.where(factor == 0, np.uint64(1), factor // power)
        inverse = odd
        for _ in range(6):
            inverse = np.multiply(inverse, np.subtract(np.uint64(2), np.multiply(odd, inverse)))
        return np.where(factor == 0, np.uint64(0), np.multiply(t[at[0]] // power, inverse) & (self._domain.mask // power))

    def _shifted(self, name: str, u: Words, t: Words, active: Flags, t0: Words) -> Iterator[Words]:
        domain = self._domain
        back = domain.lshr(t, u) if name == "shl" else domain.shl(t, u)
        k = np.bitwise_or.reduce(np.where(active, back, np.uint64(0)), axis=1)
        yield k | (t0 & domain.sign) if name == "ashr" else k

    def _quotients(self, signed: bool, side: int, u: Words, t: Words, active: Flags) -> Iterator[Words]:
        """The least magnitude, and for signed words its negative: every one in an interval would do."""
        domain = self._domain
        x, q = (domain.magnitude(u), domain.magnitude(t)) if signed else (u, t)
        if side:
            least = np.where(active & (u != 0), domain.mul(q, x), np.uint64(0)).max(axis=1)
        else:
            yield domain.constant(0)
            beyond = np.where(q == domain.mask, np.uint64(0), x // np.maximum(np.add(q, np.uint64(1)), np.uint64(1)))
            least = np.where(active, domain.add(beyond, domain.constant(1)), np.uint64(1)).max(axis=1)
        yield least
        if signed:
            yield domain.negated(np.maximum(least, np.uint64(1)))

    def _threshold(self, name: str, side: int, u: Words, t: Words, active: Flags) -> Words:
        """The largest u where the comparison holds (side 0) or does not (side 1), or the next word."""
        flip = self._domain.sign if name[0] == "s" else np.uint64(0)
        most = np.where(active & (t == 1 - side), u ^ flip, np.uint64(0)).max(axis=1)
        some = (active & (t == 1 - side)).any(axis=1)
        above = (name[1:] == "lt") != bool(side)
        return np.where(some & above, self._domain.add(most, self._domain.constant(1)), most) ^ flip

    def _residues(self, op: Operator, u: Words, t: Words, active: Flags) -> tuple[NDArray[np.int64], Words]:
        """k modulo u is t: one by one, where any two points allow it."""
        domain, signed = self._domain, op.name == "srem"
        x, r = (domain.magnitude(u), domain.magnitude(t)) if signed else (u, t)
        possible = (~active | (x == 0) | (r < x)).all(axis=1)
        common = np.gcd(x[:, 1:], x[:, :-1])
        apart = np.where(r[1:] > r[:-1], r[1:] - r[:-1], r[:-1] - r[1:])
        agree = np.where(common == 0, apart == 0, apart % np.maximum(common, np.uint64(1)) == 0)
        possible &= (agree | ~active[:, 1:] | ~active[:, :-1]).all(axis=1)
        lanes = np.flatnonzero(possible)
        found = [residue(x[i, active[i]].tolist(), r[active[i]].tolist()) for i in lanes.tolist()]
        known = np.array([k is not None and k <= int(domain.mask) for k in found], dtype=bool)
        lanes, least = lanes[known], np.array([k or 0 for k, ok in zip(found, known.tolist(), strict=True) if ok], dtype=np.uint64)
        good = self._fitting(op, 1, u, t, active, lanes, least, False)
        if not signed:
            return lanes[good], least[good]
        rest = np.delete(np.arange(len(lanes)), good)
        negative = domain.negated(least[rest])
        more = self._fitting(op, 1, u, t, active, lanes[rest], negative, False)
        return np.concatenate([lanes[good], lanes[rest][more]]), np.concatenate([least[good], negative[more]])


def _common(words: Sequence[int], most: int, multiple: int) -> int:
    """The greatest common divisor, or where `multiple` the least common multiple of those that are not 0: 0 beyond `most`."""
    if not multiple:
        return math.gcd(*words)
    found = math.lcm(*filter(None, words))
    return found if found <= most else 0


@cache
def _sets(op: Operator, side: int, width: int, truth: bool) -> NDArray[np.uint64]:
    """For every u and t the constants that fit, as bits: [2^width, 2^width or 2, words]."""
    size, domain = 1 << width, Arrays(width)
    known, k = (a.ravel() for a in np.indices((size, size), dtype=np.uint64))
    value = op(domain, k, known) if side else op(domain, known, k)
    value = np.broadcast_to((value != 0).astype(np.uint64) if truth else value, known.shape)
    made = np.zeros((size, 2 if truth else size, max(1, size >> 6)), dtype=np.uint64)
    places = tuple(i.astype(np.int64) for i in (known, value, k >> np.uint64(6)))
    np.bitwise_or.at(made, places, np.uint64(1) << (k & np.uint64(63)))
    return made


def _looked_up(sets: NDArray[np.uint64], u: Words, t: Words, active: Flags) -> tuple[NDArray[np.int64], Words]:
    """The least constant that is in the sets of all points."""
    lanes = np.arange(len(u))
    left = np.full((len(lanes), sets.shape[2]), ~np.uint64(0))
    for e in range(u.shape[1]):
        fitting = sets[u[lanes, e].astype(np.int64), int(t[e])]
        left &= np.where(active[lanes, e, None], fitting, ~np.uint64(0))
        some = left.any(axis=1)
        lanes, left = lanes[some], left[some]
    word = (left != 0).argmax(axis=1)
    bits = left[np.arange(len(left)), word]
    lowest = bits & (~bits + np.uint64(1))
    return lanes, word.astype(np.uint64) * np.uint64(64) + np.log2(lowest.astype(np.float64)).astype(np.uint64)
