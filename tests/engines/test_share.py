"""Banks that several engines share: together they have all terms, and each uses a part of the large ones."""

from __future__ import annotations

import random

import numpy as np
import pytest

import synth.engines.structural.bank
from synth.api.inputs.formats import load_specification
from synth.engines.protocol import Event, Exhausted, Point, Proposal, Unrealizable
from synth.engines.structural.bank import Bank, Builder
from synth.engines.structural.completions import Completions
from synth.engines.structural.deduction import Wanted
from synth.engines.structural.engine import Structural
from synth.engines.structural.native import Format
from synth.engines.structural.portable import PortableBank
from synth.engines.structural.share import Share
from synth.engines.structural.stages import Stages
from synth.evaluation.arrays import Arrays
from synth.grammar import Grammar, NonTerminal, Rule
from synth.operators import operator
from synth.program import Program
from synth.specification import Function, Specification
from synth.terms import symbol

NAMES = ("add", "sub", "xor", "and", "or", "not", "neg", "mul", "shl", "lshr", "ult", "ite")
POINTS = 24


@pytest.fixture(autouse=True)
def shared_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Banks are shared from a few combinations on."""
    monkeypatch.setattr(synth.engines.structural.bank, "_SHARED", 40)


def some_grammar(chance: random.Random) -> Grammar:
    """Two non-terminals, of which rules take either."""
    def rules(names: list[str]) -> tuple[Rule, ...]:
        return tuple(Rule(operator(n), tuple(chance.randrange(2) for _ in range(operator(n).arity))) for n in names)

    return Grammar((NonTerminal("S", None, (0, 1), (), False, rules(chance.sample(NAMES, 3))),
                    NonTerminal("T", None, (0,), (1, 5), False, rules(chance.sample(NAMES, 2)))))


def grown(grammar: Grammar, width: int, size: int, share: Share, seed: int = 0) -> Bank:
    words = np.random.default_rng(seed).integers(0, 1 << width, (2, POINTS), dtype=np.uint64)
    bank = Bank(grammar, words, Format(width, POINTS), (), 1 << 28, share=share)
    for _ in range(size):
        for _ in bank.grow():
            pass
    return bank


def vectors(bank: Bank, n: int) -> set[bytes]:
    return {row.tobytes() for row in bank.values(n)}


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "in numpy"])
@pytest.mark.parametrize("seed", range(12))
def test_all_parts_together_have_every_term(seed: int, compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not compiled:
        monkeypatch.setattr(synth.engines.structural.bank, "loaded", PortableBank)
    chance = random.Random(seed)
    grammar, width, count = some_grammar(chance), chance.choice((4, 8, 16)), chance.choice((2, 3, 7))
    small = grown(grammar, width, 2, Share(0, count), seed)
    size = 3 if small.whole else 4 if small._shared_from == 2 else 2
    whole = grown(grammar, width, size, Share(), seed)
    parts = [grown(grammar, width, size, Share(i, count), seed) for i in range(count)]
    assert whole.whole
    for n in range(2):
        assert set().union(*(vectors(part, n) for part in parts)) == vectors(whole, n)
    if not parts[0].whole and whole.pools[0].count > 500:
        assert all(part.tried < 0.9 * whole.tried for part in parts)
        assert sum(part.tried for part in parts) < 1.5 * whole.tried + sum(part.pools[0].count for part in parts)


def test_whose_a_term_is_does_not_depend_on_examples() -> None:
    grammar = some_grammar(random.Random(1))
    banks = [grown(grammar, 16, 2, Share(), seed) for seed in range(2)]
    owners = []
    for bank in banks:
        owned = Share(1, 3).owned(bank, 3)[0]
        owners.append({str(program(bank, row)): bool(owned[row]) for row in range(bank.pools[0].count)})
    common = owners[0].keys() & owners[1].keys()
    assert len(common) > 20 and all(owners[0][term] == owners[1][term] for term in common)
    assert {owners[0][term] for term in common} == {True, False}


def program(bank: Bank, row: int) -> Program:
    builder = Builder(bank.arity, bank.form.width)
    return builder.program(bank.build(0, row, builder))


@pytest.mark.parametrize("seed", range(8))
def test_what_one_finds_in_the_middle_some_part_finds(seed: int) -> None:
    chance = random.Random(seed)
    names = tuple(chance.sample(("add", "sub", "xor", "and", "or", "not", "mul"), 4))
    grammar = Grammar((NonTerminal("S", None, (0, 1), (), False, tuple(
        Rule(operator(n), (0,) * operator(n).arity) for n in (*names, "lshr"))),))
    whole, parts = grown(grammar, 8, 2, Share()), [grown(grammar, 8, 2, Share(i, 3)) for i in range(3)]
    domain = Arrays(8)
    value = whole.form.unpack(whole.values(0))[chance.randrange(whole.pools[0].ends[1], whole.pools[0].count)]
    goal = np.asarray(operator("lshr")(domain, operator("mul")(domain, value, value), whole.form.unpack(whole.values(0))[0]))
    vector = whole.form.pack(goal[None, :])[0]
    found = [sum(each is not None for each in Stages(bank, vector, 0).search()) for bank in (whole, *parts)]
    assert sum(found[1:]) >= found[0] > 0
    wanted = Wanted.exactly(whole.form, goal)
    rows = [{bank.values(0)[known.row].tobytes() for each in Completions(bank, wanted, (), 0)._known() for known in each or ()}
            for bank in (whole, *parts)]
    assert set().union(*rows[1:]) == rows[0] and sum(map(len, rows[1:])) <= len(rows[0]) * 1.5


@pytest.mark.parametrize("seed", range(4))
def test_threads_find_what_one_does(seed: int) -> None:
    chance = random.Random(seed)
    names = tuple(chance.sample(("add", "sub", "xor", "and", "not", "lshr"), 3))
    grammar = Grammar((NonTerminal("S", None, (0, 1), (), True, tuple(
        Rule(operator(n), (0,) * operator(n).arity) for n in ("or", "mul", *names))),))
    bank, domain = grown(grammar, 8, 2, Share()), Arrays(8)
    value = bank.form.unpack(bank.values(0))[chance.randrange(bank.pools[0].ends[1], bank.pools[0].count)]
    goal = np.asarray(operator("or")(domain, value, operator("mul")(domain, value, value)))
    wanted = Wanted.exactly(bank.form, goal)
    staged = [{each for each in Stages(bank, wanted.target, 0, n).search() if each is not None} for n in (1, 3)]
    assert staged[0] == staged[1]
    completed = [[each for each in Completions(bank, wanted, (3,), 0, n).search() if each is not None] for n in (1, 3, 3)]
    assert set(completed[0]) == set(completed[1]) and len(completed[0]) > 0
    assert completed[1] == completed[2], "and always in the same order"


def events_of(engine: Structural, point: Point, most: int) -> list[Event]:
    engine.goto(point)
    found = list[Event]()
    for _ in range(most):
        events = engine.step(0.05)
        found += events
        if any(isinstance(e, (Exhausted, Unrealizable)) for e in events):
            break
    return found


def test_a_part_does_not_say_that_there_is_nothing() -> None:
    x = symbol("x")
    grammar = Grammar((NonTerminal("S", None, (0,), (1, 2, 4), False, tuple(
        Rule(operator(n), (0, 0)) for n in ("and", "or", "xor"))),))
    function = Function("f", 1, grammar=grammar)
    specification = Specification([function], [x], function(x) == x + 1, 8, fixed=True)
    for point in (Point(1, 0, 8), Point(1, 0, 8, 0, 3)):
        assert any(isinstance(e, Unrealizable) for e in events_of(Structural(specification, 0), point, 200)), "the first has it all"
    for i in (1, 2):
        part = events_of(Structural(specification, 0), Point(1, 0, 8, i, 3), 200)
        assert any(isinstance(e, Exhausted) for e in part) and not any(isinstance(e, Unrealizable) for e in part)


@pytest.mark.slow
def test_parts_of_a_search_find_what_is_hard_for_one() -> None:
    """Hacker's Delight p20, at 8 bits: by one of two engines that share its bank."""
    specification = load_specification("specs/hackers_delight/p20.py")
    engines = [Structural(specification, 0) for _ in range(2)]
    for i, engine in enumerate(engines):
        engine.goto(Point(1, 0, 8, i, 2))
    for _ in range(10_000):
        for engine in engines:
            for event in engine.step(0.1):
                if isinstance(event, Proposal):
                    assert len(event.candidate["f"].instructions) == 7
                    return
    raise AssertionError("neither has found it")
