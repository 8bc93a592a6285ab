"""Formulas of clauses: recognised as the programs that they speak of, solved by the engines for them, solutions read off."""

from __future__ import annotations

import pathlib
import random
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from busy import SLACK
from random_systems import random_system
from sampled import some
from systems import explored, loop

from synth import terms
from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import Certificate, DangerInvariant, Ranking, RecurrenceSet, SafetyInvariant, Step, Trace
from synth.analysis.clauses.normal_form import Clause, Descent, NoClauses, Way, clauses_of
from synth.analysis.clauses.recognition import Problem, problems_of
from synth.analysis.clauses.scope import (
    asks_for_danger_invariants,
    asks_for_invariants,
    asks_for_ranks,
    asks_for_recurrence_sets,
    problems,
)
from synth.analysis.clauses.solutions import solution_of
from synth.analysis.simulation.simulator import Simulator
from synth.api.inputs.formats import load_specification
from synth.booleans import TRUE
from synth.checking.prove import Proved, prove
from synth.checking.refute import Refuter
from synth.encoding import Inapplicable, Program
from synth.engines.protocol import Candidate, Exhausted, Point, Shown
from synth.engines.registry import create
from synth.evaluation import integers
from synth.frontends.encodings import load_encodings
from synth.program import applied
from synth.solver.coordinator import solve
from synth.solver.options import Options
from synth.solver.outcome import Status
from synth.specification import Function, Specification, operator_set
from synth.terms import Term, symbol
from synth.transition import Kind, symbols

ROOT = pathlib.Path(__file__).parents[2]
X, Y, X1 = symbol("x"), symbol("y"), symbol("x1")
P, Q, R, S, C = (Function("P", 1, True), Function("Q", 1, True), Function("R", 1), Function("S", 1), Function("C", 1))
ENCODINGS = load_encodings()


def read(formula: Term, *functions: Function, width: int = 8, given: Term = TRUE) -> Problem:
    return problems_of(formula, functions, width, given)[0]


def edges(problem: Problem) -> list[tuple[int, int, str, str]]:
    return [(e.source, e.target, terms.text(e.guard), ", ".join(map(terms.text, e.update))) for e in problem.system.edges]


def test_clauses_of_a_formula() -> None:
    step = (P(X) & (X < 5)).implies(P(X + 1) & (X != 3))
    assert clauses_of((X == 0).implies(P(X)) & step) == (
        Clause(None, X == 0, (Way(target=P(X).arguments[0]),)),
        Clause(P(X).arguments[0], X < 5, (Way(X != 3, P(X + 1).arguments[0]),)))
    falls = (R(X1) < R(X)) | ((R(X) == R(X1)) & (S(X) > S(X1)))
    assert clauses_of(P(X).implies(falls)) == (
        Clause(P(X).arguments[0], TRUE, (Way(descents=(Descent((R(X), S(X)), (R(X1), S(X1))),)),)),)


@pytest.mark.parametrize(("formula", "why"), [
    (P(X) == Q(X), "no clause"), ((P(X) & Q(Y)).implies(P(Y)), "several predicates"), (P(X).implies(~(R(X) > R(X1))), "no clause"),
    (P(X).implies((X == 1) | (P(X1) & Q(X))), "two predicates"), (P(X).implies(P(X1) | (~Q(X1) & Q(Y) & (X < Y))), "several"),
])
def test_what_is_no_clause_is_refused(formula: Term, why: str) -> None:
    with pytest.raises(NoClauses, match=why):
        clauses_of(formula)


def test_horn_clauses_are_a_transition_system() -> None:
    problem = read((X == 0).implies(P(X)) & (P(X) & (X < 9)).implies(P(X + 1)) & P(X).implies(X < 10), P)
    assert not problem.chosen
    assert problem.predicates == {"P": 1}
    assert edges(problem) == [(0, 1, "1", "0"), (1, 1, "ult(x, 9)", "add(x, 1)"), (1, 2, "ule(10, x)", "0")]


