"""Random C programs, run on random inputs as transition systems, do the same when they are replayed."""

from __future__ import annotations

import re
import shutil
from random import Random

import pytest
from sampled import some

from experiments.conformance.random_c.program import case
from synth.analysis.certificates.kinds import Step, Trace
from synth.analysis.reports.replay import Asked, answers
from synth.evaluation.integers import Integers
from synth.frontends.c.load import load_text
from synth.frontends.c.running.harness import Ending, Harness
from synth.frontends.c.running.instrument import instrumented, site_of
from synth.terms import interpret_all, no_calls
from synth.transition import Kind, TransitionSystem, Variable

MOST_STEPS = 2_000
CORNERS = (0, 1, 2, 3, 127, 128, 255, 2**31, 2**32 - 1, 2**63)


def word(random: Random, variable: Variable) -> int:
    return random.choice([*CORNERS, random.getrandbits(64)]) % (1 << variable.bits)


def random_run(system: TransitionSystem, random: Random) -> tuple[Step, ...]:
    """A run from the entry to an end."""
    domain, place = Integers(system.width), 0
    state = dict.fromkeys((v.name for v in system.variables), 0)
    steps: list[Step] = []
    while system.places[place].kind not in (Kind.EXIT, Kind.ERROR):
        assert len(steps) < MOST_STEPS
        drawn = {i.name: word(random, i) for e in system.leaving(place) for i in e.inputs}
        for number, edge in enumerate(system.edges):
            if edge.source == place:
                guard, *after = interpret_all((edge.guard, *edge.update), domain, {**state, **drawn}, no_calls)
                if guard:
                    steps.append(Step(number, {i.name: drawn[i.name] for i in edge.inputs}))
                    place, state = edge.target, dict(zip(state, after, strict=True))
                    break
        else:
            raise AssertionError("no edge can be taken")
    return tuple(steps)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
@pytest.mark.parametrize("seed", some(range(25), 8))
def test_random_programs_are_replayed(seed: int) -> None:
    random = Random(seed)
    made = case(1, seed)
    text = re.sub(r"(?m)^(\w[\w ]*) (v\d+) = ", r"\1 u0; \1 \2 = u0 + ", made.text, count=1)
    program = load_text(text, "program.c", **made.options)
    source = instrumented(program)
    assert source.complete or "alloc(" in text  # nothing gives new memory its values
    if program.open_order is not None or not source.complete:
        return
    with Harness(program, source) as harness:
        for _ in range(5):
            steps = random_run(program.system, random)
            asked = [{n: Asked(site_of(own), own.when) for n, own in read.items()} for read in program.reads]
            told = answers(program.system, Trace(steps), asked)
            assert told is not None
            if not told.certain:
                return
            end = program.system.places[told.failing[0]]
            ran = harness.run(told.told, {}, 5.0)  # type: ignore[arg-type]
            assert ran.ending is (Ending.ENDED if end.kind is Kind.EXIT else Ending.FAILED), text
            assert ran.answered == sum(site in source.numbers for site, _ in told.told), text
            assert end.kind is Kind.EXIT or end.line in ran.lines, text


def test_what_does_not_matter_is_read_all_the_same() -> None:
    """The second call's value is thrown away, and both calls are one place of the source."""
    text = "int f(void) { return nondet(); }\nint main(void) {\n  int x = f();\n  f();\n  while (x > 3) x = f();\n}\n"
    program = load_text(text, "program.c")
    assert [[own.source for own in read.values() if own.call] for read in program.reads] == [["nondet"] * 2, ["nondet"], ["nondet"]]
    assert [len(e.inputs) for e in program.system.edges] == [1, 1, 0]


def test_what_a_read_depends_on_is_not_taken_to_be_0_where_it_is_left_out() -> None:
    """The variable v matters behind the last loop only, and decides in one that is not left whether an input is read."""
    program = load_text("extern signed char in(void), more(void); extern unsigned char end(void);\n"
                        "int main(void) { signed char v = in(); unsigned char w = end(), n = 0;\n"
                        "  while (w != 1) while (128) { __VERIFIER_assert(++n < 30); if (v < 1) more(); v &= 112; }\n"
                        "  for (; w++; ) ; if (v == 3) reach_error(); }", "program.c")
    whens = [own.when for edge, read in zip(program.system.edges, program.reads, strict=True) for own in read.values()
             if own.source == "more" and edge.source == edge.target]
    assert [type(when) for when in whens] == [type(None)]
