"""Programs that are unwound: how often runs come to loop heads, and that no assertion fails until then."""

from __future__ import annotations

import json
import time
from dataclasses import replace

import pytest
from systems import loop

from synth.analysis.certificates import paths
from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import Certificate, Trace, Unwinding
from synth.analysis.certificates.obligations import bounded
from synth.analysis.certificates.paths import Unbounded, indices, unwound
from synth.analysis.property import Property, Verdict
from synth.analysis.reports.record import certificate_of, to_record
from synth.analysis.searches import ends
from synth.analysis.turns import resumed
from synth.analysis.unrolling.unwinding import Unfinished, bounded_runs, unwindings
from synth.errors import InputError
from synth.frontends.c.load import load_text
from synth.terms import constant, symbol
from synth.transition import Edge, Kind, TransitionSystem

X, Y = symbol("x"), symbol("y")
SORT = """extern int nondet(void);
int main(void)
{
    int a[3];
    for (int i = 0; i < 3; i++) a[i] = nondet();
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2 - i; j++)
            if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
    for (int i = 0; i < 2; i++) if (a[i] > a[i + 1]) reach_error();
}
"""
HALVED = """extern unsigned char nondet(void);
int main(void)
{
    unsigned char x = nondet(), n = 0;
    while (x) { x = x / 2; n++; }
    if (n > 8) reach_error();
}
"""


def system_of(text: str) -> TransitionSystem:
    return bounded(load_text(text, "program.c").system)


def found(system: TransitionSystem, safe: bool = True) -> Unwinding | None:
    certificate = next((f.certificate for f in resumed(unwindings(system, safe), time.monotonic() + 20)), None)
    assert certificate is None or isinstance(certificate, Unwinding)
    return certificate


