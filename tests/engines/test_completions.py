"""Completions: what is planted is found, what is found is right on the bits that matter, and Hacker's Delight p20 is among it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from banks import bank_of
from numpy.typing import NDArray

from synth.api.inputs.formats import load_specification
from synth.engines.protocol import Event, Exhausted, Point, Proposal
from synth.engines.structural.bank import Bank, Builder
from synth.engines.structural.completions import Completions
from synth.engines.structural.deduction import Wanted
from synth.engines.structural.engine import Structural, in_turns
from synth.engines.structural.native import Format
from synth.evaluation.arrays import Arrays, run_program
from synth.grammar import Grammar, NonTerminal, Rule
from synth.operators import operator
from synth.program import Program

NAMES = ("add", "sub", "xor", "and", "or", "not", "neg", "mul", "shl", "lshr", "ashr", "udiv", "urem")
Words = NDArray[np.uint64]


def programs(bank: Bank, wanted: Wanted, constants: tuple[int, ...] = (), most: int = 12) -> list[Program]:
    completions, found = Completions(bank, wanted, constants, 0), list[Program]()
    for each in completions.search():
        if each is not None:
            builder = Builder(bank.arity, bank.form.width)
            found.append(builder.program(completions.build(each, builder)))
            if len(found) == most:
                break
    assert completions.tried > 0
    return found


@pytest.mark.parametrize("seed", range(16))
def test_planted_completions_are_found(seed: int) -> None:
    """A term of the bank, and one to three instructions on it, its operands and a constant, joined by an operator."""
    rng = random.Random(seed)
    width, joint = rng.choice((4, 8, 16, 32, 64)), rng.choice(("or", "and", "xor", "add", "sub"))
    names = tuple(sorted({joint, *rng.sample(NAMES, 3)}))
    bank, inputs = bank_of(names, 2, width, seed, 1)
    pool, domain, full = bank.pools[0], Arrays(width), np.uint64((1 << width) - 1)
    row = rng.randrange(pool.ends[0], pool.count)
    value = bank.form.unpack(pool.values[row: row + 1])[0]
    known, last = [*bank.form.unpack(pool.values[list(bank.subterms(row))]), np.full(24, 3, dtype=np.uint64)], value
    for _ in range(rng.choice((1, 2, 3))):
        op = operator(rng.choice(names))
        operands = [last, *(rng.choice(known) for _ in range(op.arity - 1))]
        rng.shuffle(operands)
        last = op(domain, *operands)
        known.append(last)
    goal = np.asarray(operator(joint)(domain, value, last)) & full
    found = programs(bank, Wanted.exactly(bank.form, goal), (3,))
    assert all((run_program(program, list(inputs), width) == goal).all() for program in found)
    easy = (goal == goal[0]).all() or any((goal == row).all() for row in bank.form.unpack(pool.values[: pool.count]))
    assert found or easy or not (goal & ~value if joint == "or" else ~goal & value if joint == "and" else goal).any()


def test_bits_that_do_not_matter_may_be_any() -> None:
    bank, inputs = bank_of(("add", "or", "mul"), 2, 8, 5, 1)
    form = bank.form
    low = np.uint64(15)
    goal = ((inputs[0] + inputs[1]) | (inputs[0] + inputs[1]) * inputs[0]) & low
    care = form.pack(np.full((1, 24), low))[0]
    found = programs(bank, Wanted(form, form.pack(goal[None, :])[0], care))
    assert found
    assert all(((run_program(program, list(inputs), 8) ^ goal) & low == 0).all() for program in found)


def test_constants_that_the_grammar_lacks_are_not_used() -> None:
    bank, inputs = bank_of(("add", "or", "lshr"), 2, 8, 7, 1, literals=(1,))
    goal = (inputs[0] + inputs[1] & np.uint64(255)) | inputs[0] >> np.uint64(2)
    found = programs(bank, Wanted.exactly(bank.form, goal), (2,))
    assert found
    assert all(set(program.constants) <= {1} for program in found)


def test_a_grammar_without_plain_rules_has_none() -> None:
    chosen = Rule(operator("ite"), (1, 0, 0))
    truths = NonTerminal("B", 1, (), (), False, (Rule(operator("ult"), (0, 0)),))
    grammar = Grammar((NonTerminal("S", None, (0,), (), True, (chosen,)), truths))
    bank = Bank(grammar, np.zeros((1, 8), dtype=np.uint64), Format(8, 8), (1,), 1 << 20)
    assert not Completions.applies(bank)


def test_subterms_are_those_of_the_start_each_once() -> None:
    bank, _ = bank_of(("add",), 2, 8, 3, 2)
    pool = bank.pools[0]
    for row in range(pool.count):
        rows = bank.subterms(row)
        assert rows[0] == row
        assert len(set(rows)) == len(rows)
        assert all(r < row for r in rows[1:])
    assert [bank.subterms(row) for row in range(pool.ends[0])] == [(row,) for row in range(pool.ends[0])]


def test_constants_are_of_the_sort_of_the_start() -> None:
    rules = tuple(Rule(operator(n), (0, 0)) for n in ("add", "or", "and", "lshr"))
    grammar = Grammar((NonTerminal("S", 4, (0, 1), (), True, rules),))
    inputs = np.random.default_rng(1).integers(0, 16, (2, 24), dtype=np.uint64)
    bank = Bank(grammar, inputs, Format(8, 24), (1,), 1 << 28)
    for _ in bank.grow():
        pass
    goal = (inputs[0] + inputs[1]) | ((inputs[0] + inputs[1]) >> np.uint64(2) & np.uint64(5))
    found = programs(bank, Wanted.exactly(bank.form, goal), (21, 2, 5))
    assert found
    assert all(constant < 16 for program in found for constant in program.constants)


def test_searches_share_their_time() -> None:
    """One that works for longer has fewer turns."""
    def work(rounds: int, told: str) -> Iterator[Event | None]:
        for _ in range(20):
            sum(range(rounds))
            turns.append(told)
            yield None

    turns: list[str] = []
    assert list(in_turns(work(200_000, "long"), work(1000, "short"), iter(()))) == [None] * 40
    assert turns[:22].count("long") < 5


def test_a_refuted_completion_does_not_end_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bank is made again for the new example, and grows as far as before."""
    monkeypatch.setattr("synth.engines.structural.engine._ROOM", 1 << 22)
    engine = Structural(load_specification("specs/hackers_delight/p25.py"), 0)
    engine.goto(Point(0, 1, 32))
    for _ in range(300):
        assert not any(isinstance(event, Exhausted) for event in engine.step(0.05))
        if engine._search is not None and engine._search._bank.full:
            break
    search = engine._search
    assert search is not None
    assert search._bank.full
    engine.add_examples(32, [{"x": 123456789, "y": 987654321}])
    search._misled = True
    engine.step(0.05)
    for _ in range(300):
        assert not any(isinstance(event, Exhausted) for event in engine.step(0.05))
        if search._bank.full:
            return
    raise AssertionError("the bank did not grow again")


def test_the_next_word_with_as_many_bits_is_found() -> None:
    """p20 in eight bits, with all operators and no hint; the program is one of seven instructions."""
    engine = Structural(load_specification("specs/hackers_delight/p20.py"), 0)
    engine.goto(Point(0, 1, 8))
    for _ in range(10_000):
        for event in engine.step(0.1):
            if isinstance(event, Proposal):
                assert len(event.candidate["f"].instructions) == 7
                return
    raise AssertionError("nothing was found")
