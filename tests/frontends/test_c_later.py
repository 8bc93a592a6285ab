"""Systems are made when they are asked for: that of the first reading may come from elsewhere, or not be needed."""

from __future__ import annotations

from synth.frontends.c.load import load_text
from synth.transition import Kind

LIST = """#include <stdlib.h>
struct node { int data; struct node *next; };
#define SLH_NODE struct node
#include <slh.h>
extern void reach_error(void);
int main(void)
{
    struct node *list = __VERIFIER_nondet_list();
    unsigned length = slh_length(list);
    for (struct node *p = list; p != NULL; p = p->next)
        ;
    if (slh_length(list) != length)
        reach_error();
    return 0;
}
"""


def test_a_program_is_read_without_its_system() -> None:
    program = load_text(LIST, "list.c")
    assert not program.is_made
    assert program.wider is not None and program.wider.is_made and program.wider.by_shapes
    assert not program.is_made
    assert program.system.limited and program.is_made


def test_a_system_that_was_made_elsewhere() -> None:
    program, other = load_text(LIST, "list.c"), load_text(LIST, "list.c")
    program.given(other.made)
    assert program.system is other.system and program.readings is other.readings
    program.given(load_text(LIST, "list.c").made)
    assert program.system is other.system


def test_questions_about_one_program_share_what_is_read() -> None:
    program = load_text(LIST, "list.c")
    calls, derefs = program.about("unreach-call"), program.about("valid-deref")
    assert calls.origin is program is derefs.origin
    assert program.wider is not None and calls.wider is not None and derefs.wider is not None
    assert calls.wider.system.edges is program.wider.system.edges is derefs.wider.system.edges
    assert not program.is_made and not calls.is_made
    assert calls.system.edges is program.system.edges


def test_no_limits_no_wider_reading() -> None:
    program = load_text("int main(void) { unsigned x = 9; while (x) x--; return 0; }", "plain.c")
    assert not program.limited and program.wider is None
    assert program.is_made


def test_contracts_are_about_what_is_asked() -> None:
    """In what is asked of calls of reach_error, a failed assertion only ends a run, in the system of contracts, too."""
    text = """#include <assert.h>
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int down(int n) { assert(n < 5); if (n < 0) reach_error(); return n <= 0 ? 0 : down(n - 1); }
int main(void) { return down(__VERIFIER_nondet_int()); }
"""
    wider = load_text(text, "down.c").about("unreach-call").wider
    assert wider is not None and wider.opened is not None
    for system in (wider.system, wider.opened):
        assert {place.kind for place in system.places if place.cause == "assertion"} == {Kind.EXIT}
        assert {place.kind for place in system.places if place.cause == "call"} == {Kind.ERROR}
