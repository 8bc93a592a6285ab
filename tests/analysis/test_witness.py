"""Witnesses: what they say of invariants, ranks, failing runs and runs that never end; and when there is none."""

from __future__ import annotations

import dataclasses
import uuid
from typing import Any

import pytest
import yaml
from systems import ERROR, HEAD, loop

from synth.analysis.certificates.kinds import DangerInvariant, Ranking, RecurrenceSet, SafetyInvariant, Step, Trace
from synth.analysis.reports.heads import Head
from synth.analysis.reports.replay import Answers
from synth.analysis.reports.witness import Input, NoWitness, Source, Witness, document, witness
from synth.terms import constant, popcount, slt, symbol
from synth.transition import Variable

X, Y, K = symbol("x"), symbol("y"), symbol("k")
HERE = {"file_name": "a.c", "line": 4, "column": 3, "function": "main"}
BODY = {**HERE, "line": 5, "column": 5}
CALL = {**HERE, "line": 5, "column": 20}
AFTER = {**HERE, "line": 3, "column": 3}
FAILS = {**HERE, "line": 9, "column": 3}
NAMES = {"x": "x", "y": "s.y"}
SOURCE = Source({HEAD: Head(HERE, True, BODY, NAMES)},
                {"call": Input(Variable("k", 32, True), "nondet", True, (5, 10), CALL),
                 "decl": Input(Variable("x0", 8, False), "x", False, (2, 7), AFTER),
                 "more": Input(Variable("y0", 32, True), "y", False, (2, 10), AFTER),
                 "macro": Input(Variable("m", 32, True), "nondet", True, (7, 1), None)}, {ERROR: FAILS})
COUNT = loop("x y", slt(X, 10), {"x": X + 1, "y": Y + 1}, {"x": constant(0), "y": constant(0)}, wrong=X != Y)


def invariant(made: Witness) -> dict[str, str]:
    """The values of a witness by type."""
    return {item["invariant"]["type"]: item["invariant"]["value"] for item in made.content}


def waypoints(made: Witness) -> list[tuple[Any, ...]]:
    """Type, action, line and value of all waypoints, a list for each segment."""
    return [tuple((w["waypoint"]["type"], w["waypoint"]["action"], w["waypoint"]["location"]["line"],
                   w["waypoint"].get("constraint", {}).get("value")) for w in item["segment"]) for item in made.content]


def test_invariants_are_told_in_c() -> None:
    made = witness(COUNT, SafetyInvariant({HEAD: (X == Y) & slt(X, 11)}), SOURCE, None)
    assert (made.version, made.type, made.notes) == ("2.0", "invariant_set", ())
    assert made.content == [{"invariant": {"type": "loop_invariant", "location": HERE, "value": "(x == s.y) && (x < 11)",
                                           "format": "c_expression"}}]


def test_facts_that_c_cannot_say_there_are_left_out() -> None:
    source = dataclasses.replace(SOURCE, heads={HEAD: Head(HERE, False, HERE, {"x": "x"})})
    made = witness(COUNT, SafetyInvariant({HEAD: (X == Y) & slt(X, 11) & (popcount(X) < 9)}), source, None)
    assert invariant(made) == {"location_invariant": "x < 11"}
    assert made.notes == ("line 1: a fact is left out: y has no name there", "line 1: a fact is left out: C has no popcount")
    assert witness(COUNT, SafetyInvariant({HEAD: X == Y}), source, None).content == []
    assert witness(COUNT, SafetyInvariant({HEAD: X == Y}), Source({}, {}, {}), None).notes == (
        "line 1: what is known of the loop is left out: it stands in a macro",)


def test_a_variable_that_the_system_forgets_is_not_spoken_of() -> None:
    """Nothing asks for y any more when the loop is come to: it is 0 for the system, and anything for C."""
    system = loop("x y", slt(X, 10), {"x": X + 1, "y": constant(0)}, {"x": constant(0), "y": constant(0)}, wrong=X != 10)
    assert invariant(witness(system, SafetyInvariant({HEAD: (X <= 10 + Y) & (Y == 0)}), SOURCE, None)) == {
        "loop_invariant": "(unsigned int)x <= (10U + 0U)"}


def test_loops_of_a_function_that_is_inlined_twice_share_an_invariant() -> None:
    places = (*COUNT.places[:2], dataclasses.replace(COUNT.places[1], number=2))
    edges = (COUNT.edges[0], dataclasses.replace(COUNT.edges[1], target=2), dataclasses.replace(COUNT.edges[1], source=2, target=1))
    system = dataclasses.replace(COUNT, places=places, edges=edges)
    source = dataclasses.replace(SOURCE, heads={p: SOURCE.heads[HEAD] for p in (1, 2)})
    made = witness(system, SafetyInvariant({1: X == 1, 2: X == 2}), source, None)
    assert invariant(made) == {"loop_invariant": "(x == 1) || (x == 2)"}
    assert witness(system, SafetyInvariant({1: X == 1}), source, None).content == []
    ranked = witness(system, Ranking({}, {1: (X,), 2: (X,)}), source, None)
    assert (ranked.content, ranked.notes) == ([], ("line 4: the rank is left out: its function is called more than once",))


