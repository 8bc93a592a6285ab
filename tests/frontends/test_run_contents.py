"""Words that tell of what the nodes of runs hold: what all nodes hold is found, and what one does not is never shown."""

from __future__ import annotations

import pathlib
import random
import subprocess
import time

import pytest

from synth.analysis.certificates.obligations import bounded, inductive
from synth.analysis.property import Property
from synth.analysis.simulation.simulator import Simulator
from synth.analysis.systems.slices import slices_to_failures
from synth.analysis.verdict import SIDES
from synth.checking.validity.prover import Valid, valid
from synth.frontends.c import load as loading
from synth.frontends.c.load import load_text
from synth.transition import Kind, ShownOf, TransitionSystem

BEGIN = """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
struct node { int data; struct node *next; };
static struct node *cons(int x, struct node *rest)
{
    struct node *p = malloc(sizeof *p);
    if (p == NULL)
        exit(1);
    p->data = x;
    p->next = rest;
    return p;
}
"""
BITS = "for (int i = 0; i < n; i++) a = cons(__VERIFIER_nondet_bool(), a);"
SORTED = "for (int i = 0; i < n; i++) { x = __VERIFIER_nondet_int(); if (a && x > a->data) break; a = cons(x, a); }"
REMOVE = "for (struct node **q = &a; *q;) { if ((*q)->data == c) *q = (*q)->next; else q = &(*q)->next; }"
ADD = "for (struct node *p = a; p; p = p->next) p->data = p->data + 1;"
LAST = "struct node *l = a; while (l && l->next) l = l->next;"
MIDDLE = "struct node *m = a; while (m && __VERIFIER_nondet_bool()) m = m->next;"
SUM = "for (struct node *p = a; p; p = p->next) s += p->data;"
ANY = "for (int i = 0; i < n; i++) a = cons(__VERIFIER_nondet_int(), a);"
COUNTED = "for (x = 0; x < n; x++) a = cons(x, a);"
INSERT = "{ struct node **q = &a; while (*q && (*q)->data < c) q = &(*q)->next; *q = cons(c, *q); }"


def each(wrong: str) -> str:
    """A loop that fails at a node of which something is wrong."""
    return f"for (struct node *p = a; p; p = p->next) if (p->data {wrong}) reach_error();"


def unsorted(wrong: str = ">") -> str:
    """One that fails at two nodes in the wrong order."""
    return f"for (struct node *p = a; p && p->next; p = p->next) if (p->data {wrong} p->next->data) reach_error();"


def by_contents(body: str) -> TransitionSystem:
    """The program with this body, read with words that tell of runs."""
    begin = "int main(void) { int c = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), x; struct node *a = NULL; "
    found = read(f"{BEGIN}{begin}{body} return 0; }}\n")
    assert any(edge.alike for edge in found.edges)
    return bounded(found.cautious(False))


def read(text: str) -> TransitionSystem:
    """The program, read with words that tell of runs; allocation succeeds."""
    made = load_text(text, "lists.c", allocation="succeeds").about("unreach-call")
    return loading._read(made.source, made.dialect, made.files, made.asked, made.deep, True, lists=True, contents=True).system


def shown(system: TransitionSystem, seconds: float) -> bool:
    """Whether it is shown that no run fails, with invariants that are inductive."""
    side = SIDES[Property.SAFETY]["safe"]
    found = next(filter(None, side(system, time.monotonic() + seconds, 0)), None)
    if found is None:
        return False
    invariants = found.certificate.invariants  # type: ignore[union-attr]
    assert all(isinstance(valid(o.formula, system.width, 20), Valid) for o in inductive(system, invariants))
    return True


