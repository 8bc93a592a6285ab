"""C programs of experiments/programs written again as step functions over words of a few bits, and a search through all states.

A program terminates where its reachable states form no cycle; it is safe where no run comes to a failure. Models are of programs
whose verdict does not depend on the width, or whose constants scale with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product

State = tuple[int, ...]
FAILS: State = ()
"""The successor of a step in which an assertion fails."""


class Words:
    """Words of a few bits, as C reads them."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.unsigneds = range(1 << bits)
        self.ints = range(-(1 << bits - 1), 1 << bits - 1)
        self.top = 1 << bits - 1

    def u(self, x: int) -> int:
        return x % (1 << self.bits)

    def i(self, x: int) -> int:
        return self.u(x + self.top) - self.top

    def wrap(self, kinds: str, state: Iterable[int]) -> State:
        return tuple(x if kind == "p" else self.i(x) if kind == "i" else self.u(x) for kind, x in zip(kinds, state, strict=True))

    def all(self, kinds: str) -> Iterable[State]:
        return product(*({"p": (0,), "i": self.ints, "u": self.unsigneds}[kind] for kind in kinds))


@dataclass(frozen=True)
class Model:
    """A program as a step function over a state of words.

    kinds   a letter a word: i signed, u unsigned, p a place of the program, which starts at 0 and does not wrap
    step    the successors, before they wrap; none where the program ends
    start   which states are initial; without it all are
    good    what is asserted at the end
    """

    kinds: str
    step: Callable[..., list[State]]
    start: Callable[..., bool] = lambda w, *state: True
    good: Callable[..., bool] = lambda w, *state: True
    widths: tuple[int, ...] = (3, 4)


def explore(model: Model, bits: int) -> tuple[bool, bool]:
    """(whether every run terminates, whether no run fails), by depth-first search through all reachable states."""
    w, done, active, safe, terminates = Words(bits), set(), set(), True, True
    for first in w.all(model.kinds):
        stack = [(first, False)] if first not in done and model.start(w, *first) else []
        while stack:
            state, finished = stack.pop()
            if finished:
                active.remove(state)
                done.add(state)
            elif state not in done:
                active.add(state)
                stack.append((state, True))
                after = model.step(w, *state)
                safe &= FAILS not in after and (bool(after) or model.good(w, *state))
                found = {w.wrap(model.kinds, s) for s in after if s != FAILS}
                terminates &= not found & active
                stack += [(s, False) for s in found - done - active]
    return terminates, safe


