"""Certificates as objects and back, as text for people, and made small."""

import json
import time
from dataclasses import replace

import pytest
from busy import SLACK
from systems import loop

from synth import terms
from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import (
    Certificate,
    DangerInvariant,
    Ranking,
    RecurrenceSet,
    SafetyInvariant,
    Step,
    Trace,
)
from synth.analysis.certificates.minimisation import minimised
from synth.analysis.property import Property, Verdict
from synth.analysis.reports.lines import lines_of
from synth.analysis.reports.record import certificate_of, certificate_record, to_record
from synth.analysis.reports.texts import from_listing, listing, readable
from synth.booleans import TRUE
from synth.errors import InputError
from synth.terms import constant, slt, symbol
from synth.transition import TransitionSystem, Variable

X, Y, K = symbol("x"), symbol("y"), symbol("k")
COUNT = loop("x y", slt(X, 10), {"x": X + 1, "y": Y + 1}, {"x": constant(0), "y": constant(0)}, wrong=X != Y)
FAILS = loop("x", slt(X, 1000), {"x": X + 1}, {"x": constant(0)}, wrong=X == 1000)
IDLE = loop("x", X != 0, {"x": X - K}, inputs="k")
CERTIFICATES: dict[str, tuple[TransitionSystem, Certificate, Property, bool]] = {
    "invariant": (COUNT, SafetyInvariant({1: (X == Y) & (X <= 10) & (X + 1 == Y + 1)}), Property.SAFETY, True),
    "ranking": (COUNT, Ranking({1: X <= 10}, {1: (constant(3), 10 - X)}), Property.TERMINATION, True),
    "recurrence set": (IDLE, RecurrenceSet((Step(0, {"x0": 7}),), {1: X == 7}, {1: {"k": constant(0)}}), Property.TERMINATION,
                       False),
    "danger": (FAILS, DangerInvariant((Step(0, {}),), {1: X <= 1000}, {1: {}, 3: {}}, {1: (1000 - X,)}), Property.SAFETY, False),
    "trace": (loop("x", X < 1, {"x": X + 1}, {"x": constant(0)}, wrong=X == 1),
              Trace((Step(0, {}), Step(1, {}), Step(3, {}))), Property.SAFETY, False),
}


def record(name: str) -> dict[str, object]:
    system, certificate, asked, holds = CERTIFICATES[name]
    verdict = Verdict(asked, holds, certificate, "", "hand", ("z3",), 0.1)
    told: dict[str, object] = json.loads(json.dumps(to_record(verdict, system, {})))
    return told


@pytest.mark.parametrize("name", CERTIFICATES)
def test_certificates_are_proved_and_survive_their_records(name: str) -> None:
    system, certificate, _, holds = CERTIFICATES[name]
    assert checked(system, certificate, 10.0).holds
    told = record(name)
    assert told["verdict"] == str(holds).lower()
    assert checked(system, certificate_of(told, system), 10.0, ("bitwuzla",)).holds
    assert list(lines_of(certificate, system))


def test_a_certificate_of_another_program_is_refused() -> None:
    with pytest.raises(InputError, match="another program"):
        certificate_of(record("invariant"), IDLE)
    told = record("invariant")
    del told["certificate"]["kind"]  # type: ignore[attr-defined]
    with pytest.raises(InputError, match="malformed"):
        certificate_of(told, COUNT)


def test_what_the_proof_does_not_need_is_left_out() -> None:
    system, certificate, _, _ = CERTIFICATES["invariant"]
    small = minimised(system, certificate, 10.0)
    assert isinstance(small, SafetyInvariant)
    assert any(small.invariants[1] is fact for fact in (X == Y, X + 1 == Y + 1))  # either is enough
    start = time.monotonic()
    minimised(system, certificate, 0.0)
    assert time.monotonic() - start < SLACK


def test_terms_read_like_c() -> None:
    assert readable(slt(X, 10) & (X == Y + 1), COUNT) == "x <= 9 && x == y + 1"
    assert readable(X < 10, COUNT) == "0 <= x <= 9"
    assert readable(X < Y, COUNT) == "(unsigned)x < (unsigned)y"
    assert readable(terms.ite(slt(X, 0), -X, X), COUNT) == "x <= -1 ? -x : x"
    assert readable(terms.apply("eq", X == Y, 0), COUNT) == "x != y"


def test_what_long_terms_repeat_is_named() -> None:
    term = X
    for _ in range(20):
        term = (term << 1) ^ (term + 1)
    text = readable(term, COUNT)
    assert len(text) < 1000 and text.startswith("(t19 << 1) ^ (t19 + 1) where t1 = (x << 1) ^ (x + 1), t2 = (t1 << 1) ^ (t1 + 1), ")


def test_names_are_no_words_of_the_program() -> None:
    term = X
    for _ in range(20):
        term = (term << 1) ^ (term + 1)
    system = replace(COUNT, variables=(*COUNT.variables, Variable("t2", 32)))
    text = readable(term, system)
    names = [part.split(" = ")[0] for part in text.split(" where ")[1].split(", ")]
    assert len(set(names)) == len(names) and "t2" not in names


def test_reads_of_arrays_are_told_as_such() -> None:
    a = tuple(Variable(f"a[{i}]", 32, True) for i in range(3))
    system = replace(COUNT, variables=(*COUNT.variables, *a))
    read = terms.ite(X == 0, a[0].term, terms.ite(X == 1, a[1].term, a[2].term))
    assert readable(read == Y, system) == "a[x] == y"
    other = terms.ite(X == 0, a[0].term, terms.ite(Y == 1, a[1].term, a[2].term))
    assert "?" in readable(other, system)
    assert "?" in readable(terms.ite(X == 1, a[1].term, a[2].term), system)


def test_a_rank_over_an_earlier_state_is_recorded() -> None:
    system = loop("x y", slt(0, X), {"x": X - 1, "y": Y + 1})
    earlier = Ranking({1: TRUE}, {1: (symbol("x@1"),)}, memory=1)
    told = certificate_record(earlier, system)
    assert told["remembers"] == 1 and told["variables"] == ["x", "y", "x@1", "y@1"]
    read = certificate_of({"certificate": told}, system)
    assert isinstance(read, Ranking) and read.memory == 1 and read.ranks == earlier.ranks
    assert list(lines_of(earlier, system))[-1] == "x' is what x was when line 1 was last reached"
    with pytest.raises(InputError):
        certificate_of({"certificate": told | {"remembers": 17}}, system)
    with pytest.raises(InputError):
        certificate_of({"certificate": told | {"remembers": None}}, system)


def test_patterns_of_floats_are_told_as_numbers() -> None:
    system = replace(loop("x", X != 0, {"x": X}), variables=(Variable("x", 32, True, True),))
    assert readable(X <= 0x4b800000, system) == "bits(x) <= bits(16777216.0)"
    assert readable(X == 0x3f800000, system) == "x == 1.0"


def test_terms_with_operators_of_specifications_are_read_back() -> None:
    system = loop("x y", X != 0, {"x": X})
    for term in (terms.flt(X, Y), terms.feq(X, Y) & (X != 0), terms.popcount(X) < terms.mulhu(X, Y)):
        assert terms.text(from_listing(listing(term, system), system)) == terms.text(term)


def test_a_rank_of_no_words_is_recorded() -> None:
    system = loop("x", slt(0, X), {"x": X - 1}, wrong=X == 0)
    certificate = DangerInvariant((Step(0, {}),), {1: TRUE}, {}, {1: ()})
    read = certificate_of({"certificate": certificate_record(certificate, system)}, system)
    assert isinstance(read, DangerInvariant) and read.ranks == {1: ()}