@pytest.mark.slow
@pytest.mark.parametrize("body", [
    f"{BITS} {each('> 1')}",
    f"{BITS} {ADD} {each('> 2')}",
    f"{BITS} {LAST} if (l && l->data > 1) reach_error();",
    f"{BITS} {MIDDLE} if (m) m->data = 3; {each('> 3')}",
    f"for (int i = 0; i < n; i++) a = cons(__VERIFIER_nondet_int(), a); {REMOVE} {each('== c')}",
    f"while (__VERIFIER_nondet_bool()) a = cons(__VERIFIER_nondet_int(), a); {REMOVE} {each('== c')}",
    f"{SORTED} {unsorted()}",
    pytest.param(f"{SORTED} if (a && a->next && a->next->next && a->data > a->next->next->data) reach_error();",
                 marks=pytest.mark.slower),
    pytest.param(f"{SORTED} {INSERT} {unsorted()}", marks=pytest.mark.slower),
    pytest.param(f"{ANY} int s = 0, t; {SUM} t = s; s = 0; {SUM} if (s != t) reach_error();", marks=pytest.mark.slower),
    pytest.param(f"{COUNTED} while (a) {{ x--; if (a->data != x) reach_error(); a = a->next; }}", marks=pytest.mark.slower),
], ids=range(11))
def test_what_all_nodes_hold_is_found(body: str) -> None:
    assert shown(by_contents(body), 90)


@pytest.mark.slow
@pytest.mark.parametrize("body", [
    f"{BITS} if (c == 77) a = cons(2, a); {each('> 1')}",
    f"{BITS} {LAST} if (l && c == 77) l->next = cons(2, NULL); {each('> 1')}",
    f"{BITS} {MIDDLE} if (m && c == 77) m->data = 2; {each('> 1')}",
    f"{BITS} {MIDDLE} if (m && c == 77) {{ m->next = cons(2, m->next); m = a; }} {each('> 1')}",
    f"{BITS} if (a) {{ struct node *first = a; a = a->next; {REMOVE} first->next = a; a = first; }} {each('== c')}",
    f"{SORTED} if (c == 77) a = cons(c, a); {unsorted()}",
    f"{SORTED} {unsorted('>=')}",
    f"{SORTED} {MIDDLE} if (m && c == 77) m->data = c; {unsorted()}",
    f"{SORTED} {{ struct node **q = &a; while (*q && (*q)->data <= c && c != 77) q = &(*q)->next; *q = cons(c, *q); }} "
    f"{unsorted()}",
    f"{SORTED} struct node *r = NULL; while (a) {{ struct node *n = a->next; a->next = r; r = a; a = n; }} a = r; {unsorted()}",
    f"{ANY} int s = 0, t; {SUM} t = s; s = 0; if (a && c == 77) a = a->next; {SUM} if (s != t) reach_error();",
    f"{ANY} int s = 0, t; {SUM} t = s; s = 0; {MIDDLE} if (m && c == 77) m->data = 8; {SUM} if (s != t) reach_error();",
    f"{COUNTED} if (a && c == 77) a = a->next; while (a) {{ x--; if (a->data != x) reach_error(); a = a->next; }}",
], ids=range(13))
def test_what_one_node_does_not_hold_is_not_shown(body: str) -> None:
    assert not shown(by_contents(body), 3)


def test_what_is_known_of_a_node_is_known_in_slices() -> None:
    system = by_contents(f"{BITS} {MIDDLE} if (m) m->data = 3; {each('> 3')}")
    whole = sum(bool(e.alike) for e in system.edges)
    assert [sum(bool(e.alike) for e in own.system.edges) for own in slices_to_failures(system)] == [whole]


def test_places_of_nodes_that_nobody_counts_are_kept() -> None:
    """Where lengths may have wrapped around, a run of which one node is told may have more: the place stays that of its node."""
    system = by_contents(f"{COUNTED} while (a) {{ x--; if (a->data != x) reach_error(); a = a->next; }}")
    place = next(i for i, v in enumerate(system.variables) if v.text.startswith("place_data"))
    parting = [e for e in system.edges if e.alike and e.source == e.target]
    kept = [e.update[place] is system.variables[place].term for e in parting]
    assert kept == [any(i.name.startswith("goes_on") for i in e.inputs) for e in parting] and set(kept) == {True, False}