def test_states_that_are_said_by_equations() -> None:
    """As SyGuS's problems of invariants say them: the state behind a step has words of its own."""
    step = (P(X) & ((X1 == X + 1) | ((X1 == X + 2) & (X < 7)))).implies(P(X1))
    assert edges(read((X == 0).implies(P(X)) & step, P))[1:] == [(1, 1, "ult(x, 7)", "add(x, 2)"), (1, 1, "1", "add(x, 1)")]


def test_ranks_belong_to_places() -> None:
    """To that of the predicate before them, or to one of their own where any state comes first."""
    alone = read((X > 0).implies(R(X) > R(X - 1)), R)
    assert alone.ranks == {1: ("R",)} and edges(alone)[1:] == [(0, 1, "1", "x'")]
    kept = P(X).implies(P(X - 1)) & (P(X) & (X > 0)).implies((R(X) > 0) & (R(X) > R(X - 1))) & P(terms.constant(5))
    assert read(kept, P, R).ranks == {1: ("R",)}
    with pytest.raises(NoClauses, match="rank of two"):
        read(kept & Q(X).implies(R(X) > R(X - 1)), P, Q, R)


def test_choices_are_inputs() -> None:
    word = Function("w", 0)
    problem = read(P(word.term) & P(X).implies((X < 9) & P(X + C(X))), P, C, word)
    assert problem.chosen and not problem.may_end
    assert problem.choices == {"C", "w"}
    assert edges(problem) == [(0, 1, "1", "w"), (1, 1, "ult(x, 9)", "add(x, C)")]
    assert [i.name for e in problem.system.edges for i in e.inputs] == ["w", "C"]
    with pytest.raises(NoClauses, match="other words"):
        read(P(X).implies(P(C(Y))), P, C)


def test_the_end_of_a_chosen_run() -> None:
    """It is where no clause leads on, and what clauses without ways ask for holds."""
    word = Function("w", 0)
    problem = read(P(word.term) & (P(X) & (X < 9)).implies(P(X + 1)) & (P(X) & (X >= 9)).implies(X != 9), P, word)
    assert problem.may_end
    assert problem.system.places[2].kind is Kind.ERROR
    closed = read(P(word.term) & P(X).implies(X < 9) & (P(X) & (X < 9)).implies(P(X + 1)), P, word)
    assert not closed.may_end


def test_a_precondition_is_part_of_every_clause() -> None:
    assert edges(read(R(X) > R(X - 1), R, given=X > 0))[0] == (1, 1, "ult(0, x)", "sub(x, 1)")


SIDES: dict[str, Callable[[bool, bool], bool]] = {
    "safety/invariant": lambda ends, safe: safe, "danger/total": lambda ends, safe: not safe,
    "danger/deterministic": lambda ends, safe: not safe or not ends, "danger/open": lambda ends, safe: not safe or not ends,
    "termination/conditional": lambda ends, safe: ends, "termination/lexicographic": lambda ends, safe: ends,
    "nontermination/skolemised": lambda ends, safe: not ends, "nontermination/open": lambda ends, safe: not ends}
"""What an encoding asks of a program of which is known whether every run ends, and whether no assertion fails."""


def has_solution(problem: Problem) -> bool:
    """Whether a formula has one, by all states of the system that it was recognised as."""
    ends, safe = explored(problem.system)
    if problem.chosen:
        return not safe or not (ends or problem.ranks)
    return safe and (ends or not problem.ranks)


@pytest.mark.slow
@pytest.mark.parametrize("name", some(SIDES, list(SIDES)[::2]))
def test_the_system_that_is_recognised_means_the_same(name: str) -> None:
    """The formulas of random programs ask of the systems that are read off them what holds of the programs, by all their states."""
    asked = 0
    for seed in range(400):
        system = random_system(seed, 3)
        if sum(i.bits for e in system.edges for i in e.inputs) > 12 or not system.of_kind(Kind.ERROR):
            continue
        try:
            formula = ENCODINGS[name].formula(Program(system)).specification
        except Inapplicable:
            continue
        for problem in problems(formula):
            asked += 1
            assert has_solution(problem) == SIDES[name](*explored(system)), seed
        if asked == 40:
            break
    assert asked >= 20


