"""The genetic engine: conformance, batches against the reference, and what survives from point to point."""

import random

import numpy as np
import pytest
from conformance import IN_GRAMMARS, PROBLEMS, Problem, check_solved
from grammars import CONDITIONS, FLAT, LAYERS, NARROW, TRICKS, random_grammar, rule

from synth import terms
from synth.engines.constants import many
from synth.engines.genetic import Genetic
from synth.engines.genetic.batch import Batch
from synth.engines.genetic.engine import ISLANDS, POPULATION
from synth.engines.genetic.genome import Layout
from synth.engines.genetic.grading import Grader, bit_count
from synth.engines.genetic.selection import SELECTIONS, epsilon_lexicase, tournament
from synth.engines.genetic.shorten import shortened
from synth.engines.genetic.sorts import Sorts
from synth.engines.genetic.variation import mate, mutate
from synth.engines.protocol import Event, Exhausted, Point, Proposal, candidate_length
from synth.evaluation.arrays import evaluate
from synth.evaluation.integers import Integers
from synth.grammar import Grammar, NonTerminal
from synth.operators import operator
from synth.program import Instruction, Program, of_term
from synth.specification import Function, Specification

X, Y = terms.symbol("x"), terms.symbol("y")
F, G, U = Function("f", 1), Function("g", 2), Function("u", 0)
SPECIFICATION = Specification([F, U, G], [X, Y], G(F(X), Y + U.term) == F(Y), 8)


def _layout(slots: int = 5, constants: int = 2, width: int = 8, specification: Specification = SPECIFICATION) -> Layout:
    return Layout(specification, slots, constants, width, np.array(many(specification, width), dtype=np.uint64))


@pytest.mark.parametrize("problem", [*PROBLEMS, *IN_GRAMMARS], ids=str)
def test_solves(problem: Problem) -> None:
    trace = check_solved(Genetic(problem.specification, 0), problem)
    assert not trace.closed


def test_a_batch_gives_what_the_decoded_programs_give() -> None:
    rng, layout = np.random.default_rng(0), _layout()
    genomes = layout.random(60, rng)
    batch = Batch(layout, genomes)
    words = {"x": rng.integers(0, 256, 20, dtype=np.uint64), "y": rng.integers(0, 256, 20, dtype=np.uint64)}
    found = terms.interpret(SPECIFICATION.formula, batch._domain, {n: w[None, :] for n, w in words.items()}, batch.call)
    for row in range(60):
        assert (found[row] == evaluate(SPECIFICATION.formula, words, layout.decode(genomes, row), 8)).all()


def test_live_lengths_bound_the_decoded_ones() -> None:
    layout = _layout()
    genomes = layout.random(200, np.random.default_rng(1))
    lengths = Batch(layout, genomes).lengths
    decoded = [candidate_length(layout.decode(genomes, row)) for row in range(200)]
    assert all(d <= n for d, n in zip(decoded, lengths, strict=True))
    assert sum(d == n for d, n in zip(decoded, lengths, strict=True)) > 150


def test_programs_survive_a_larger_layout() -> None:
    rng, old, new = np.random.default_rng(2), _layout(4, 2, 8), _layout(7, 3, 16)
    genomes = old.random(100, rng)
    adopted = new.adopt(genomes, old, rng)
    for row in range(100):
        assert {n: p.normalise(8) for n, p in new.decode(adopted, row).items()} == old.decode(genomes, row)


def test_constants_are_cut_to_a_smaller_width() -> None:
    rng, old, new = np.random.default_rng(3), _layout(width=16), _layout(width=4)
    adopted = new.adopt(old.random(100, rng), old, rng)
    assert adopted.constants.max() < 16
    assert adopted.words.max() < 16


