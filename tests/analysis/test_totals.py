"""Bounds of what loops add up."""

from __future__ import annotations

import pathlib
import time

import pytest

from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.obligations import bounded
from synth.analysis.invariants.search import safety_invariants
from synth.analysis.invariants.totals import totals
from synth.analysis.simulation.simulator import Simulator
from synth.frontends.c.load import load
from synth.terms import Term
from synth.transition import Kind, TransitionSystem

DECLARED = "#include <assert.h>\nextern unsigned __VERIFIER_nondet_uint(void);\nextern int __VERIFIER_nondet_int(void);\n"


def system_of(body: str, tmp_path: pathlib.Path) -> TransitionSystem:
    source = tmp_path / "loop.c"
    source.write_text(f"{DECLARED}int main(void) {{ {body} return 0; }}\n", encoding="utf-8")
    return bounded(load(str(source)).about("safety").system)


BODIES = {
    "up": "unsigned n = __VERIFIER_nondet_uint() % 1000, s = 0;"
          "for (unsigned i = 0; i < n; i++) s += __VERIFIER_nondet_uint() % 100; assert(s <= 99 * n);",
    "down": "unsigned n = __VERIFIER_nondet_uint() % 1000, left = n, s = 5;"
            "while (left > 0) { s += __VERIFIER_nondet_uint() & 3; left--; } assert(s <= 3 * n + 5);",
    "left": "unsigned n = __VERIFIER_nondet_uint() % 1000, s = 0;"
            "while (n > 0) { s += __VERIFIER_nondet_uint() & 7; n--; } assert(s <= 6993);",
    "branches": "int n = __VERIFIER_nondet_int(), s = 0; if (n < 0 || n > 10000) return 0;"
                "for (int i = 0; i < n; i++) { int t = __VERIFIER_nondet_int(); if (t >= -4 && t <= 7) s += t; else s--; }"
                "assert(s >= -4 * n && s <= 7 * n);",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_sums_are_bounded_by_what_rounds_add(body: str, tmp_path: pathlib.Path) -> None:
    system = system_of(body, tmp_path)
    found = next(safety_invariants(system, Simulator(system, 0).run(), time.monotonic() + 30), None)
    assert found is not None and checked(system, found.certificate, 20.0).holds


def bounds_of(body: str, tmp_path: pathlib.Path) -> list[Term]:
    system = system_of(body, tmp_path)
    runs = Simulator(system, 0).run()
    return [bound for head in system.of_kind(Kind.HEAD) for bound in totals(system, head.number, runs.states[head.number])]


@pytest.mark.parametrize(("body", "many"), [*((body, 1) for body in BODIES.values()), ("int n = 9; while (n > 0) n--;", 0)])
def test_bounds_hold_of_all_that_was_seen(body: str, many: int, tmp_path: pathlib.Path) -> None:
    assert len(bounds_of(body, tmp_path)) >= many


@pytest.mark.parametrize("step", ["s = 2 * s + 1;", "s = __VERIFIER_nondet_uint();", "s += __VERIFIER_nondet_uint();"])
def test_nothing_is_said_of_other_steps(step: str, tmp_path: pathlib.Path) -> None:
    assert bounds_of(f"unsigned s = 0; for (unsigned i = 0; i < 50; i++) {{ {step} }} assert(s != 77);", tmp_path) == []
