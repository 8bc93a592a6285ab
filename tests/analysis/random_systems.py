"""Random small programs as transition systems: loops alone, in sequence and nested, with inputs, choices and assertions.

About half of the loops are drawn from patterns that people write (count up or down, shift, clear bits, halve); the rest is noise.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from synth import terms
from synth.booleans import FALSE, TRUE
from synth.terms import Term
from synth.transition import Edge, Kind, Place, TransitionSystem, Variable, symbols

EXIT = 0
SHAPES: dict[str, dict[int, tuple[tuple[int, ...], int]]] = {
    "one loop": {1: ((1,), EXIT)},
    "one loop, two ways round": {1: ((1, 1), EXIT)},
    "one loop with a break": {1: ((1, EXIT), EXIT)},
    "two loops in sequence": {1: ((1,), 2), 2: ((2,), EXIT)},
    "three loops in sequence": {1: ((1,), 2), 2: ((2,), 3), 3: ((3,), EXIT)},
    "nested": {1: ((2,), EXIT), 2: ((2,), 1)},
    "nested, entered or not": {1: ((1, 2), EXIT), 2: ((2,), 1)},
    "nested with a break": {1: ((2,), EXIT), 2: ((2, EXIT), 1)},
    "nested, then a loop": {1: ((2,), 3), 2: ((2,), 1), 3: ((3,), EXIT)},
    "nested three deep": {1: ((2,), EXIT), 2: ((3,), 1), 3: ((3,), 2)},
    "two loops in a loop": {1: ((2,), EXIT), 2: ((2,), 3), 3: ((3,), 1)},
}
"""Per loop head the heads that its body may lead to, and where the loop is left for."""

UNARY, TERNARY = ("neg", "not"), ("ite",)
OPERATORS = ("add", "add", "sub", "sub", "and", "or", "xor", "mul", "shl", "lshr", "ashr", "udiv", "urem", "sdiv", "srem", "min",
             "max", *UNARY, *TERNARY)
COMPARISONS = ("ult", "ule", "slt", "sle", "eq", "neq")
Updates = dict[str, Term]


def random_system(seed: int, width: int | None = None) -> TransitionSystem:
    """The program of a seed, at 3 to 5 bits unless `width` says; its name is its shape."""
    return _Maker(random.Random(seed), width).system()


def negated(condition: Term) -> Term:
    """The Boolean that is true where `condition` is false."""
    return terms.apply("eq", condition, 0)


class _Maker:
    def __init__(self, rng: random.Random, width: int | None) -> None:
        self.rng = rng
        self.width = width or rng.choice((3, 3, 4, 4, 5))
        names = "xyz"[: rng.choice((1, 2, 2, 3) if self.width < 5 else (1, 2))]
        self.variables = tuple(Variable(n, self._bits(0.1), rng.random() < 0.5) for n in names)
        self.shape = rng.choice(list(SHAPES))
        self.heads = SHAPES[self.shape]
        self.exit, self.error = len(self.heads) + 1, len(self.heads) + 2
        self.edges: list[Edge] = []
        self.claims = set(rng.sample(sorted(self.heads), rng.choice((1, 1, 1, min(2, len(self.heads))))))

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def _bits(self, narrow: float) -> int:
        return self.rng.randrange(1, self.width) if self.chance(narrow) else self.width

    # -- words and conditions --

    def word(self, names: Sequence[str], depth: int) -> Term:
        if depth == 0 or self.chance(0.2):
            return terms.symbol(self.rng.choice(names)) if self.chance(0.65) else self.constant()
        op = self.rng.choice(OPERATORS)
        if op in TERNARY:
            return terms.ite(self.condition(names), self.word(names, depth - 1), self.word(names, depth - 1))
        return terms.apply(op, *(self.word(names, depth - 1) for _ in range(1 if op in UNARY else 2)))

    def constant(self) -> Term:
        return terms.constant(self.rng.choice((0, 1, 1, 2, 3, -1, self.rng.randrange(1 << self.width))) % (1 << self.width))

    def condition(self, names: Sequence[str]) -> Term:
        made = terms.apply(self.rng.choice(COMPARISONS), terms.symbol(self.rng.choice(names)), self.word(names, 1))
        match self.rng.randrange(8):
            case 0:
                return made & self.condition(names)
            case 1:
                return made | self.condition(names)
        return made

    # -- loops --

    def pattern(self, x: Term, names: Sequence[str]) -> tuple[Term, Term]:
        """A condition under which a loop goes on, and what becomes of x: mostly something that ends."""
        bound = self.constant() if self.chance(0.6) else terms.symbol(self.rng.choice(names))
        less = terms.slt if self.chance(0.5) else lambda a, b: terms.apply("ult", a, b)
        step = self.rng.choice((1, 1, 1, 1, 2, 3))
        return self.rng.choice((
            (less(x, bound), x + step), (less(x, bound), x + step), (less(bound, x), x - step), (less(bound, x), x - step),
            (x != bound, x + 1), (x != bound, x - 1), (x != 0, x >> 1), (x != 0, x & (x - 1)), (x != 0, terms.sdiv(x, 2)),
            (x > 0, x % (bound | 1)), (less(x, bound), x + x + 1), (x & 1 == 0, x >> 1),
        ))

    def body(self, names: Sequence[str], counter: str, share: float) -> Updates:
        """Updates of some of the variables but the counter."""
        return {v.name: self.word(names, 2) for v in self.variables if v.name != counter and self.chance(share)}

    def edge(self, source: int, target: int, guard: Term, updates: Mapping[str, Term], inputs: Sequence[Variable]) -> None:
        """An edge that keeps narrow words narrow and has the inputs that it reads."""
        update = []
        for v in self.variables:
            new = updates.get(v.name, v.term)
            update.append(new if v.bits == self.width or new is v.term else new & ((1 << v.bits) - 1))
        if guard is not FALSE:
            used = symbols((guard, *update))
            self.edges.append(Edge(source, target, guard, tuple(update), tuple(i for i in inputs if i.name in used)))

    def entry(self) -> None:
        first = tuple(Variable(f"{v.name}0", v.bits, v.signed) for v in self.variables)
        start = {v.name: self.constant() if self.chance(0.3) else f.term for v, f in zip(self.variables, first, strict=True)}
        if len(first) > 1 and self.chance(0.15):
            start[self.variables[0].name] = self.word([f.name for f in first], 1)
        self.edge(0, 1, TRUE, start, first)

    def head(self, number: int) -> None:
        stays, leave = self.heads[number]
        inputs = (Variable("k", self._bits(0.5)),) if self.chance(0.3) else ()
        state = [v.name for v in self.variables]
        names = [*state, *(i.name for i in inputs)]
        counter = self.variables[(number - 1) % len(self.variables)]
        orderly = self.chance(0.6)
        goes_on, changed = self.pattern(counter.term, state) if orderly else (
            self.condition(names), self.word(names, 2) if self.chance(0.8) else counter.term)
        if self.chance(0.05):
            goes_on = TRUE
        inside = number in self.claims and self.chance(0.4)
        behind = number in self.claims and not inside
        wrong = self.wrong(names, counter.name) if inside or behind else FALSE
        if inside:
            self.edge(number, self.error, goes_on & wrong, {}, inputs)
            goes_on = goes_on & negated(wrong)
        for i, (target, guard) in enumerate(self.divided(stays, goes_on, names)):
            updates = self.body(names, counter.name, 0.25 if orderly else 0.5)
            if target in (number, min(self.heads)) or i or self.chance(0.3):
                updates[counter.name] = changed if not i or self.chance(0.5) else self.word(names, 1)
            self.edge(number, target, guard, self.entered(target, number, updates), inputs)
        self.leave(number, leave, negated(goes_on) if not inside else negated(goes_on | wrong), wrong if behind else FALSE, inputs)

    def entered(self, target: int, number: int, updates: Updates) -> Updates:
        """The updates, where an inner or later loop often begins with a constant."""
        if target > number and self.chance(0.6):
            updates[self.variables[(target - 1) % len(self.variables)].name] = self.constant()
        return updates

    def divided(self, targets: Sequence[int], goes_on: Term, names: Sequence[str]) -> list[tuple[int, Term]]:
        """The targets, each with its part of where the loop goes on."""
        real = [self.exit if t == EXIT else t for t in targets]
        if len(real) == 1:
            assumed = goes_on & self.condition(names) if self.chance(0.05) else goes_on
            return [(real[0], assumed)]
        choice = self.condition(names)
        return [(real[0], goes_on & negated(choice)), (real[1], goes_on & choice)]

    def leave(self, number: int, target: int, left: Term, wrong: Term, inputs: Sequence[Variable]) -> None:
        if wrong is not FALSE:
            self.edge(number, self.error, left & wrong, {}, inputs)
            left = left & negated(wrong)
        last = self.exit if target == EXIT else target
        updates: Updates = {}
        if last != self.exit and last < number:  # the rest of the body of the loop around this one
            outer = self.variables[(last - 1) % len(self.variables)]
            updates = {outer.name: self.rng.choice((outer.term + 1, outer.term - 1, outer.term >> 1))} if self.chance(0.6) else {}
        self.edge(number, last, left, self.entered(last, number, updates), inputs)

    def wrong(self, names: Sequence[str], counter: str) -> Term:
        """What an assertion denies: often something rare."""
        parts = [self.condition(names) for _ in range(self.rng.choice((1, 1, 1, 2, 3)))]
        if self.chance(0.4):
            parts.append(terms.apply("eq", terms.symbol(counter), self.constant()))
        made = parts[0]
        for part in parts[1:]:
            made = made & part
        return made

    def system(self) -> TransitionSystem:
        self.entry()
        for number in self.heads:
            self.head(number)
        places = [Place(0, Kind.ENTRY), *(Place(n, Kind.HEAD, n) for n in self.heads), Place(self.exit, Kind.EXIT)]
        if self.claims:
            places.append(Place(self.error, Kind.ERROR))
        return TransitionSystem(self.shape, self.width, self.variables, tuple(places), tuple(self.edges))
