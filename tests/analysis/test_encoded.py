"""The encodings: each solved on programs with known verdicts, its solution read back as a certificate that the checker proves."""

import time
from dataclasses import replace

import pytest
from systems import loop

from synth import terms
from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import Certificate, DangerInvariant, Ranking, RecurrenceSet, SafetyInvariant, Trace
from synth.analysis.certificates.obligations import bounded
from synth.analysis.clauses.scope import problems
from synth.analysis.encoded import by_clauses
from synth.analysis.formulas import certificates
from synth.analysis.property import Property
from synth.analysis.verdict import decide
from synth.booleans import conjunction
from synth.encoding import Inapplicable, Program, Proof
from synth.errors import InputError
from synth.frontends.encodings import load_encoding, load_encodings
from synth.solver.options import ENGINE_NAMES, Options
from synth.specification import Reading
from synth.terms import Term, constant, slt, symbol
from synth.transition import Edge, Kind, Place, TransitionSystem, Variable, remembering

X, Y, K = symbol("x"), symbol("y"), symbol("k")
ENCODINGS = load_encodings()
OPTIONS = Options(timeout=90.0, minimal=0.0, shorter=0.0)
KINDS = {Proof.TERMINATION: Ranking, Proof.NONTERMINATION: RecurrenceSet, Proof.SAFETY: SafetyInvariant,
         Proof.DANGER: DangerInvariant}


def found(name: str, system: TransitionSystem) -> list[Certificate]:
    """The certificates of an encoding that the other solver proves, too."""
    every = [f.certificate for f in certificates(system, ENCODINGS[name].formula(Program(system)), OPTIONS)]
    assert all(checked(system, c, 20.0, ("bitwuzla",)).holds for c in every)
    return every


def nested(inner: Term, behind: Term) -> TransitionSystem:
    """while (x != 0) { y = 2; while (y != 0) y = `inner`; x = `behind`; }, on four bits."""
    places = (Place(0, Kind.ENTRY), Place(1, Kind.HEAD, 1), Place(2, Kind.HEAD, 2), Place(3, Kind.EXIT))
    edges = (Edge(0, 1, constant(True), (symbol("x0"), constant(0)), (Variable("x0", 4),)),
             Edge(1, 2, X != 0, (X, constant(2))), Edge(1, 3, X == 0, (X, Y)),
             Edge(2, 2, Y != 0, (X, inner), (Variable("k", 4),)), Edge(2, 1, Y == 0, (behind, Y)))
    return TransitionSystem("nested", 4, (Variable("x", 4), Variable("y", 4)), places, edges)


def one_bit(system: TransitionSystem) -> TransitionSystem:
    """The system with an input k of one bit."""
    bit = Variable("k", 1)
    edges = tuple(replace(e, inputs=tuple(bit if i.name == "k" else i for i in e.inputs)) for e in system.edges)
    return replace(system, edges=edges)


DOWN = loop("x", X != 0, {"x": X - 1})
STILL = loop("x", X != 5, {"x": X})
RIGHT = loop("x", X < 100, {"x": X + 3}, {"x": constant(0)}, wrong=X > 102)
UP = loop("x", X < 4, {"x": X + 2}, {"x": constant(0)}, wrong=X >= 4, width=4)
CHOICE = loop("x y", slt(0, X), {"x": X - K, "y": Y}, inputs="k")
LAST = loop("x y", X < 4, {"x": X + 2, "y": K}, {"x": constant(0), "y": constant(0)}, "k", Y == 1, width=4)
STEP_IS_KEPT = loop("x y", slt(0, X), {"x": X - Y}, {"y": constant(1)}, width=4)

LATE = loop("x", slt(X, 1000000), {"x": X + 1}, {"x": constant(0)}, wrong=X == 1000000)
SOON = loop("x", slt(X, 2000), {"x": X + 1}, {"x": constant(0)}, wrong=X == 2000)

SOLVED = [
    ("termination/unconditional", DOWN, Ranking), ("termination/conditional", STEP_IS_KEPT, Ranking),
    ("termination/lexicographic", DOWN, Ranking), ("termination/nested", nested(constant(0), X - 1), Ranking),
    ("nontermination/open", one_bit(CHOICE), RecurrenceSet), ("nontermination/closed", STILL, RecurrenceSet),
    ("nontermination/skolemised", CHOICE, RecurrenceSet), ("nontermination/nested", nested(K & 1, X), RecurrenceSet),
    ("safety/invariant", RIGHT, SafetyInvariant), ("danger/deterministic", UP, DangerInvariant),
    ("danger/open", one_bit(LAST), DangerInvariant), ("danger/skolemised", LAST, DangerInvariant),
    ("danger/total", UP, DangerInvariant),
    ("tautologies/termination", DOWN, Ranking), ("tautologies/termination", STILL, RecurrenceSet),
    ("tautologies/safety", RIGHT, SafetyInvariant), ("tautologies/safety", UP, DangerInvariant),
]


