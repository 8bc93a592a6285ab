"""Small models, and the facts about elements of long arrays that they tell."""

from __future__ import annotations

import pytest

from synth import terms
from synth.analysis.certificates.obligations import bounded
from synth.analysis.invariants.chosen import Kinds, chosen_facts
from synth.analysis.simulation.simulator import Simulator
from synth.analysis.systems.small_model import SmallModel
from synth.evaluation import integers
from synth.frontends.c.load import load_text
from synth.terms import Term
from synth.transition import Kind, TransitionSystem

HEAD = """extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int a[SIZE], b[SIZE];
unsigned char c[SIZE];
#define N SIZE
"""
ANY = "for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();"


def system_of(body: str, size: str = "100000") -> TransitionSystem:
    program = load_text(HEAD.replace("SIZE", size) + f"int main(void) {{ {body} }}", "program.c").about("reach")
    assert program.wider is not None
    return bounded(program.wider.system).cautious(False)


def facts(system: TransitionSystem, kinds: Kinds = Kinds.ORDER) -> dict[int, list[Term]]:
    return chosen_facts(system, Simulator(system, 0).run().states, SmallModel(system), kinds)


def test_what_lies_behind_long_loops_is_seen() -> None:
    system = system_of("for (int i = 0; i < N; i++) a[i] = 7; for (int i = 0; i < N; i++) b[i] = a[i];")
    heads = [p.number for p in system.of_kind(Kind.HEAD)]
    assert set(Simulator(system, 0).run().states) < set(heads)
    small = SmallModel(system)
    assert all(len(small.states[head]) > 50 for head in heads)
    assert all(v in state for head in heads for state in small.states[head][:1] for v in system.needed[head])


def test_large_numbers_keep_their_distances_order_and_products() -> None:
    system = system_of("int i = 0; while (i < 99999) { a[i] = 1; i += a[i / 2]; } while (i < N + 1) i += 2; while (i < 50000) i++;"
                       "while (i > -N) i--;")
    small = SmallModel(system)
    of = {n: integers.evaluate(small.of(terms.constant(n)), {}, {}, system.width) for n in (7, 50000, 99999, 100000, 100001)}
    assert of[7] == 7 and of[50000] == 8 and of[100000] == 16
    assert of[99999] == of[100000] - 1 and of[100001] == of[100000] + 1
    sign = 1 << 31
    assert integers.evaluate(small.of(terms.constant(sign + 100000)), {}, {}, system.width) == sign + of[100000]


def test_numbers_are_large_whatever_types_there_are() -> None:
    """Those near a power of two that a type knows keep their distance from that."""
    system = system_of("int i = 0; while (i < N) { c[i] = 1; i += c[i / 2]; } while (i < 300) i++;")
    small = SmallModel(system)
    assert [integers.evaluate(small.of(terms.constant(n)), {}, {}, system.width) for n in (100000, 300)] == [8, 300]


def test_a_failing_read_ends_no_run_of_the_model() -> None:
    system = system_of("for (int i = 0; i < N; i++) a[i] = 42; for (int i = 0; i < N; i++) if (a[i] != 42) reach_error();")
    last = max(p.number for p in system.of_kind(Kind.HEAD))
    words = [v.name for v in system.variables if v.name.startswith("i") and v.name in system.needed[last]]
    assert max(max(state[w] for w in words) for state in SmallModel(system).states[last]) == 8


@pytest.mark.parametrize(("body", "kinds", "wanted"), [
    ("for (int i = 0; i < N; i++) a[i] = 42; if (a[__VERIFIER_nondet_int() & 1023] != 42) reach_error();", Kinds.EQUATIONS,
     "eq(a[k], 42)"),
    (ANY + "for (int i = 0; i < N; i++) b[i] = a[i]; for (int i = 0; i < N; i++) if (b[i] != a[i]) reach_error();",
     Kinds.EQUATIONS, "eq(a[k], b[k])"),
    ("for (int i = 0; i < N; i++) c[i] = __VERIFIER_nondet_int() & 1; for (int i = 0; i < N; i++) if (c[i] > 1) reach_error();",
     Kinds.ORDER, "eq(ult(1, c[k]), 0)"),
    ("for (int i = 0; i < N; i++) a[i] = N - 1 - i; for (int i = 0; i < N; i++) if (a[i] != N - 1 - i) reach_error();",
     Kinds.EQUATIONS, "eq(and(add(add(a[k], a_k), 1), 4294967295), 100000)"),
    ("int i = 0, j = N - 1; while (i < j) { int t = a[i]; a[i++] = a[j]; a[j--] = t; } if (a[i] < 0) reach_error();",
     Kinds.EQUATIONS, "eq(add(i, j), 99999)")])
def test_facts_are_those_that_loops_make(body: str, kinds: Kinds, wanted: str) -> None:
    found = facts(system_of(body), kinds)
    assert any(wanted in str(fact) for own in found.values() for fact in own)


def test_only_what_all_states_have_is_a_candidate() -> None:
    system = system_of("for (int i = 0; i < N; i++) a[i] = i & 1; for (int i = 0; i < N; i++) if (a[i] > 1) reach_error();")
    states, found = Simulator(system, 0).run().states, facts(system)
    assert any(found.values())
    for head, own in found.items():
        for fact in own:
            assert all(integers.evaluate(fact, state, {}, system.width) for state in states.get(head, ())), str(fact)


def test_conditions_of_words_that_are_dead_elsewhere_are_left_out() -> None:
    system = system_of(ANY + "int c = N; for (int i = 0; i < N; i++) b[i] = a[i];"
                       "while (c > 0) { c--; if (a[c] != b[c]) reach_error(); }")
    found, last = facts(system, Kinds.EQUATIONS), max(p.number for p in system.of_kind(Kind.HEAD))
    assert any(str(fact).endswith("eq(a[k], b[k]))") for fact in found[last])