def test_what_all_nodes_hold_is_a_constant_where_it_is_one() -> None:
    begin = f"{BEGIN}int main(void) {{ int n = __VERIFIER_nondet_int(); struct node *a = NULL;"
    for wrong, held in (("!= 1", True), ("== 1", False)):
        text = f"{begin} for (int i = 0; i < n; i++) a = cons(1, a); {each(wrong)} }}\n"
        program = load_text(text, "lists.c").about("unreach-call")
        found = program.others[ShownOf.CONTENTS]()
        assert (found is not None and not found.system.of_kind(Kind.ERROR)) is held


def test_the_reading_is_one_of_its_own() -> None:
    begin = f"{BEGIN}int main(void) {{ int n = __VERIFIER_nondet_int(); struct node *a = NULL; {BITS} "
    for asked, told in ((each("> 1"), True), ("while (a) a = a->next; if (a) reach_error();", False)):
        program = load_text(f"{begin}{asked} return 0; }}\n", "lists.c").about("unreach-call")
        assert set(program.others) == {ShownOf.CONTENTS}
        assert program.wider is not None and program.reading(True) is program.wider
        assert not any(v.text.startswith("any_") for v in program.wider.system.variables)
        if told:
            found = program.reading(True, None, ShownOf.CONTENTS)
            assert any(v.text.startswith("any_data_behind") for v in found.system.variables)
        else:
            assert program.others[ShownOf.CONTENTS]() is None


STEPS = [
    "a = cons(7, a);", "m = a;", "if (m && m->next) m = m->next;", "if (a) { t += a->data; m = a = a->next; }",
    "if (m) { t += m->data; m->data = 100; }", "a = cons(n, cons(3, a));", "if (m) m->next = cons(50, m->next);",
    "if (m && m->next) { t += m->next->data; m->next = m->next->next; }", "for (m = a; m && m->next && k; m = m->next) k--;",
    "if (m) { for (struct node *p = m->next; p; p = p->next) t += p->data; m->next = NULL; }",
    "while (a && a->next && k) { struct node *b = a; m = a = a->next; t += b->data; k--; }",
]
"""What is taken out of a list is added to t."""


def test_runs_with_sums_are_runs_where_these_are_told(tmp_path: pathlib.Path) -> None:
    """What a compiled program comes to with what its lists add up to, the reading comes to, too, and to nothing else."""
    rng, cases = random.Random(1), list[str]()
    for _ in range(6):
        steps = " ".join(rng.choice(STEPS) for _ in range(rng.randint(2, 7)))
        cases.append(f"int n = {rng.choice((2, 3, 6))}, k = 2; unsigned s = 0, t = 0; struct node *a = NULL, *m = NULL;"
                     f"for (int i = 0; i < n; i++) a = cons(i + 1, a); {steps} {SUM}")
    functions = "".join(f"static unsigned f{i}(void) {{ {body} return s + t; }}\n" for i, body in enumerate(cases))
    calls = "".join(f'printf("%u\\n", f{i}());' for i in range(len(cases)))
    source = tmp_path / "lists.c"
    source.write_text(f"#include <stdio.h>\n{BEGIN}{functions}int main(void) {{ {calls} return 0; }}\n")
    subprocess.run(["gcc", "-w", "-o", tmp_path / "lists", source], check=True)
    results = subprocess.run([tmp_path / "lists"], capture_output=True, text=True, check=True).stdout.split()
    for body, result in zip(cases, results, strict=True):
        for wrong, reached in (("==", True), ("!=", False)):
            system = read(f"{BEGIN}int main(void) {{ {body} if (s + t {wrong} {result}u) reach_error(); return 0; }}\n")
            assert bool(Simulator(system, 0, rows=64, steps=400).run().failing) is reached, body