DOWN = (X > 0).implies(R(X) > R(X - 1))


def specification(body: Term, *functions: Function, width: int = 8) -> Specification:
    words = {n.data: n for n in terms.postorder(body) if n.kind is terms.TermKind.SYMBOL}
    return Specification(functions, tuple(words.values()), body, width)


W = Function("w", 0)
SAFE = (X < 3).implies(P(X)) & (P(X) & (X < 90)).implies(P(X + 3)) & P(X).implies(X < 94)
FOREVER = P(W.term) & P(X).implies((X > 3) & P(X | C(X)))
FAILS = P(W.term) & (P(X) & (X < 90)).implies((R(X) > R(X + 3)) & P(X + 3)) & (P(X) & (X >= 90)).implies(X == 91)
ASKED = {"invariants": specification(SAFE, P), "ranking": specification(DOWN, R), "recurrence": specification(FOREVER, P, C, W),
         "danger": specification(FAILS, P, R, W)}


def test_each_engine_is_for_its_own_shape() -> None:
    scopes = {"invariants": asks_for_invariants, "ranking": asks_for_ranks, "recurrence": asks_for_recurrence_sets,
              "danger": asks_for_danger_invariants}
    for name, spec in ASKED.items():
        assert [other for other, applies in scopes.items() if applies(spec)] == [name]
    apart = specification(SAFE | (R(Y) > R(Y - 1)), P, R)
    assert [n for n, applies in scopes.items() if applies(apart)] == ["invariants", "ranking"]


@pytest.mark.parametrize("name", ASKED)
def test_an_engine_finds_a_solution(name: str) -> None:
    outcome = solve(ASKED[name], Options(timeout=60.0, minimal=0.0, shorter=0.0, engines=(name,)))
    assert (outcome.status, outcome.found_by) == (Status.SOLVED, name)
    refuter = Refuter(ASKED[name], 8, 0)
    assert refuter.exhaustive and outcome.candidate is not None and refuter.refute(outcome.candidate) is None


def test_an_engine_without_a_problem_gives_up() -> None:
    engine = create("ranking", ASKED["invariants"], 0)
    engine.goto(Point(3, 1, 8))
    events = [event for _ in range(20) for event in engine.step(0.01)]
    assert events and all(event == Exhausted(Point(3, 1, 8), complete=False) for event in events)


def test_facts_that_are_inductive_are_shown_as_lemmas() -> None:
    nest = load_specification(str(ROOT / "specs/invariants/flattened_nest.sl"))
    engine, lemmas, until = create("invariants", nest, 0), list[Candidate](), time.monotonic() + 30.0
    engine.goto(Point(0, 0, nest.width))
    while not lemmas and time.monotonic() < until:
        lemmas += [event.lemma for event in engine.step(0.05) if isinstance(event, Shown)]
    (system,) = (p.system for p in problems(nest) if not p.chosen)
    invariants = {1: applied(lemmas[0]["inv"], [v.term for v in system.variables]) != 0}
    kept = replace(system, edges=tuple(e for e in system.edges if system.places[e.target].kind is not Kind.ERROR))
    assert checked(kept, SafetyInvariant(invariants), 20.0).holds


def test_states_before_a_set_are_added_to_it() -> None:
    """The formula wants the set to hold the first state, and a run of the program may take some steps into it."""
    spec = specification(P(W.term) & P(X).implies((X < 9) & P(terms.ite(X < 4, X + 1, X))), P, W)
    problem, *_ = problems(spec)
    found = solution_of(problem, RecurrenceSet((Step(0, {"w": 2}), Step(1), Step(1)), {1: X == 4}, {}))
    assert found is not None and found["w"].constants == (2,)
    assert isinstance(prove(spec, found, 8, 5.0), Proved)