@pytest.fixture(params=[paths._APART, 0], ids=["apart", "together"])
def apart(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether paths by the same places are followed each by itself, or are one."""
    monkeypatch.setattr(paths, "_APART", request.param)


@pytest.mark.usefixtures("apart")
@pytest.mark.parametrize(("text", "most"), [(SORT, [4, 3, 5, 3]), (HALVED, [9])])
def test_rounds_are_bounded_and_proved(text: str, most: list[int]) -> None:
    system = system_of(text)
    certificate = found(system)
    assert certificate is not None
    assert [n for _, n in sorted(certificate.rounds.items())] == most
    assert checked(system, certificate, 20).holds is True


@pytest.mark.usefixtures("apart")
def test_fewer_rounds_are_refuted() -> None:
    system = system_of(HALVED)
    head, = (p.number for p in system.of_kind(Kind.HEAD))
    assert checked(system, Unwinding({head: 8}, False), 20).holds is False
    assert checked(system, Unwinding({head: 9}, False), 20).holds is True
    assert checked(system, Unwinding({}, False), 20).holds is False


@pytest.mark.usefixtures("apart")
def test_a_failing_assertion_is_no_reason_for_termination_alone() -> None:
    system = system_of(HALVED.replace("n > 8", "n > 7"))
    assert found(system) is None
    certificate = found(system, safe=False)
    assert certificate is not None
    assert checked(system, certificate, 20).holds is True
    assert checked(system, Unwinding(certificate.rounds, True), 20).holds is False


def test_loops_without_a_bound_are_given_up() -> None:
    system = system_of("extern int nondet(void); int main(void) { while (nondet()) ; }")
    assert found(system) is None
    with pytest.raises(Unbounded):
        list(unwound(system, lambda path, visit, alone: False))


def followed(text: str, most: int, safe: bool) -> Certificate | str:
    """What runs of so many rounds show, or why they show nothing."""
    try:
        return next(bounded_runs(system_of(text), time.monotonic() + 20, most=most, safe=safe)).certificate
    except Unfinished as why:
        return str(why)


@pytest.mark.usefixtures("apart")
def test_rounds_are_counted_anew_each_time_that_a_loop_is_come_to() -> None:
    found = followed(SORT, 3, True)
    assert isinstance(found, Unwinding) and checked(system_of(SORT), found, 20).holds is True
    assert max(found.rounds.values()) == 5
    assert followed(SORT, 2, True) == "no assertion fails for 2 rounds of each loop, but the loop of line 5 may go on"
    assert followed(SORT, 2, False) == "runs were followed for 2 rounds of each loop, but the loop of line 5 may go on"
    either = "extern int nondet(void); int main(void) { int x = nondet(); if (x) while (x) x--;\nelse while (!x) x = nondet(); }"
    assert followed(either, 1, False) == "runs were followed for 1 round of each loop, but the loops of lines 1 and 2 may go on"


@pytest.mark.usefixtures("apart")
def test_a_failure_is_found_where_it_is_within_the_rounds() -> None:
    text = HALVED.replace("n > 8", "n == 5")
    trace = followed(text, 5, True)
    assert isinstance(trace, Trace) and checked(system_of(text), trace, 20).holds is True
    assert followed(text, 4, True) == "no assertion fails for 4 rounds of each loop, but the loop of line 5 may go on"
    assert isinstance(followed(text, 8, False), Unwinding)


CHOSEN = """extern int nondet(void);
int main(void)
{
    int n = 0, m = 0;
    for (int i = 0; i < 12; i++) if (nondet()) { n += 1 << i; m = i; } else m = n & i;
    if (CLAIM) reach_error();
}
"""


def test_many_ways_by_the_same_places_are_one() -> None:
    """Thousands of paths, of which some would be too many."""
    text = CHOSEN.replace("CLAIM", "n == 0xa53 && m == 11")
    trace = followed(text, 12, True)
    assert isinstance(trace, Trace) and checked(system_of(text), trace, 20).holds is True
    system = system_of(CHOSEN.replace("CLAIM", "n > 4095 || m > 11"))
    certificate = found(system)
    assert certificate is not None and checked(system, certificate, 60).holds is True


@pytest.mark.usefixtures("apart")
def test_a_word_that_several_edges_may_change_is_chosen_whatever_their_guards() -> None:
    system = loop("x y", X < 3, {"x": X + 1, "y": Y}, {"x": constant(0), "y": constant(0)}, wrong=Y == 2)
    again, = (e for e in system.edges if e.source == e.target)
    changed = Edge(again.source, again.target, again.guard, tuple(Y + 1 if u is Y else u for u in again.update))
    either = replace(system, edges=(*system.edges, changed))
    trace = next(bounded_runs(either, time.monotonic() + 20, most=3, safe=True)).certificate
    assert isinstance(trace, Trace) and checked(either, trace, 20).holds is True
    assert found(either) is None


def test_indices_of_arrays_are_told_apart() -> None:
    """So that a binary search is unwound into paths on which every element is known by its number."""
    system = system_of("""extern int nondet(void);
int main(void)
{
    int a[8], key = nondet(), low = 0, high = 7, found = -1;
    for (int i = 0; i < 8; i++) { a[i] = nondet(); if (i > 0) __VERIFIER_assume(a[i - 1] <= a[i]); }
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (a[middle] == key) { found = middle; break; }
        if (a[middle] < key) low = middle + 1; else high = middle - 1;
    }
    for (int i = 0; i < 8; i++) if (found < 0 && a[i] == key) reach_error();
}
""")
    assert {"low", "high"} <= {v.text for v in system.variables if v.name in indices(system)}
    certificate = found(system)
    assert certificate is not None and checked(system, certificate, 20).holds is True


def test_the_record_is_read_back() -> None:
    program = load_text(SORT, "program.c")
    certificate = found(bounded(program.system))
    verdict = Verdict(Property.SAFETY, True, certificate, "", "unwinding", ("z3",), 1.0)
    record = json.loads(json.dumps(to_record(verdict, program.system, {})))
    assert record["certificate"]["kind"] == "safe-unwinding"
    assert certificate_of(record, program.system) == certificate
    for rounds in ([], [{**record["certificate"]["rounds"][0], "most": True}], record["certificate"]["rounds"][1:]):
        with pytest.raises(InputError):
            certificate_of({**record, "certificate": {**record["certificate"], "rounds": rounds}}, program.system)


@pytest.mark.slower
def test_ranks_that_are_hard_to_find_do_not_hold_it_up() -> None:
    """Unwinding is taken up again between other searches; this one ends within seconds, where ranks take half a minute."""
    system = system_of("extern int nondet(void); int main(void) { int x = nondet(); while (x >= 0) x = -2 * x + 10; }")
    found = next(filter(None, ends(system, time.monotonic() + 60, 0)), None)
    assert found is not None and isinstance(found.certificate, Unwinding)
    assert checked(system, found.certificate, 20).holds is True
