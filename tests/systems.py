"""Transition systems of one loop for the tests, random ones too, and a plain explorer that looks at every state of a small one."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence

from synth import terms
from synth.evaluation import integers
from synth.terms import Term, replaced
from synth.transition import Edge, Kind, Place, TransitionSystem, Variable

ENTRY, HEAD, EXIT, ERROR = range(4)


def loop(names: str, guard: Term, update: Mapping[str, Term], start: Mapping[str, Term] | None = None, inputs: str = "",
         wrong: Term | None = None, width: int = 32) -> TransitionSystem:
    """while (guard) update; and an assertion behind it that fails where `wrong` holds. `start` says what is not arbitrary."""
    variables = tuple(Variable(n, width, True) for n in names.split())
    first = {v.name: Variable(f"{v.name}0", width, True) for v in variables}
    begin = dict(start or {})
    known = tuple(begin.get(v.name, first[v.name].term) for v in variables)
    same = tuple(v.term for v in variables)
    chosen = tuple(Variable(n, width, True) for n in inputs.split())
    edges = [Edge(ENTRY, HEAD, terms.constant(True), known,
                  tuple(first[v.name] for v in variables if v.name not in begin)),
             Edge(HEAD, HEAD, guard, tuple(update.get(v.name, v.term) for v in variables), chosen)]
    leaves = terms.apply("eq", guard, 0)
    ends = {EXIT: leaves} if wrong is None else {EXIT: leaves & terms.apply("eq", wrong, 0), ERROR: leaves & wrong}
    for target, condition in ends.items():
        own = {c.name: Variable(f"{c.name}_{target}", width, True) for c in chosen}
        edges.append(Edge(HEAD, target, replaced(condition, {n: v.term for n, v in own.items()}), same, tuple(own.values())))
    places = (Place(ENTRY, Kind.ENTRY), Place(HEAD, Kind.HEAD, 1), Place(EXIT, Kind.EXIT), Place(ERROR, Kind.ERROR))
    return TransitionSystem("made", width, variables, places[: 4 if wrong is not None else 3], tuple(edges))


def successors(system: TransitionSystem, place: int, state: tuple[int, ...]) -> set[tuple[int, tuple[int, ...]]]:
    """Every place and state that one edge leads to."""
    found = set()
    for edge in system.leaving(place):
        for values in itertools.product(*(range(1 << i.bits) for i in edge.inputs)):
            words = dict(zip((v.name for v in system.variables), state, strict=True))
            words |= dict(zip((i.name for i in edge.inputs), values, strict=True))
            if integers.evaluate(edge.guard, words, {}, system.width):
                found.add((edge.target, tuple(integers.evaluate(u, words, {}, system.width) for u in edge.update)))
    return found


def explored(system: TransitionSystem) -> tuple[bool, bool]:
    """Whether every run ends, and whether no assertion fails, by looking at all reachable states."""
    first = (0, (0,) * len(system.variables))
    graph: dict[tuple[int, tuple[int, ...]], set[tuple[int, tuple[int, ...]]]] = {}
    stack = [first]
    while stack:
        node = stack.pop()
        if node not in graph:
            graph[node] = successors(system, *node)
            stack += graph[node]
    safe = all(system.places[place].kind is not Kind.ERROR for place, _ in graph)
    ending: set[tuple[int, tuple[int, ...]]] = set()
    changed = True
    while changed:
        fresh = {n for n, after in graph.items() if n not in ending and after <= ending}
        changed = bool(fresh)
        ending |= fresh
    return len(ending) == len(graph), safe


def term(rng: random.Random, names: Sequence[str], depth: int) -> Term:
    """A random word over some words."""
    if depth == 0 or rng.random() < 0.25:
        return terms.symbol(rng.choice(list(names))) if rng.random() < 0.7 else terms.constant(rng.randrange(4))
    op = rng.choice(("add", "sub", "and", "or", "xor", "lshr", "neg", "not", "mul"))
    count = 1 if op in ("neg", "not") else 2
    return terms.apply(op, *(term(rng, names, depth - 1) for _ in range(count)))


def condition(rng: random.Random, names: Sequence[str]) -> Term:
    """A random Boolean over some words."""
    made = terms.apply(rng.choice(("ult", "ule", "slt", "sle", "eq", "neq")), term(rng, names, 1), term(rng, names, 1))
    return made & condition(rng, names) if rng.random() < 0.25 else made


def random_loop(seed: int) -> TransitionSystem:
    """A loop of one or two words of 3 bits, perhaps with an input, perhaps with an assertion behind it."""
    rng = random.Random(seed)
    names = "x y"[: rng.choice((1, 3))]
    inputs = "k" if rng.random() < 0.3 else ""
    words = [*names.split(), *inputs.split()]
    update = {n: term(rng, words, 2) for n in names.split() if rng.random() < 0.8}
    start = {n: terms.constant(rng.randrange(8)) for n in names.split() if rng.random() < 0.4}
    wrong = condition(rng, names.split()) if rng.random() < 0.6 else None
    return loop(names, condition(rng, words if rng.random() < 0.3 else names.split()), update, start, inputs, wrong, 3)