def test_ranks_are_relations_between_visits() -> None:
    made = witness(COUNT, Ranking({HEAD: slt(X, 11)}, {HEAD: (constant(3), 10 - X)}), SOURCE, None)
    assert made.version == "2.1"
    assert invariant(made) == {"loop_invariant": "x < 11", "loop_transition_invariant":
                               "(10U - (unsigned int)x) < (10U - (unsigned int)\\at(x, AnyPrev))"}
    lexicographic = invariant(witness(COUNT, Ranking({}, {HEAD: (10 - X, X)}), SOURCE, None))["loop_transition_invariant"]
    assert "||" in lexicographic
    assert witness(COUNT, Ranking({}, {HEAD: (Y,)}), SOURCE, None).notes == ("line 4: the rank is left out: y' has no name there",)


def test_a_failing_run_is_told_by_its_inputs() -> None:
    told = (("no matter", 3), ("decl", 200), ("more", 0xFFFFFFFE), ("macro", 1), ("call", 5), ("call", 0x80000000))
    made = witness(COUNT, Trace(()), SOURCE, Answers(told, {"call": 7, "no matter": 0}, (ERROR,), True, 6))
    assert (made.version, made.type) == ("2.0", "violation_sequence")
    assert waypoints(made) == [(("assumption", "follow", 3, "x == 200U && y == (-2)"),),
                               (("function_return", "follow", 5, "\\result == 5"),),
                               (("function_return", "follow", 5, "\\result == (-2147483647 - 1)"),),
                               (("function_return", "avoid", 5, "\\result != 7"), ("target", "follow", 9, None))]


def test_what_shows_behind_a_declaration_comes_after_its_calls() -> None:
    early = dataclasses.replace(SOURCE.inputs["call"], declared=(2, 20), location={**HERE, "line": 2, "column": 28})
    source = dataclasses.replace(SOURCE, inputs={**SOURCE.inputs, "call": early})
    made = witness(COUNT, Trace(()), source, Answers((("decl", 1), ("call", 2), ("more", 3)), {}, (ERROR,), True, 3))
    assert [segment[0][3] for segment in waypoints(made)] == ["\\result == 2", "x == 1U && y == 3", None]


def test_long_runs_are_told_in_part_or_not_at_all() -> None:
    made = witness(COUNT, Trace(()), SOURCE, Answers((("call", 1),) * 5000, {}, (ERROR,), True, 5000))
    assert (len(made.content), made.notes) == (1001, ("only the first 1000 of 5000 inputs are named",))
    with pytest.raises(NoWitness, match="too long"):
        witness(COUNT, DangerInvariant((), {}, {}, {}), SOURCE, None)


def test_only_assertions_have_witnesses() -> None:
    places = (*COUNT.places[:3], dataclasses.replace(COUNT.places[ERROR], text="a[i] within bounds"))
    with pytest.raises(NoWitness, match=r"not an assertion, but 'a\[i\] within bounds'"):
        witness(dataclasses.replace(COUNT, places=places), Trace(()), SOURCE, Answers((), {}, (ERROR,), True, 0))


def test_a_run_that_never_ends_comes_by_a_statement_again_and_again() -> None:
    system = loop("x y", X != Y, {"x": X - K}, inputs="k")
    certificate = RecurrenceSet((Step(0, {"x0": 7, "y0": 1}), Step(1, {"k": 2})), {HEAD: X == 5}, {1: {"k": constant(0)}})
    answers = Answers((("decl", 7), ("call", 2)), {"call": 0}, (), True, 2)
    made = witness(system, certificate, SOURCE, answers)
    assert (made.version, made.type) == ("2.1", "violation_sequence")
    assert waypoints(made) == [(("assumption", "follow", 3, "x == 7U"),), (("function_return", "follow", 5, "\\result == 2"),),
                               (("function_return", "avoid", 5, "\\result != 0"),
                                ("assumption", "cycle", 5, "((x == 7) && (s.y == 1)) || (x == 5)"))]
    with pytest.raises(NoWitness, match="no one loop"):
        witness(system, certificate, dataclasses.replace(SOURCE, heads={HEAD: Head(HERE, True, None, NAMES)}), answers)


def test_the_document_has_what_the_format_asks_for() -> None:
    made = witness(COUNT, SafetyInvariant({HEAD: X == Y}), SOURCE, None)
    metadata = {"creation_time": "2025-01-01T00:00:00+00:00", "producer": {"name": "synth", "version": "1"},
                "task": {"input_files": ["a.c"], "data_model": "LP64"}}
    entry, = yaml.safe_load(document(made, metadata))
    assert entry["entry_type"] == "invariant_set"
    assert entry["content"] == made.content
    assert entry["metadata"]["format_version"] == "2.0"
    assert uuid.UUID(entry["metadata"]["uuid"])
    assert entry["metadata"]["creation_time"] == "2025-01-01T00:00:00+00:00"
    assert document(made, metadata) == document(made, metadata)