def half(x: int) -> int:
    """C's x / 2."""
    return -(-x // 2) if x < 0 else x // 2


def bisect(w: Words, low: int, high: int, middle: int) -> list[State]:
    """A round of binary search with an assertion on the midpoint."""
    if low >= high:
        return []
    return [(middle + 1, high), (low, middle)] if low <= middle < high else [FAILS]


def bits_odd(x: int) -> bool:
    return x.bit_count() % 2 == 1


MODELS = {
    "termination/loop1": Model("u", lambda w, x: [(x - 1,)] if x else []),
    "termination/loop2": Model("uu", lambda w, x, n: [(x + 1, n)] if x < n else []),
    "termination/loop3": Model("uu", lambda w, x, y: [(x - y, y)] if x else [], start=lambda w, x, y: y == 1),
    "termination/loop4": Model("ii", lambda w, x, y: [(x - 1, y + 1), (x, y - 1)] if x > 0 and y > 0 else []),
    "termination/loop5": Model("ii", lambda w, x, y: [*((x - 1, n) for n in w.ints), (x, y - 1)] if x > 0 and y > 0 else []),
    "termination/loop6": Model("u", lambda w, x: [(x & (x - 1),)] if x else []),
    "termination/loop7": Model("ii", lambda w, q, y: [(q - y, y + 1)] if q >= 0 else [], widths=(3, 4, 5)),
    "termination/loop9": Model("i", lambda w, x: [(-x - 1 if x < 0 else -x + 1,)] if x else [], widths=(3, 6)),
    "termination/loop10": Model("u", lambda w, x: [(x + 1,)] if x else []),
    "termination/loop11": Model("i", lambda w, x: [(x & (x + 1),)] if x > 0 else []),
    "termination/loop12": Model("i", lambda w, x: [(x + 1,), (x - 1,)] if x > 0 else []),
    "termination/loop13": Model("ii", lambda w, x, y: [(x * y, -y), (x * -y, -y)] if x > 0 else [], start=lambda w, x, y: y == 1),
    "termination/loop43": Model("i", lambda w, x: [(x - 1 if x > 0 else x + 1,)] if x else [], widths=(3, 6)),
    "termination/loop44": Model("ii", lambda w, x, m: [(0 if x > m else x + 1, m)] if x != m else []),
    "termination/loop45": Model(
        "iii",
        lambda w, x, y, d: [s for n in w.ints for s in ((x - 1, y, n), (n, y - 1, d - 1))] if x > 0 and y > 0 and d > 0 else [],
    ),
    "termination/loop46": Model("uu", lambda w, x, m: [(0 if x > m else x + 1, m)] if x != m else []),
    "termination/loop47": Model("i", lambda w, x: [(half(w.i(-x)),)] if x else [], widths=(3, 6)),
    "termination/loop48": Model("ii", lambda w, x, y: [(x - y, y)] if x > 0 else [], start=lambda w, x, y: y == 1),
    "termination/loop49": Model("u", lambda w, x: [(x - n,) for n in w.unsigneds] if x else []),
    "termination/svcomp1": Model(
        "piiii",
        lambda w, at, x, y, z, i: (
            [] if x <= 0 or y <= 0
            else [(0, x, y, z + 1, i - 1) if i > 0 else (1, x, y, z, i)] if at == 0
            else [(1, x, y, z - 1, i + 1)] if i < y else []
        ),
        start=lambda w, at, x, y, z, i: z == 0 and i == x,
    ),
    "termination/svcomp2": Model("i", lambda w, a: [(a // 2 if a % 2 == 0 else a - 1,)] if a > 1 else [], widths=(3, 6)),
    "termination/svcomp3": Model(
        "iii",
        lambda w, x, y, z: [(n, z, n - 1) if y > x else (n, n - 1, z - 1) for n in w.ints] if x > 0 and y > 0 and z > 0 else [],
    ),
    "termination/svcomp4": Model(
        "ii", lambda w, x, y: [(x - y, y) if x > y else (x, 0)] if x != y else [], start=lambda w, x, y: x > 0 and y > 0
    ),
    "termination/svcomp5": Model(
        "iii",
        lambda w, n, x, y: [(n, 2 * x + y, y + 1), (n, x + 1, y)] if x <= n else [],
        start=lambda w, n, x, y: max(n, x, y) < w.top // 4 and x >= -(w.top // 2) and w.i(x + y) >= 0,
        widths=(4, 5),
    ),
    "termination/svcomp6": Model(
        "piii",
        lambda w, at, i, j, n: [(0, i + 1, j, n) if j > i else (1, i, j + 1, n)] if at else [(1, i, 0, n)] if i < n else [],
    ),
    "termination/svcomp7": Model("ii", lambda w, x, y: [(x - y, y + 1)] if x > 0 else [], start=lambda w, x, y: y == 1,
                                 widths=(4, 6)),
    "termination/svcomp8": Model("iii", lambda w, x, y, z: [(x + y, z, -z - 1)] if x > 0 else []),
    "termination/svcomp9": Model("ii", lambda w, x, y: [(x - 1, y), *((n, y - 1) for n in w.ints)] if x > 0 and y > 0 else []),
    "termination/svcomp11": Model(
        "iii",
        lambda w, x, y, z: [s for n in w.ints for s in ((x - 1, y, z), (x, y - 1, n), (n, y, z - 1))] if min(x, y, z) > 0 else [],
    ),
    "termination/svcomp12": Model(
        "piii",
        lambda w, at, x, y, r: (
            [(1, w.i(abs(x)), w.i(abs(y)), r)] if at == 0
            else ([(2, x, y, x)] if y > 0 else []) if at == 1
            else [(2, x, y, r - y) if r >= y else (1, y, r, r)]
        ),
    ),
    "termination/svcomp14": Model(
        "piii",
        lambda w, at, id, last, tmp: (
            [(1, id, last, id + 1)] if at == 0
            else [(1, id, last, tmp + 1 if tmp <= last else 0), (2, id, last, tmp)] if at == 1 and tmp != id else []
        ),
        start=lambda w, at, id, last, tmp: 0 <= id < last,
    ),
    "termination/svcomp17": Model("i", lambda w, x: [(x - 1 if x % 2 else x + 2,)] if x < 255 else [], widths=(10,)),
    "termination/svcomp26": Model(
        "ii", lambda w, x, y: [(min(x, y) - 1, x + y), (x + y, min(x, y) - 1)] if x > 0 and y > 0 else [], widths=(3, 5)
    ),
    "termination/svcomp27": Model("iiii", lambda w, i, j, m, n: [(i + 1, j + 1, m, n)] if i < m or j < n else [], widths=(3,)),
    "termination/svcomp28": Model("iii", lambda w, x, y, z: [(x + z - 1, y, z - 1) if z > 1 else (x, y + 1, z)] if x >= y else []),
    "termination/svcomp37": Model(
        "ii",
        lambda w, x, y: [s for n in w.ints for s in ((n, min(x, y) - 1), (min(x, y) - 1, n))] if x > 0 and y > 0 else [],
    ),
    "termination/svcomp38": Model(
        "iii", lambda w, x, y, z: [(x, y + x, z - x)] if y < 2 and z < 2 else [], start=lambda w, x, y, z: x in {-1, 1}
    ),
    "termination/svcomp41": Model(
        "pii", lambda w, at, x, y: [(1, x, y - 1) if y > 1 else (0, x + 1, y)] if at else [(1, x, 10)] if x <= 10 else [],
        widths=(5, 6),
    ),
    "termination/svcomp42": Model(
        "ii",
        lambda w, x, y: (
            [] if x == 0 or y <= 0
            else [*((x - 1, n) for n in w.ints), (x, y - 1)] if x > 0 else [(x + 1, y), *((n, y - 1) for n in w.ints)]
        ),
    ),
    "figures/figure_1_2_left": Model("ii", lambda w, x, y: [(x + 2, y)] if x < y else []),
    "figures/figure_1_2_right": Model("uu", lambda w, x, y: [(x + 2, y)] if x < y else []),
    "figures/figure_4_1": Model("uuu", lambda w, n, x, y: [(n, x - 1, y + 1)] if x else [],
                                start=lambda w, n, x, y: x == n and y == 0, good=lambda w, n, x, y: y == n),
    "figures/figure_4_2": Model("uuu", lambda w, n, x, y: [(n, x - 1, y + 1)] if x else [],
                                start=lambda w, n, x, y: x == n and y == 0, good=lambda w, n, x, y: y != n),
    "figures/figure_7_2_a": Model("i", lambda w, x: [(x & (x - 1),)] if x > 0 else [], widths=(3, 6)),
    "figures/figure_7_2_c": Model("i", lambda w, x: [(x + 1,)] if x > 0 else []),
    "figures/figure_7_2_d": Model("uuuu", lambda w, i, j, m, n: [(i + 1, j + 1, m, n)] if i < m or j < n else [], widths=(3,)),
    "safety/loop1": Model("pu", lambda w, at, x: [(0, x + 2), (1, x)] if at == 0 else [], start=lambda w, at, x: x == 1,
                          good=lambda w, at, x: x % 2 == 1),
    "safety/loop2": Model(
        "puiiii",
        lambda w, at, flag, a, b, i, j: (
            [] if at else [(1, flag, a, b, i, j), (0, flag, a + 1, b + j - i, i + 2, j + (2 if i % 2 == 0 else 1))]
        ),
        start=lambda w, at, flag, a, b, i, j: (flag, a, b, i, j) in {(0, 0, 0, 1, 1), (1, 0, 0, 0, 1)},
        good=lambda w, at, flag, a, b, i, j: not flag or a == b,
        widths=(3,),
    ),
    "safety/loop4": Model("iii", lambda w, i, j, n: [(i + 1, j, n)] if i < j else [],
                          start=lambda w, i, j, n: i == 0 and j < n, good=lambda w, i, j, n: i <= n),
    "safety/loop4_from_zero": Model("iii", lambda w, i, j, n: [(i + 1, j, n)] if i < j else [],
                                    start=lambda w, i, j, n: i == 0 <= n and j < n, good=lambda w, i, j, n: i <= n),
    "safety/loop5": Model("iiii", lambda w, i, j, x, y: [(i, j, x - 1, y - 1)] if x else [],
                          start=lambda w, i, j, x, y: x == i and y == j, good=lambda w, i, j, x, y: i != j or y == 0),
    "safety/loop15": Model("uu", lambda w, x, y: [(x & (x - 1), y)] if y else []),
    "safety/loop16": Model("u", lambda w, x: [(x - 2,)] if x else [], start=lambda w, x: x == 1),
    "safety/loop17": Model("u", lambda w, x: [(w.u(-x) // 2,)] if x else [], start=lambda w, x: x == 1, widths=(4, 6, 9)),
    "safety/loop25": Model(
        "piii",
        lambda w, at, lock, x, y: [] if at and x == y else [(1, 1, y, y), (1, 0, y, y + 1)],
        start=lambda w, at, lock, x, y: (lock, x) == (0, 0), good=lambda w, at, lock, x, y: lock == 0,
    ),
    "safety/trex03": Model("uuu", lambda w, x, y, z: [(x - 1, y, z), (x, y - 1, z), (x, y, z - 1)] if x and y and z else [],
                           good=lambda w, x, y, z: x == y == z == 0),
    "safety/loop3": Model("pii", lambda w, at, x, y: [] if at else [(0, x + 1, y + 1), (1, x, y)],
                          start=lambda w, at, x, y: x == y == 0, good=lambda w, at, x, y: x == y),
    "own/alternating_sum": Model("uiiu", lambda w, n, total, sign, i: [(n, total + sign, -sign, i + 1)] if i < n else [],
                                 start=lambda w, n, total, sign, i: (total, sign, i) == (0, 1, 0),
                                 good=lambda w, n, total, sign, i: total == n % 2),
    "own/double_pace": Model("puu", lambda w, at, slow, fast: [] if at else [(0, slow + 1, fast + 2), (1, slow, fast)],
                             start=lambda w, at, slow, fast: slow == fast == 0,
                             good=lambda w, at, slow, fast: fast == w.u(slow * 2)),
    "own/saturating_sum": Model(
        "pu", lambda w, at, total: [] if at else [(1, total), *((0, min(total + n, max(w.unsigneds))) for n in w.unsigneds)],
        start=lambda w, at, total: total == 0,
    ),
    "own/short_circuit": Model("iii", lambda w, x, calls, rounds: [(x - 1, calls + 1, rounds + 1)] if x > 0 else [],
                               start=lambda w, x, calls, rounds: calls == rounds == 0,
                               good=lambda w, x, calls, rounds: calls == rounds),
    "own/midpoint_overflow": Model("ii", lambda w, low, high: bisect(w, low, high, half(w.i(low + high))),
                                   start=lambda w, low, high: 0 <= low <= high, widths=(3, 6)),
    "own/midpoint_careful": Model("ii", lambda w, low, high: bisect(w, low, high, w.i(low + half(w.i(high - low)))),
                                  start=lambda w, low, high: 0 <= low <= high, widths=(3, 6)),
    "own/midpoint_of_any": Model("ii", lambda w, low, high: bisect(w, low, high, w.i(low + half(w.i(high - low)))), widths=(3, 6)),
    "own/average_of_bits": Model("uu", lambda w, a, b: [], good=lambda w, a, b: (a & b) + ((a ^ b) >> 1) == (a + b) // 2),
    "own/inclusive_forever": Model("uu", lambda w, i, n: [(i + 1, n)] if i <= n else [], start=lambda w, i, n: i == 0),
    "own/gauss_sum": Model("uuu", lambda w, n, s, i: [(n, s + i, i + 1)] if i < n else [], start=lambda w, n, s, i: s == i == 0,
                           good=lambda w, n, s, i: w.u(2 * s) == w.u(n * (n - 1))),
    "own/odd_squares": Model("uuu", lambda w, n, s, i: [(n, s + 2 * i + 1, i + 1)] if i != n else [],
                             start=lambda w, n, s, i: s == i == 0, good=lambda w, n, s, i: s == w.u(n * n)),
    "own/cubes": Model("uuuuu", lambda w, n, x, y, z, i: [(n, x + y, y + z, z + 6, i + 1)] if i < n else [],
                       start=lambda w, n, x, y, z, i: (x, y, z, i) == (0, 1, 6, 0),
                       good=lambda w, n, x, y, z, i: x == w.u(n**3), widths=(3,)),
    "own/double_and_add": Model(
        "uuuuu", lambda w, x, y, a, b, r: [(x, y, 2 * a, b >> 1, r + a * (b & 1))] if b else [],
        start=lambda w, x, y, a, b, r: (a, b, r) == (x, y, 0), good=lambda w, x, y, a, b, r: r == w.u(x * y), widths=(3,),
    ),
    "own/division": Model("uuuu", lambda w, a, b, q, r: [(a, b, q + 1, r - b)] if r >= b else [],
                          start=lambda w, a, b, q, r: b != 0 == q and r == a, good=lambda w, a, b, q, r: a == q * b + r and r < b),
    "own/division_by_nothing": Model("uu", lambda w, r, b: [(r - b, b)] if r >= b else []),
    "own/square_root_wraps": Model("uu", lambda w, n, r: [(n, r + 1)] if w.u((r + 1) ** 2) <= n else [],
                                   start=lambda w, n, r: r == 0, good=lambda w, n, r: r < 1 << w.bits // 2, widths=(6, 8)),
    "own/count_bits": Model("uuu", lambda w, word, rest, odd: [(word, rest & (rest - 1), odd ^ 1)] if rest else [],
                            start=lambda w, word, rest, odd: word == rest and odd == 0,
                            good=lambda w, word, rest, odd: odd == bits_odd(word)),
    "own/gray_code": Model("uuu", lambda w, n, rest, back: [(n, rest >> 1, back ^ rest >> 1)] if rest else [],
                           start=lambda w, n, rest, back: rest == back == n ^ n >> 1, good=lambda w, n, rest, back: n == back),
    "own/rotation": Model(
        "puuu", lambda w, at, start, x, k: [(1, start, x << 1 | x >> w.bits - 1, k + 1)] if not at or x != start else [],
        start=lambda w, at, start, x, k: x == start and k == 0, good=lambda w, at, start, x, k: w.bits % k == 0, widths=(4,),
    ),
    "own/arithmetic_shift": Model("i", lambda w, x: [(x >> 1,)] if x else []),
    "own/logical_shift": Model("uu", lambda w, x, n: [(x >> 1, n + 1)] if x else [], start=lambda w, x, n: n == 0,
                               good=lambda w, x, n: n <= w.bits),
    "own/rectangle": Model(
        "uuuuu", lambda w, n, m, i, j, k: [(n, m, i, j + 1, k + 1) if j < m else (n, m, i + 1, 0, k)] if i < n else [],
        start=lambda w, n, m, i, j, k: i == j == k == 0, good=lambda w, n, m, i, j, k: k == w.u(n * m), widths=(3,),
    ),
    "own/triangle": Model(
        "uuuu", lambda w, n, i, j, k: [(n, i, j + 1, k + 1) if j <= i else (n, i + 1, 0, k)] if i < n else [],
        start=lambda w, n, i, j, k: i == j == k == 0, good=lambda w, n, i, j, k: w.u(2 * k) == w.u(n * (n + 1)),
    ),
    "own/there_and_back": Model(
        "puuu", lambda w, at, n, x, y: (
            [(0, n, x + 1, y + 3) if x < n else (1, n, x, y)] if at == 0 else [(1, n, x - 1, y - 3)] if x else []),
        start=lambda w, at, n, x, y: x == y == 0, good=lambda w, at, n, x, y: y == 0,
    ),
    "own/fibonacci_parity": Model("puu", lambda w, at, a, b: [] if at else [(0, b, a + b) if (b | a + b) % 2 else FAILS, (1, a, b)],
                                  start=lambda w, at, a, b: (a, b) == (0, 1)),
    "own/backwards": Model("uuu", lambda w, n, i, k: [(n, i - 1, k + 1)] if i < n else [],
                           start=lambda w, n, i, k: i == w.u(n - 1) and k == 0, good=lambda w, n, i, k: k == n),
    "own/backwards_forever": Model("uu", lambda w, n, i: [(n, i - 1)] if i <= n else [], start=lambda w, n, i: i == n),
    "own/ring_buffer_late": Model("pu", lambda w, at, tail: [] if at else [(1, tail), (0, tail + 1) if tail < 16 else FAILS],
                                  start=lambda w, at, tail: tail == 0, widths=(5, 6)),
    "own/lost_high_bits": Model("uu", lambda w, n, h: [(n - 1, h - 1)] if h else [],
                                start=lambda w, n, h: h == n % (1 << w.bits // 2), good=lambda w, n, h: n == 0, widths=(4, 6)),
    "own/sign_meets_unsigned": Model("i", lambda w, i: [(i + 1,)] if w.u(i) < 10 else [], start=lambda w, i: i < 10,
                                     good=lambda w, i: i == 10, widths=(5, 6)),
    "own/absolute_value": Model("i", lambda w, x: [], good=lambda w, x: w.i(abs(x)) >= 0),
    "own/odd_remainder": Model("i", lambda w, x: [(x + (-2 if x > 0 else 2),)] if abs(x) > 1 else [], start=lambda w, x: x % 2 != 0,
                               good=lambda w, x: x == 1),
    "own/greatest_divisor": Model("uu", lambda w, a, b: [(a - b, b) if a > b else (a, b - a)] if a != b else [],
                                  start=lambda w, a, b: a > 0 and b > 0, good=lambda w, a, b: a > 0, widths=(3, 6)),
    "own/greatest_divisor_of_zero": Model("uu", lambda w, a, b: [(a - b, b) if a > b else (a, b - a)] if a != b else []),
    "own/power_above": Model("uu", lambda w, p, n: [(2 * p, n)] if p < n else [], start=lambda w, p, n: p == 1),
    "own/power_above_bounded": Model("uu", lambda w, p, n: [(2 * p, n)] if p < n else [],
                                     start=lambda w, p, n: p == 1 and n <= w.top, good=lambda w, p, n: p >= n and p & (p - 1) == 0),
    "own/timer_wraps": Model("uuu", lambda w, start, delay, now: [(start, delay, now + 1)] if now < w.u(start + delay) else [],
                             start=lambda w, start, delay, now: now == start,
                             good=lambda w, start, delay, now: w.u(now - start) >= delay),
    "own/timer_by_difference": Model("uu", lambda w, deadline, now: [(deadline, now + 1)] if w.i(deadline - now) > 0 else [],
                                     start=lambda w, deadline, now: w.u(deadline - now) < w.top,
                                     good=lambda w, deadline, now: now == deadline),
}

SAME = {
    "figures/figure_7_2_b": "termination/loop47",
    "figures/figure_7_2_g": "termination/loop43",
    "figures/figure_7_2_h": "termination/loop48",
    "figures/figure_7_2_i": "termination/svcomp3",
    "figures/figure_7_4": "termination/svcomp6",
    "safety/count_up_down_true": "figures/figure_4_1",
    "safety/loop12": "termination/loop9",
    "termination/svcomp10": "termination/loop45",
}
"""Programs that are others again, or others from one start."""
MODELS |= {name: MODELS[other] for name, other in SAME.items()}