def test_a_failing_run_is_a_danger_invariant() -> None:
    problem, = problems(ASKED["danger"])
    found = solution_of(problem, Trace((Step(0, {"w": 85}), Step(1), Step(1), Step(2))))
    assert found is not None
    assert isinstance(prove(ASKED["danger"], found, 8, 5.0), Proved)


def test_certificates_that_say_too_much_or_too_little_are_no_solutions() -> None:
    problem, = problems(ASKED["ranking"])
    wrong: list[Certificate] = [Ranking({}, {1: (X, X)}), SafetyInvariant({}), Trace((Step(0, {"any x": 1}),))]
    assert all(solution_of(problem, certificate) is None for certificate in wrong)
    problem, = problems(ASKED["danger"])
    right = DangerInvariant((Step(0, {"w": 88}),), {1: (X == 88) | (X == 91)}, {}, {1: (X + 250,)})
    assert solution_of(problem, right) is not None


@pytest.mark.parametrize(("letter", "engine"), [("d", "recurrence"), ("f", "ranking")])
def test_figures_of_the_thesis_as_specifications(letter: str, engine: str) -> None:
    spec = load_specification(str(ROOT / "specs" / "termination" / f"figure_7_2_{letter}.py"))
    chosen = [Options(timeout=40.0, seed=seed, minimal=0.0, shorter=0.0, engines=("ranking", "recurrence")) for seed in (0, 1, 2)]
    found = (solve(spec, options) for options in chosen)  # on a busy machine the first may be late
    outcome = next((outcome for outcome in found if outcome.status is Status.SOLVED), None)
    assert outcome is not None and outcome.found_by == engine


EASY = ("ring_index", "up_and_down")


@pytest.mark.slow
@pytest.mark.parametrize("path", [pytest.param(p, marks=[pytest.mark.slower] * (p.stem not in EASY))
                                  for p in sorted((ROOT / "specs" / "invariants").glob("*.sl"))], ids=lambda p: p.stem)
def test_invariants_in_sygus(path: pathlib.Path) -> None:
    outcome = solve(load_specification(str(path)), Options(timeout=90.0, minimal=0.0, shorter=0.0))
    assert outcome.status is Status.SOLVED


def test_a_loop_by_its_formula_alone() -> None:
    system = loop("x y", X < 100, {"x": X + 3, "y": Y + 1}, {"x": terms.constant(0)}, wrong=X > 102)
    formula = ENCODINGS["tautologies/safety"].formula(Program(system)).specification
    assert sorted(p.chosen for p in problems(formula)) == [False, True]


def test_answers_are_made_of_what_is_allowed() -> None:
    """Of the operators of the specification, or of L: not of what else the specification speaks of."""
    narrow = replace(ASKED["invariants"], operators=operator_set(["and", "add"]))
    outcome = solve(narrow, Options(timeout=2.0, engines=("invariants",)))
    assert outcome.candidate is None
    counted = terms.apply("popcount", X)
    body = (counted < 3).implies(P(X)) & (P(X) & (counted < 2)).implies(P(X | 1)) & P(X).implies(counted < 4)
    problem, *_ = problems(specification(body, P))
    found = solution_of(problem, SafetyInvariant({1: counted < 4}))
    assert found is not None and not specification(body, P).admits(found)


def test_predicates_of_different_arities() -> None:
    T = Function("T", 2, True)
    wider = (X == 0).implies(P(X)) & (P(X) & (X < 9)).implies(P(X + 1)) & P(X).implies(T(X, X + 1)) & P(X).implies(X < 10)
    assert all(len(e.update) == 2 for e in read(wider, P, T).system.edges)
    narrower = P(W.term) & P(X).implies((X >= 3) & T(X + 1, X)) & T(X, Y).implies((X > Y) & T(X | 1, Y))
    outcome = solve(specification(narrower, P, T, W), Options(timeout=30.0, minimal=0.0, shorter=0.0, engines=("recurrence",)))
    assert outcome.status is Status.SOLVED


