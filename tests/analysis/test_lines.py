"""Certificates in lines for people: names as in the source, ranks that tell how to read them, the last steps of long runs."""

import re

from systems import loop

from synth.analysis.certificates.kinds import Ranking, RecurrenceSet, SafetyInvariant, Step, Trace
from synth.analysis.reports.lines import LAST, lines_of
from synth.analysis.simulation.simulator import Simulator
from synth.booleans import TRUE
from synth.frontends.c.load import load_text
from synth.terms import constant, ite, slt, symbol
from synth.transition import Kind, TransitionSystem

X, Y = symbol("x"), symbol("y")
UP = loop("x y", slt(X, Y), {"x": X + 1})
LONG = loop("x", slt(X, 1000), {"x": X + 1}, {"x": constant(0)}, wrong=X == 1000)
TRACE = Trace((Step(0), *(Step(1) for _ in range(1000)), Step(3)))


def rank(system: TransitionSystem, *words: object, invariant: object = TRUE) -> str:
    return list(lines_of(Ranking({1: invariant}, {1: words}), system))[-1]  # type: ignore[dict-item]


def test_a_rank_tells_how_it_is_read() -> None:
    assert rank(UP, Y - X, invariant=(X <= 10)) == "line 1: rank y - x decreases in every round, and is >= 0 where one begins"
    assert rank(UP, Y, X) == ("line 1: rank ((unsigned)y, (unsigned)x), compared lexicographically, decreases in every round, "
                              "and is >= 0 where one begins")


def test_a_rank_is_told_by_small_numbers() -> None:
    assert "rank 10 - x " in rank(LONG, constant(-1) - X, invariant=(X <= 10))
    assert "rank 2147483647 - x " in rank(LONG, -X, invariant=slt(0, X))
    assert "rank x " in rank(LONG, ite(X == 2, constant(2), ite(X == 1, constant(1), constant(0))), invariant=(X <= 2))
    assert "rank x " in rank(LONG, constant(3), X, invariant=(X <= 2))


def test_a_long_run_is_told_by_its_last_steps() -> None:
    told = list(lines_of(TRACE, LONG))
    assert told[0] == "… 992 steps left out (--trace full)"
    assert told[1] == "line 1: x = 992" and len(told) == 1 + LAST
    full = list(lines_of(TRACE, LONG, full=True))
    assert full[0] == "line 1: x = 0" and len(full) == 1002 and full[-1] == told[-1]


def test_only_what_changed_is_told_of_a_step() -> None:
    steps = (Step(0, {"x0": 3, "y0": 5}), Step(1), Step(1))
    told = list(lines_of(RecurrenceSet(steps, {1: X == 5}, {}), UP))
    assert told[2:] == ["line 1: x = 3, y = 5", "line 1: x = 4", "line 1: x = 5",
                        "line 1: the run never leaves the states where x == 5"]


def test_names_are_those_of_the_source() -> None:
    source = """
extern void reach_error(void);
int f(int n) { int i = 0; while (i < n) i++; return i; }
int main(void)
{
    int buf[4], n = f(3), *p = buf;
    while (p < buf + 4) *p++ = n;
    if (f(buf[1]) > n) reach_error();
}
"""
    system = load_text(source, "made.c").system
    walk, inner = (next(p.number for p in system.of_kind(Kind.HEAD) if any(
        v.text == text and v.function == own and v.name in system.needed[p.number] for v in system.variables))
        for text, own in (("p - buf", "main"), ("n", "f")))
    index, mine, other = (next(v for v in system.variables if (v.text, v.function) == key)
                          for key in (("p - buf", "main"), ("n", "main"), ("n", "f")))
    assert list(lines_of(SafetyInvariant({walk: (index.term <= 4) & (mine.term == 3)}), system)) == [
        "line 7: invariant 0 <= p - buf <= 4 && n == 3"]
    assert list(lines_of(SafetyInvariant({inner: mine.term == other.term}), system)) == ["line 3: invariant main::n == f::n"]


def run_told(text: str, full: bool = False) -> list[str]:
    """What is told of the shortest failing run of a C program that was seen."""
    system = load_text(text, "lists.c").about("unreach-call").system.within_limits()
    run = min(Simulator(system, 0).once().failing, key=len)
    return list(lines_of(Trace(tuple(Step(m.edge, m.inputs) for m in run)), system, full=full))


def test_blocks_of_a_line_are_told_apart() -> None:
    told = run_told("""#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    if (!a || !b) return 0;
    a->next = b; b->next = 0;
    for (struct node *p = a; p; p = p->next) if (p == b) reach_error();
    return 0;
}""")
    assert "line 7: p -> block 1 of line 4" in told[-3] and "line 7: p -> block 2 of line 4" in told[-2]


def test_of_loops_in_our_headers_only_a_full_trace_tells() -> None:
    text = """struct node { struct node *next; };
#define SLH_NODE struct node
#include <slh.h>
int main(void) {
    struct node *list = __VERIFIER_nondet_list(), *p = list;
    __VERIFIER_assume(slh_length(list) == 2);
    for (unsigned n = 0; p != NULL; n++) {
        __slh_invariant(n == slh_length(p));
        p = p->next;
    }
    return 0;
}"""
    told = run_told(text)
    assert not any("slh.h" in line for line in told)
    assert any(re.fullmatch(r"line 7: n = 0, p -> block \d+ -> block \d+ -> null", line) for line in told)
    assert any("slh.h" in line for line in run_told(text, full=True))