def test_variation_keeps_individuals_well_formed() -> None:
    rng, layout = np.random.default_rng(4), _layout()
    genomes = layout.random(101, rng)
    before = genomes.take(np.arange(101))
    for _ in range(20):
        mate(genomes, rng, 0.9)
        mutate(genomes, layout, rng, 3.0)
    assert (genomes.codes != before.codes).any()
    assert max(genomes.constants.max(), genomes.words.max()) < 256
    assert all(layout.decode(genomes, row) for row in range(101))


GRAMMARS = [CONDITIONS, LAYERS, TRICKS, NARROW, FLAT, *(random_grammar(random.Random(seed), 3) for seed in range(25))]


def _in(grammar: Grammar, arity: int = 1) -> Specification:
    """A specification of a function in a grammar, and of one in L."""
    function = Function("k", arity, grammar=grammar)
    return Specification([function, F], [X], function(*[X] * arity) == F(X), 8)


def _arity(grammar: Grammar) -> int:
    return 1 + max((a for n in grammar.nonterminals for a in n.arguments), default=0)


@pytest.mark.parametrize("number", range(len(GRAMMARS)))
def test_individuals_are_in_their_grammar_whatever_happens_to_them(number: int) -> None:
    grammar, rng = GRAMMARS[number], np.random.default_rng(number)
    specification = _in(grammar, _arity(grammar))
    layout = _layout(6, 2, 8, specification)
    if not layout.choices.possible:
        return
    genomes = layout.random(80, rng)
    for slots, constants, width in ((6, 2, 8), (9, 3, 4), (14, 4, 16)):
        layout, old = _layout(slots, constants, width, specification), layout
        genomes = layout.adopt(genomes, old, rng)
        for _ in range(8):
            mate(genomes, rng, 0.9)
            mutate(genomes, layout, rng, 4.0)
        decoded = [layout.decode(genomes, row) for row in range(80)]
        assert all(grammar.derives(candidate["k"], width) for candidate in decoded), (width, grammar)


def test_programs_in_a_grammar_survive_a_larger_layout() -> None:
    rng, specification = np.random.default_rng(2), _in(NARROW)
    old, new = _layout(8, 2, 8, specification), _layout(13, 4, 16, specification)
    genomes = old.random(100, rng)
    adopted = new.adopt(genomes, old, rng)
    for row in range(100):
        assert {n: p.normalise(8) for n, p in new.decode(adopted, row).items()} == old.decode(genomes, row)


@pytest.mark.parametrize("grammar", [CONDITIONS, NARROW], ids=["conditions", "narrow"])
def test_a_batch_in_a_grammar_gives_what_the_decoded_programs_give(grammar: Grammar) -> None:
    specification, rng = _in(grammar, _arity(grammar)), np.random.default_rng(0)
    layout = _layout(10, 2, 8, specification)
    genomes = layout.random(60, rng)
    words = {"x": rng.integers(0, 256, 20, dtype=np.uint64)}
    batch = Batch(layout, genomes)
    found = terms.interpret(specification.formula, batch._domain, {"x": words["x"][None, :]}, batch.call)
    for row in range(60):
        assert (found[row] == evaluate(specification.formula, words, layout.decode(genomes, row), 8)).all()


def test_slots_are_shared_out_over_the_sorts_that_are_needed() -> None:
    assert [n for n, _ in Sorts(CONDITIONS).slots(5)] == [1, 0, 1, 0, 1]
    assert [n for n, _ in Sorts(LAYERS).slots(6)] == [2, 1, 0, 2, 1, 0]
    helper = Grammar((NonTerminal("Start", None, (0,), (), False, (rule("add", 0, 1),)),
                      NonTerminal("Twice", rules=(rule("mul", 2, 2),)), NonTerminal("Two", literals=(2,)),
                      NonTerminal("Unused", rules=(rule("neg", 0),))))
    assert Sorts(helper).round == (1, 0, 0)
    chain = Grammar((NonTerminal("Start", rules=(rule("add", 1, 1),)), NonTerminal("Once", rules=(rule("mul", 2, 2),)),
                     NonTerminal("Leaf", arguments=(0,))))
    assert Sorts(chain).round == (1, 0)


