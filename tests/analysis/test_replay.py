"""What a program is answered so that it runs as a certificate says."""

from __future__ import annotations

import pytest
from systems import ENTRY, ERROR, EXIT, HEAD, loop

from synth import terms
from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import DangerInvariant, RecurrenceSet, SafetyInvariant, Step, Trace
from synth.analysis.reports import replay
from synth.analysis.reports.replay import Answers, Asked, answers
from synth.booleans import FALSE, TRUE
from synth.terms import Term, constant, ite, slt, symbol
from synth.transition import Edge, Kind, Place, TransitionSystem, Variable

X, K = symbol("x"), symbol("k")
SUM = loop("x", slt(X, 20), {"x": X + K}, {"x": constant(0)}, "k", X == 20)
AROUND = ((Step(0, {}),), {HEAD: X <= 20})
RANKS = {HEAD: (20 - X,)}


def asked(system: TransitionSystem, when: Term | None = TRUE) -> list[dict[str, Asked]]:
    """Each input is asked for at a site of its name."""
    return [{i.name: Asked(i.name.upper(), when) for i in e.inputs} for e in system.edges]


def danger(choice: Term) -> DangerInvariant:
    return DangerInvariant(*AROUND, {1: {"k": choice}, 2: {"k_2": constant(0)}, 3: {"k_3": constant(0)}}, RANKS)


def test_a_run_that_is_written_down_is_told_as_it_is() -> None:
    trace = Trace((Step(0, {}), Step(1, {"k": 7}), Step(1, {"k": 13}), Step(3, {"k_3": 5})))
    assert answers(SUM, trace, asked(SUM)) == Answers((("K", 7), ("K", 13), ("K_3", 5)), {}, (ERROR,), True, 3)


def test_only_what_the_program_reads_is_told() -> None:
    trace = Trace((Step(0, {}), Step(1, {"k": 7}), Step(1, {"k": 13}), Step(3, {"k_3": 5})))
    reads = [*asked(SUM)[:1], {"k": Asked("K", slt(0, X)), "other": Asked("O", X == 7)}, {}, {"k_3": Asked("K_3", FALSE)}]
    assert answers(SUM, trace, reads) == Answers((("K", 13), ("O", 0)), {}, (ERROR,), True, 2)
    found = answers(SUM, trace, asked(SUM, None))
    assert found is not None
    assert not found.certain


def test_constant_choices_need_no_run() -> None:
    found = answers(SUM, danger(constant(1)), asked(SUM))
    assert checked(SUM, danger(constant(1)), 10.0).holds
    assert found == Answers((), {"K": 1, "K_2": 0, "K_3": 0}, (ERROR,), True, 0)


def test_choices_that_depend_on_the_state_are_followed() -> None:
    choice = ite(slt(X, 10), constant(4), 20 - X)
    assert checked(SUM, danger(choice), 10.0).holds
    found = answers(SUM, danger(choice), asked(SUM))
    assert found == Answers((("K", 4), ("K", 4), ("K", 4), ("K", 8), ("K_3", 0)), {}, (ERROR,), True, 0)


def test_constants_that_differ_at_a_site_are_followed() -> None:
    one_site = [{n: Asked("here", a.when) for n, a in read.items()} for read in asked(SUM)]
    found = answers(SUM, danger(constant(10)), one_site)
    assert found is not None
    assert found.told == (("here", 10), ("here", 10), ("here", 0))


def test_a_run_may_be_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MOST_STEPS", 3)
    assert answers(SUM, danger(ite(slt(X, 10), constant(4), 20 - X)), asked(SUM)) is None


def test_a_run_that_never_ends_is_followed_for_a_while() -> None:
    system = loop("x", X != 0, {"x": X - K}, inputs="k")
    for choice, always in ((constant(0), 0), (ite(X == 7, constant(4), X - 7), None)):
        certificate = RecurrenceSet((Step(0, {"x0": 7}),), {HEAD: (X == 7) | (X == 3)}, {1: {"k": choice}})
        assert checked(system, certificate, 10.0).holds
        found = answers(system, certificate, asked(system))
        assert found is not None
        assert (found.told[0], found.always.get("K"), found.failing, found.begun) == (("X0", 7), always, (), 1)
        if always is None:
            assert [v for _, v in found.told[1:5]] == [4, (3 - 7) % 2**32, 4, (3 - 7) % 2**32]


def test_floating_point_choices_are_followed() -> None:
    half = Variable("h", 32, floating=True)
    places = (Place(ENTRY, Kind.ENTRY), Place(HEAD, Kind.HEAD, 1), Place(EXIT, Kind.EXIT), Place(ERROR, Kind.ERROR))
    word = half.term
    edges = (Edge(ENTRY, HEAD, constant(True), (constant(0x3F800000),)),
             Edge(HEAD, HEAD, terms.flt(0x3E000000, word), (K,), (Variable("k", 32, floating=True),)),
             Edge(HEAD, ERROR, terms.apply("eq", terms.flt(0x3E000000, word), 0), (word,)))
    system = TransitionSystem("halves", 32, (half,), places, edges)
    certificate = DangerInvariant((Step(0, {}),), {HEAD: TRUE}, {1: {"k": terms.fmul(word, 0x3F000000)}}, {HEAD: (word,)})
    found = answers(system, certificate, asked(system))
    assert found is not None
    assert [v for _, v in found.told] == [0x3F000000, 0x3E800000, 0x3E000000]


def test_certificates_without_runs_and_sets_that_are_left() -> None:
    with pytest.raises(ValueError, match="without a run"):
        answers(SUM, SafetyInvariant({}), [])
    with pytest.raises(ValueError, match="not closed"):
        answers(SUM, danger(X + 1), asked(SUM))
