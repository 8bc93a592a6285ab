"""Loops that goto, or a case label, enters elsewhere than at their heads."""

from __future__ import annotations

import pytest
from c_systems import holds, run, system

from synth.transition import Kind

UNROLLED = """
int count = __VERIFIER_nondet_int(), done = 0, rounds = (count + 3) / 4;
switch (count % 4) {
case 0: do { done++;
case 3: done++;
case 2: done++;
case 1: done++;
        } while (--rounds > 0);
}
assert(done == count);
"""
MACHINE = """
int state = __VERIFIER_nondet_int(), left = 7, a = 0, b = 0, c = 0;
switch (state) {
    while (1) {
case 0: do { if (left-- == 0) goto end; a++; } while (left == 5);
case 1: if (left-- == 0) goto end;
        b++;
case 2: if (left-- == 0) goto end;
        c++;
    }
}
end:
assert(left == -1 && a + b + c == 7);
"""
NESTED = """
int way = __VERIFIER_nondet_int(), i = 0, j = 0, steps = 0;
if (way == 1) goto inner;
if (way == 2) goto outer;
for (i = 0; i < 3; i++) {
outer:
    for (j = 0; j < 2; j++) {
inner:
        steps++;
    }
}
assert(steps == 6 && i == 3 && j == 2);
"""
DECLARED = "extern int __VERIFIER_nondet_int(void);\n#include <assert.h>\n"


@pytest.mark.parametrize("count", range(1, 10))
def test_a_copy_loop_is_entered_by_its_remainder(count: int) -> None:
    assert holds(UNROLLED, DECLARED, __VERIFIER_nondet_int=count)


@pytest.mark.parametrize("state", range(3))
def test_a_machine_goes_on_in_any_of_its_states(state: int) -> None:
    assert holds(MACHINE, DECLARED, __VERIFIER_nondet_int=state)


@pytest.mark.parametrize("way", range(3))
def test_nested_loops_are_entered_at_any_depth(way: int) -> None:
    assert holds(NESTED, DECLARED, __VERIFIER_nondet_int=way)


def test_a_loop_with_several_ways_in_has_one_head_at_its_line() -> None:
    made = system(f"{DECLARED}int main(void) {{\n  int x = __VERIFIER_nondet_int(), way = 1;\n  if (x > 5)\n    goto in;\n"
                  "  while (x > 0) {\n    x -= 2;\nin:\n    x--;\n  }\n  assert(way);\n}\n")
    assert [(p.line, p.column) for p in made.of_kind(Kind.HEAD)] == [(9, None)]
    assert "the way into the loop" in {v.text for v in made.variables}
    assert run(made, {"__VERIFIER_nondet_int": 9}).kind is Kind.EXIT