@pytest.mark.parametrize("body", [
    P(terms.constant(0)) & P(X).implies((W.term != X) & P(terms.ite(X < 5, X + 1, X))), P(W.term).implies(P(X)),
    P(W.term) & P(X).implies((R(Y) < R(X)) & P(Y + 1))])
def test_what_is_no_question_about_runs_is_left_to_others(body: Term) -> None:
    """A word that is the same at every step, a step that leads to two states."""
    assert not problems(specification(body, P, R, W)) and not asks_for_ranks(specification(body, P, R, W))


def test_names_that_are_taken() -> None:
    primed = symbol("x'")
    problem = read((primed > X).implies(P(X)) & P(X).implies(P(X + 1)), P)
    assert edges(problem)[0][2] == "ult(x', x'')" or len({i.name for i in problem.system.edges[0].inputs}) == 2


def test_choices_of_nothing_are_choices() -> None:
    body = P(W.term) & P(X).implies(((X < 9) & P(X + C(X))) | ((X >= 9) & P(X - C(X))))
    problem, *_ = problems(specification(body, P, C, W))
    zero, nine = terms.constant(0), terms.constant(9)
    found = solution_of(problem, RecurrenceSet((Step(0, {"w": 3}),), {1: TRUE}, {1: {"C": zero}, 2: {"C": nine}}))
    assert found is not None
    assert [integers.run_program(found["C"], (x,), 8) for x in (3, 200)] == [0, 9]


def test_large_formulas_are_given_up_soon() -> None:
    shared = P(X)
    for k in range(40):
        shared = ((k + 1 > X) | shared) & ((Y + k < X) | shared)
    wide = P(X + 1)
    for k in range(3000):
        wide = (k == X) | wide
    start = time.monotonic()
    assert not problems(specification(P(Y).implies(shared), P))
    problems(specification(P(X).implies(wide), P))
    assert time.monotonic() - start < 20 + SLACK


def test_a_search_that_can_find_no_more_ends() -> None:
    """Its only rank falls on the edges of no loop, where nobody looks for one."""
    engine = create("ranking", specification((X > 9).implies(R(X) > S(X & 7)), R, S), 0)
    engine.goto(Point(0, 0, 8))
    assert any(isinstance(event, Exhausted) for _ in range(400) for event in engine.step(0.05))


@pytest.mark.parametrize("part", range(4))
def test_random_formulas_are_recognised_or_left_alone(part: int) -> None:
    """Whatever is recognised is a system that can be run, over the words of its states."""
    rng, T, recognised = random.Random(part), Function("T", 2, True), 0

    def word(depth: int) -> Term:
        known = [X, Y, terms.constant(rng.randrange(4)), W.term, R(X), C(X)]
        return rng.choice(known) if depth == 0 else terms.apply(rng.choice(("add", "and", "sub")), word(depth - 1), word(depth - 1))

    def formula(depth: int) -> Term:
        if depth == 0:
            return rng.choice([P(X), P(word(1)), T(X, Y), T(word(1), Y), word(1) > X, word(1) == 3, R(X) > R(word(1))])
        left, right = formula(depth - 1), formula(depth - 1)
        return rng.choice([left & right, left | right, left.implies(right), ~left, left.implies(right)])

    for _ in range(300):
        body = formula(rng.choice((1, 2, 2, 3))) & formula(2)
        if not any(str(n.data) in "xy" for n in terms.postorder(body) if n.kind is terms.TermKind.SYMBOL):
            continue
        for problem in problems(Specification((P, T, R, C, W), (X, Y), body, 3)):
            recognised += 1
            names = {v.name for v in problem.system.variables}
            for edge in problem.system.edges:
                assert len(edge.update) == len(names) and names.isdisjoint(i.name for i in edge.inputs)
                assert symbols((edge.guard, *edge.update)) <= names | {i.name for i in edge.inputs}
            Simulator(problem.system, 0, 32, 8).run()
    assert recognised >= 5
