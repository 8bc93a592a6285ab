"""Loop heads that no run comes to are left out of what is searched, once."""

from __future__ import annotations

import time

from synth.analysis.certificates.checker import checked
from synth.analysis.invariants.reach import within_reach
from synth.analysis.simulation.simulator import Simulator
from synth.analysis.termination import ranked
from synth.frontends.c.load import load_text
from synth.transition import Kind

LOOPS = """extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    while (i < n)
        i++;
    if (i > n)
        while (i != 0)
            n++;
    if ((n ^ (n >> 13)) * 2654435761u == 0x12345678u)
        while (i > 3)
            i -= 2;
    return 0;
}
"""


def test_what_is_left_has_no_more_heads_that_are_out_of_reach() -> None:
    system = load_text(LOOPS, "loops.c").system
    deadline = time.monotonic() + 20
    found = within_reach(system, Simulator(system, 0).run(), deadline)
    assert found is not None
    left = {e.target for e in found.system.edges if system.places[e.target].kind is Kind.HEAD}
    assert {system.places[p].line for p in left} == {5, 11}
    assert within_reach(found.system, Simulator(found.system, 0).run(), deadline) is None


def test_ranks_of_what_is_left_are_such_of_the_whole() -> None:
    system = load_text(LOOPS, "loops.c").system
    found = next(found for found in ranked(system, time.monotonic() + 20, 0) if found is not None)
    assert checked(system, found.certificate, 10.0).holds
