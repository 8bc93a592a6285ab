"""Programs with one value in the middle: what is planted is found, what is found is right, and Hacker's Delight p19 is among it."""

from __future__ import annotations

import itertools
import random
import time

import numpy as np
import pytest
from banks import bank_of

from synth.api.inputs.formats import load_specification
from synth.engines.protocol import Point, Proposal
from synth.engines.structural.bank import Bank, Builder
from synth.engines.structural.engine import Structural
from synth.engines.structural.stages import Stages
from synth.evaluation.arrays import Arrays, run_program
from synth.operators import Operator, operator
from synth.program import Program

NAMES = ("add", "sub", "xor", "and", "or", "not", "neg", "mul", "shl", "lshr", "ashr", "udiv", "urem")


def programs(bank: Bank, goal: np.ndarray, first: int = 0) -> list[Program]:
    stages, found = Stages(bank, bank.form.pack(goal[None, :])[0], first), list[Program]()
    for each in stages.search():
        if each is not None:
            builder = Builder(bank.arity, bank.form.width)
            found.append(builder.program(stages.build(each, builder)))
    assert stages.tried > 0
    return found


@pytest.mark.parametrize("seed", range(12))
def test_planted_steps_are_found(seed: int) -> None:
    """A term of the bank, and one to three instructions on it and the leaves, each of which uses what was there before."""
    rng = random.Random(seed)
    width = rng.choice((4, 7, 8))
    names = tuple(sorted(rng.sample(NAMES, 5)))
    bank, inputs = bank_of(names, rng.choice((1, 2)), width, seed, 1)
    pool = bank.pools[0]
    rows = bank.form.unpack(pool.values[: pool.count])
    leaves, value = list(rows[: pool.ends[0]]), rows[rng.randrange(pool.ends[0], pool.count)]
    known, unused = [*leaves, value], value
    for _ in range(rng.choice((1, 2, 3))):
        op: Operator = operator(rng.choice(names))
        operands = [unused, *(rng.choice(known) for _ in range(op.arity - 1))]
        rng.shuffle(operands)
        unused = op(Arrays(width), *operands)
        known.append(unused)
    found = programs(bank, unused)
    assert all((run_program(program, list(inputs), width) == unused).all() for program in found)
    assert found or any((unused == row).all() for row in rows) or len(set(unused.tolist())) == 1


def test_only_new_terms_may_be_in_the_middle() -> None:
    bank, inputs = bank_of(("add", "xor", "shl"), 2, 8, 3, 2)
    pool = bank.pools[0]
    word = np.uint64(255)
    middle = bank.form.unpack(pool.values[pool.ends[0]: pool.ends[0] + 1])[0]
    goal = (middle + (middle ^ inputs[0])) & word
    assert programs(bank, goal)
    later = programs(bank, goal, pool.ends[1])
    assert all((run_program(program, list(inputs), 8) == goal).all() for program in later)


def test_many_values_do_not_hold_it_up() -> None:
    """A goal of 0 and 1 has many values in the middle everywhere: still it looks at the clock now and then."""
    bank, inputs = bank_of(NAMES, 2, 8, 5, 2)
    goal = (inputs[0] * inputs[1] ^ inputs[0] >> np.uint64(3)) & np.uint64(1)
    stages = Stages(bank, bank.form.pack(goal[None, :])[0], 0)
    start = time.monotonic()
    for _ in itertools.islice(stages.search(), 3):
        assert time.monotonic() < start + 60.0


def test_where_stages_apply() -> None:
    assert Stages.applies(bank_of(("add",), 2, 8, 0, 1)[0])
    assert Stages.applies(bank_of(("add",), 2, 4, 0, 1)[0])
    assert not Stages.applies(bank_of(("add",), 2, 32, 0, 1)[0])
    assert not Stages.applies(bank_of(("ite",), 2, 8, 0, 1)[0])
    assert not Stages.applies(bank_of(("add",), 17, 8, 0, 1)[0])


@pytest.mark.slow
def test_exchanging_two_fields() -> None:
    """Six instructions on three arguments, with all operators: one value, used twice, is in the middle."""
    engine = Structural(load_specification("hackers_delight/p19"), 0)
    engine.goto(Point(0, 0, 8))
    for _ in range(3000):
        for event in engine.step(0.1):
            if isinstance(event, Proposal) and event.candidate["f"].length == 6:
                return
    pytest.fail("nothing was found")