def test_a_grammar_without_programs_is_given_up() -> None:
    endless = Grammar((NonTerminal("Start", rules=(rule("neg", 0),)),))
    function = Function("f", 1, grammar=endless)
    engine = Genetic(Specification([function], [X], function(X) == X, 8), 0)
    engine.goto(Point(3, 0, 8))
    assert engine.step(0.1) == [Exhausted(Point(3, 0, 8), complete=False)]


def test_tournaments_favour_the_better() -> None:
    winners = tournament(np.arange(100.0), np.zeros((100, 1)), 500, np.random.default_rng(5), 4)
    assert winners.mean() > 70
    assert winners.max() < 100


@pytest.mark.parametrize("text", ["f(x) == y", "~(x < f(y))", "(x == y).implies(f(x) == 3) & (f(y) != x)", "f(x) | (x <= 5)"])
def test_grades_are_1_exactly_where_the_formula_holds(text: str) -> None:
    def f(word: terms.Term) -> terms.Term:
        return terms.call("f", [word])

    formula = eval(text, {"x": X, "y": Y, "f": f})
    formula = formula if formula.boolean else formula != 0
    rng = np.random.default_rng(6)
    words = {n: rng.integers(0, 256, (1, 500), dtype=np.uint64) for n in "xy"}
    value, grade = Grader(formula, 8).grade(words, lambda _name, arguments: arguments[0] >> np.uint64(5))
    assert ((value != 0) == (grade == 1.0)).all()
    assert 0 <= grade.min() <= grade.max() <= 1


def test_a_nearer_word_has_the_better_grade() -> None:
    words = {"x": np.array([[8, 9, 12, 0xF7]], dtype=np.uint64)}
    _, grade = Grader(X == 8, 8).grade(words, lambda _name, arguments: arguments[0])
    assert list(np.argsort(-grade[0])) == [0, 1, 2, 3]


def test_bits_are_counted() -> None:
    words = [0, 1, 0xFFFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0001, 0x1234_5678_9ABC_DEF0]
    assert list(bit_count(np.array(words, dtype=np.uint64))) == [w.bit_count() for w in words]


def test_ballast_is_dropped() -> None:
    add, ite, neg, conj = (operator(o) for o in ("add", "ite", "neg", "and"))
    ballast = Program(1, (5, 3), (Instruction(add, (1, 2)), Instruction(ite, (3, 0, 0)), Instruction(neg, (4,)),
                                  Instruction(conj, (4, 5))), 6)

    def isolates(candidate: dict[str, Program]) -> bool:
        return all(candidate["f"].run(Integers(8), [x]) == x & -x & 255 for x in range(256))

    assert isolates({"f": ballast})
    short = shortened({"f": ballast}, 8, isolates)["f"]
    assert short.length == 2
    assert isolates({"f": short})


def _events(seed: int, count: int) -> list[Event]:
    engine = Genetic(Specification([F], [X], F(X) == (X & -X) + 1, 8), seed)
    engine.add_examples(8, [{"x": x} for x in (0, 3, 8, 255)])
    engine.goto(Point(2, 1, 8))
    events: list[Event] = []
    while len(events) < count:
        events += engine.step(0.0)
    return events


def test_lexicase_finds_specialists() -> None:
    """Two who are each right on one half, whatever they are elsewhere, before who is half right everywhere."""
    cases = np.array([[0.5] * 10, [1.0] * 5 + [0.45] * 5, [0.45] * 5 + [1.0] * 5, *([[0.44] * 10] * 4)])
    rng = np.random.default_rng(6)
    assert set(epsilon_lexicase(cases.mean(axis=1), cases, 200, rng).tolist()) == {1, 2}
    assert set(ISLANDS) <= set(SELECTIONS)