LONG = ("tautologies/safety", "danger/skolemised", "termination/nested", "nontermination/skolemised")
"""Those that take some ten seconds each."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "system", "kind"), [
    pytest.param(*case, id=f"{case[0]}-{i}", marks=[pytest.mark.slower] * (case[0] in LONG)) for i, case in enumerate(SOLVED)])
def test_a_solution_is_a_certificate(name: str, system: TransitionSystem, kind: type[Certificate]) -> None:
    kinds = [type(c) for c in found(name, system)]
    assert kinds == [kind]


@pytest.mark.parametrize(("name", "system", "kind"), [
    ("termination/lexicographic:3", STEP_IS_KEPT, Ranking), ("nontermination/skolemised", CHOICE, RecurrenceSet),
    ("safety/invariant", RIGHT, SafetyInvariant), ("danger/total:2", LATE, DangerInvariant), ("danger/total", SOON, Trace)])
def test_certificates_of_the_system_that_is_recognised_are_those_of_the_program(name: str, system: TransitionSystem,
                                                                              kind: type[Certificate]) -> None:
    (claim,) = load_encoding(name).formula(Program(system)).claims
    every = (f.certificate for f in by_clauses(system, claim, time.monotonic() + 20, 0) if f is not None)
    first = next(c for c in every if isinstance(c, kind))
    assert checked(system, first, 20.0, ("bitwuzla",)).holds


@pytest.mark.parametrize("asked", Property)
def test_words_may_be_called_like_unknowns(asked: Property) -> None:
    names = ("W", "R1", "S", "D", "N", "C_K")
    system = loop(" ".join(names), symbol("W") != 0, {"W": symbol("W") - 1, "S": symbol("S") ^ symbol("K")}, inputs="K",
                  wrong=symbol("W") != 0)
    assert decide(system, asked, 20.0).holds is True
    for name in ("tautologies/termination", "tautologies/safety", "termination/lexicographic", "danger/skolemised"):
        assert ENCODINGS[name].formula(Program(system)).specification


def test_a_program_without_variables_is_a_question_for_the_engines() -> None:
    wrong = K * K == 3
    places = (Place(0, Kind.ENTRY), Place(1, Kind.HEAD, 1), Place(2, Kind.ERROR))
    choice = (Variable("k", 32),)
    edges = (Edge(0, 1, constant(True), ()), Edge(1, 1, terms.apply("eq", wrong, 0), (), choice), Edge(1, 2, wrong, (), choice))
    verdict = decide(TransitionSystem("none", 32, (), places, edges), Property.SAFETY, 20.0)
    assert verdict.holds is True and str(verdict.found_by).startswith("safety/invariant, invariants")


def test_many_cases_are_one_edge() -> None:
    """The inputs of a step are in one relation or another to its state, again and again."""
    names = [f"k{i}" for i in range(6)]
    cases = [(symbol(n) == X) | (symbol(n) == X + 1) | (symbol(n) == X + 2) for n in names]
    total = sum((symbol(n) for n in names[1:]), symbol(names[0]))
    system = loop("x y", conjunction([X != 0, *cases]), {"x": X - 1, "y": total}, {"y": constant(0)}, " ".join(names), slt(X, 0))
    (problem,) = (p for p in problems(ENCODINGS["termination/conditional"].formula(Program(system)).specification) if p.ranks)
    assert 2 < len(problem.system.edges) < 200


def test_the_lowest_bits_of_a_choice_are_its_input() -> None:
    """Only rounds whose byte is large lead to where the run stays."""
    byte = (Variable("k", 8),)
    places = (Place(0, Kind.ENTRY), Place(1, Kind.HEAD, 1), Place(2, Kind.EXIT))
    on = terms.apply("or", X == 3, X < 3)
    behind = terms.ite(X == 3, X, terms.ite(K >= 128, X + 1, X + 5))
    edges = (Edge(0, 1, constant(True), (constant(0),)), Edge(1, 1, on, (behind,), byte),
             Edge(1, 2, terms.apply("eq", on, 0), (X,)))
    system = bounded(TransitionSystem("byte", 32, (Variable("x", 32),), places, edges))
    (claim,) = ENCODINGS["nontermination/skolemised"].formula(Program(system)).claims
    first = next(f.certificate for f in by_clauses(system, claim, time.monotonic() + 20, 0) if f is not None)
    assert checked(system, first, 20.0, ("bitwuzla",)).holds


def test_conditions_that_the_formula_has_nothing_of_are_hints() -> None:
    """The assertion is none of the question whether the loop ends, but says what is worth knowing of it."""
    known = ENCODINGS["termination/conditional"].formula(Program(RIGHT)).specification
    assert [terms.text(c) for c in known.conditions["W"]] == [terms.text(e.guard) for e in RIGHT.edges[2:]]
    (problem,) = (p for p in problems(known) if not p.chosen)
    assert [p.kind for p in problem.system.places if p.number not in (0, 1)] == [Kind.EXIT]
    assert ENCODINGS["safety/invariant"].formula(Program(RIGHT)).specification.conditions == {"S": (RIGHT.edges[2].guard,)}
    assert known.readings["x"] == Reading(32, True)


def test_the_formulas_fit_their_programs() -> None:
    def refused(name: str, system: TransitionSystem) -> str:
        with pytest.raises(Inapplicable) as error:
            ENCODINGS[name].formula(Program(system))
        return error.value.message

    two_loops, many_values = nested(Y - 1, X - 1), CHOICE
    assert "nested" in refused("nontermination/closed", two_loops)
    assert "closed" in refused("nontermination/nested", DOWN)
    assert "inside" in refused("termination/nested", DOWN)
    assert "skolemised" in refused("danger/deterministic", many_values)
    assert "Skolem" in refused("nontermination/open", many_values)
    no_loop = replace(DOWN, places=(DOWN.places[0], replace(DOWN.places[1], kind=Kind.EXIT), DOWN.places[2]), edges=DOWN.edges[:1])
    assert "no loop" in refused("termination/conditional", no_loop)


def test_every_encoding_says_what_it_is() -> None:
    assert set(name for name, _, _ in SOLVED) == set(ENCODINGS)
    for name, encoding in ENCODINGS.items():
        assert encoding.name == name and encoding.tag and encoding.summary and encoding.proves


def test_what_is_known_is_a_premise_and_part_of_the_certificate() -> None:
    right, wrong = (ENCODINGS["termination/unconditional"].formula(Program(STEP_IS_KEPT, {1: known})) for known in (Y == 1, Y == 2))
    (ranking,) = certificates(STEP_IS_KEPT, right, OPTIONS)
    assert checked(STEP_IS_KEPT, ranking.certificate, 20.0).holds
    assert not list(certificates(STEP_IS_KEPT, wrong, OPTIONS))


def test_history_words_hold_the_last_state_at_a_place() -> None:
    system = remembering(nested(Y - 1, X - 1), 1)
    assert [v.name for v in system.variables] == ["x", "y", "x@1", "y@1"]
    by_target = {(e.source, e.target): [terms.text(u) for u in e.update] for e in system.edges}
    assert by_target[2, 2][2:] == ["x@1", "y@1"]
    assert by_target[2, 1][2:] == by_target[2, 1][:2]


def test_a_question_can_be_put_as_a_named_formula() -> None:
    verdict = decide(DOWN, Property.TERMINATION, 20.0, encodings=["termination/unconditional"])
    assert verdict.found_by in [f"termination/unconditional, {engine}" for engine in ENGINE_NAMES]
    with pytest.raises(Inapplicable):
        decide(DOWN, Property.TERMINATION, 20.0, encodings=["termination/nested"])
    for asked, name in ((Property.TERMINATION, "tautologies/safety"), (Property.SAFETY, "termination/conditional")):
        with pytest.raises(Inapplicable, match=f"{name} says nothing of {asked.value}"):
            decide(UP, asked, 20.0, encodings=[name])
    with pytest.raises(InputError, match="no such file, and no bundled encoding"):
        decide(DOWN, Property.TERMINATION, 20.0, encodings=["termination/none"])


def test_ranks_have_any_dimension() -> None:
    triple = load_encoding("termination/lexicographic:3")
    assert triple.title == "termination/lexicographic:3"
    assert [f.name for f in triple.formula(Program(DOWN)).specification.exists] == ["W", "R1", "R2", "R3"]
    for wrong in ("termination/lexicographic:0", "termination/conditional:2", "termination/lexicographic:two"):
        with pytest.raises(InputError):
            load_encoding(wrong)


def test_proofs_have_kinds_of_certificates() -> None:
    for name, _, kind in SOLVED:
        assert kind in {KINDS[proof] for proof in load_encoding(name).proves}
