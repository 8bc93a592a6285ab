"""What a proof does not need is left out of it, quickly; what it needs stays."""

from systems import loop

from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import Ranking, RecurrenceSet, SafetyInvariant
from synth.analysis.certificates.minimisation import minimised, safe_part
from synth.analysis.simulation.simulator import Simulator
from synth.booleans import conjunction, conjuncts
from synth.terms import constant, slt, symbol

X, Y, Z = symbol("x"), symbol("y"), symbol("z")
ZERO = constant(0)
COUNT = loop("x y z", slt(X, 1000), {"x": X + 1, "y": Y + 1, "z": Z + 2}, {"x": ZERO, "y": ZERO, "z": ZERO}, wrong=X + Y != Z)
FACTS = (slt(-1, X), X <= 1000, X == Y, Y <= 1000, Z == Y + Y, Z & 1 == 0, ~slt(Z, 0))


def test_a_core_is_enough() -> None:
    part = safe_part(COUNT, {1: conjunction(FACTS)}, 10.0)
    assert checked(COUNT, SafetyInvariant(part), 10.0).holds
    assert len(list(conjuncts(part[1]))) < len(FACTS)


def test_what_is_not_enough_stays_as_it_is() -> None:
    weak = {1: conjunction(FACTS[:3])}
    assert safe_part(COUNT, weak, 10.0) == weak
    assert safe_part(COUNT, {1: conjunction(FACTS)}, 0.0)[1] is conjunction(FACTS)


def test_invariants_of_a_ranking() -> None:
    down = loop("x y z", X > 0, {"x": X - Z, "y": Y + 1}, {"y": ZERO, "z": constant(1)})
    ranking = Ranking({1: conjunction((~slt(Z, 0), Z <= 2, Z == 1, Z & 1 == 1, ~slt(Z, 1)))}, {1: (X,)})
    assert checked(down, ranking, 10.0).holds
    small = minimised(down, ranking, 10.0)
    assert isinstance(small, Ranking) and checked(down, small, 10.0).holds
    assert small.invariants[1] is (Z == 1)


def test_cases_that_others_include_are_left_out() -> None:
    up = loop("x y", slt(Y, 50), {"y": Y + 1}, {"x": constant(99), "y": ZERO}, wrong=~(X <= 1000))
    fact = (X <= 1000) | ((X <= 900) & (Y <= 1000)) | (X <= 70)
    small = minimised(up, SafetyInvariant({1: fact}), 10.0)
    assert isinstance(small, SafetyInvariant) and small.invariants[1] is (X <= 1000)


def test_a_recurrence_set_by_what_its_edge_needs() -> None:
    round_ = loop("x y z", X <= 5, {"x": X & 3, "y": Y + 1, "z": Z ^ Y}, {"x": constant(2)})
    edge = next(n for n, e in enumerate(round_.edges) if (e.source, e.target) == (1, 1))
    sets = {1: conjunction((X == 2, X <= 4, X & 1 == 0, X & 3 == X))}
    found = RecurrenceSet(Simulator(round_, 0).run().lasting[0].steps[:1], sets, {edge: {}})
    assert checked(round_, found, 10.0).holds
    small = minimised(round_, found, 10.0)
    assert isinstance(small, RecurrenceSet) and checked(round_, small, 10.0).holds
    assert len(list(conjuncts(small.sets[1]))) == 1