@pytest.mark.parametrize("scheme", SELECTIONS)
def test_every_scheme_prefers_who_is_best_on_every_example(scheme: str) -> None:
    cases = np.random.default_rng(7).random((40, 6)) * 0.5
    cases[17] = 1.0
    chosen = SELECTIONS[scheme](cases.mean(axis=1), cases, 300, np.random.default_rng(8))
    assert chosen.shape == (300,)
    assert np.bincount(chosen, minlength=40).argmax() == 17


def test_a_candidate_is_an_individual_and_back() -> None:
    layout, rng = _layout(slots=6, constants=3), np.random.default_rng(9)
    genomes = layout.random(200, rng)
    for row in range(200):
        candidate = layout.decode(genomes, row)
        encoded = layout.encode(candidate, rng)
        assert encoded is None or layout.decode(encoded, 0) == candidate
        assert encoded is not None or len({c for p in candidate.values() for c in p.constants}) > 3


def test_near_misses_of_others_immigrate() -> None:
    """A program that is nearly the answer, and too long to be met by chance, is what evolution goes on from."""
    wanted = X * 37 + (X >> 3) ^ 90
    specification = Specification([F], [X], F(X) == wanted, 8)
    near = _compiled(X * 37 + (X >> 3) ^ 91)
    engine = Genetic(specification, 0)
    engine.goto(Point(4, 3, 8))
    engine.add_examples(8, [{"x": x} for x in range(0, 256, 8)])
    engine.step(0.0)
    engine.add_near_miss(8, {"f": near})
    engine.add_near_miss(16, {"f": near})
    assert engine.statistics.notes["immigrants"] == 1
    found = next(event for _ in range(200) for event in engine.step(0.1))
    assert isinstance(found, Proposal)


def _compiled(term: terms.Term) -> Program:
    return of_term(term, ["x"])


def test_what_it_did_is_counted_and_logged() -> None:
    engine = Genetic(Specification([F], [X], F(X) == X * X * X * 77 + (X ^ (X >> 5)) * 3, 16), 1)
    engine.goto(Point(9, 2, 16))
    engine.add_examples(16, [{"x": 3 * x} for x in range(40)])
    while engine.statistics.notes.get("generations", 0) < 60:
        engine.step(0.05)
    assert engine.statistics.notes["migrations"] >= 2
    assert POPULATION % len(ISLANDS) == 0 and engine.statistics.candidates >= 60 * POPULATION
    assert engine.logbook.select("generation")[:3] == [20, 40, 60]
    assert all(0 < m <= b <= 1 for m, b in zip(*engine.logbook.select("median", "best"), strict=True))


def test_the_seed_decides() -> None:
    assert _events(7, 6) == _events(7, 6)


def test_no_candidate_is_proposed_twice() -> None:
    found = [e.candidate["f"] for e in _events(1, 25) if isinstance(e, Proposal)]
    assert len(found) == len(set(found)) == 25


def test_evolution_is_incremental() -> None:
    engine = Genetic(Specification([F], [X], F(X) == (X ^ 91) * 7 + 3, 16), 0)
    rng = random.Random(0)
    engine.add_examples(16, [{"x": rng.randrange(1 << 16)} for _ in range(8)])
    engine.goto(Point(2, 1, 16))
    for _ in range(12):
        engine.step(0.0)
    before = engine.statistics.best
    engine.goto(Point(3, 1, 16))
    engine.step(0.0)
    assert before is not None and engine.statistics.best is not None
    assert engine.statistics.best >= before - 1e-9
    assert engine.statistics.candidates == 13 * 1500


def test_gives_up_without_closing() -> None:
    engine = Genetic(Specification([F], [X], (F(X) == 1) & (F(X) == 2), 4, operators=()), 0)
    engine.add_examples(4, [{"x": 3}])
    engine.goto(Point(0, 0, 4))
    events: list[Event] = []
    while not events:
        events = engine.step(0.2)
    assert events == [Exhausted(Point(0, 0, 4), complete=False)]
