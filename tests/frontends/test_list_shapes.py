"""Programs with lists, read shape by shape: what holds of them is seen without numbers, and no run is lost."""

from __future__ import annotations

import pathlib
import random
import subprocess
import time
from collections.abc import Iterator

import pytest

from synth.analysis.certificates.obligations import bounded
from synth.analysis.invariants.reach import within_reach
from synth.analysis.simulation.simulator import Simulator
from synth.frontends.c import load as loading
from synth.frontends.c.load import Program, load_text
from synth.transition import Kind

BEGIN = """#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct node { struct node *next; int data; _Bool flag; };
static struct node *build(unsigned n)
{
    struct node *list = NULL;
    for (unsigned i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            break;
        p->data = i;
        p->flag = 1;
        p->next = list;
        list = p;
    }
    return list;
}
static void release(struct node *list)
{
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}
"""
LIST = "struct node *list = build(__VERIFIER_nondet_uint());"


def shapes(body: str, asked: str = "memory-safety") -> Program:
    """A program with this body of main, shape by shape."""
    program = load_text(f"{BEGIN}int main(void) {{ {body} return 0; }}\n", "lists.c").about(asked)
    found = program.wider
    if not program.system.limited or found is None or found.system.limited:
        pytest.fail("this program is not read shape by shape")  # an assertion would show all of it
    return found


def failing(body: str, asked: str = "memory-safety") -> set[str]:
    """The causes of the assertions of a program that may fail."""
    return {place.cause for place in shapes(body, asked).system.of_kind(Kind.ERROR)}


@pytest.mark.parametrize("body", [
    f"{LIST} release(list);",
    f"{LIST} while (list != NULL) {{ struct node *p = list; list = list->next; free(p); }}",
    f"{LIST} struct node *back = NULL; while (list) {{ struct node *next = list->next; list->next = back; back = list;"
    " list = next; } release(back);",
    f"{LIST} struct node **end = &list; while (*end) end = &(*end)->next; *end = build(__VERIFIER_nondet_uint()); release(list);",
    f"{LIST} for (struct node **p = &list; *p;) if ((*p)->data % 2) {{ struct node *own = *p; *p = own->next; free(own); }} else"
    " p = &(*p)->next; release(list);",
    f"struct node last; last.next = NULL; {LIST} struct node *p = list ? list : &last; while (p->next) p = p->next; release(list);",
])
def test_memory_of_lists_is_safe_by_their_shapes(body: str) -> None:
    assert failing(body) == set()


@pytest.mark.parametrize(("body", "cause"), [
    (f"{LIST} while (list->next) list = list->next;", "bounds"),
    (f"{LIST} release(list); if (list) list->data = 1;", "bounds"),
    (f"{LIST} if (list) release(list->next);", "leak"),
    (f"{LIST} release(list); release(list);", "bounds"),
    (f"{LIST} struct node *p = list; while (p && p->next) p = p->next; if (p) p->next = list; release(list);", "bounds"),
    (f"{LIST} struct node *p = list; if (p && p->next && p->next->next) {{ p->next->next = NULL; }} release(list);", "leak"),
    (f"{LIST} if (list && list->next) free(list->next); release(list);", "bounds"),
])
def test_what_goes_wrong_is_seen(body: str, cause: str) -> None:
    assert cause in failing(body)


def test_what_all_nodes_hold_is_not_told_by_some() -> None:
    body = f"""{LIST} struct node *p = list; if (p) p->flag = 0; if (p && p->next && p->next->next) p->next->next->flag = 0;
               for (p = list; p; p = p->next) if (!p->flag) reach_error();"""
    assert failing(body, "safety") == {"call"}


PAIRS = BEGIN.replace("node", "pair").replace("int data;", "int data, *to;").replace("p->data = i;", "p->to = &a;")


def test_what_a_function_that_calls_itself_changes_is_not_told_of_lists() -> None:
    text = f"""int a, b;
{PAIRS} static void all(struct pair *p) {{ if (p) {{ p->to = &b; all(p->next); }} }}
int main(void)
{{
    {LIST.replace("node", "pair")}
    all(list);
    for (struct pair *p = list; p; p = p->next)
        if (p->to != &a)
            reach_error();
}}"""
    program = load_text(text, "lists.c").about("safety")
    found = program.wider or program
    assert found.system.limited or found.system.of_kind(Kind.ERROR)


def test_what_one_node_points_to_others_do_not() -> None:
    body = f"""{LIST.replace("node", "pair")} if (list == NULL) return 0; list->to = &b;
               for (struct pair *p = list; p; p = p->next) if (p->to != &b) reach_error();"""
    program = load_text(f"int a, b;\n{PAIRS} int main(void) {{ {body} return 0; }}\n", "lists.c").about("safety")
    assert program.wider is not None
    causes = [place.cause for place in program.wider.system.of_kind(Kind.ERROR)]
    assert causes == ["call"]


PUSHING = f"""{BEGIN} static struct node *first, *q, *p;
static int push(void)
{{
    first = q;
    for (unsigned m = __VERIFIER_nondet_uint(); m > 0; m--) {{
        struct node *t = malloc(sizeof *t);
        if (!t) exit(0);
        t->next = first;
        first = t;
    }}
    return 1;
}}
"""


@pytest.mark.parametrize("asked", [
    "int r = p->flag & push(); if (r) reach_error();",
    "int r[2] = {0, 0}; r[p->flag] += push(); if (r[1]) reach_error();",
    "int r[2] = {0, 0}; r[p->flag] = push(); if (r[1]) reach_error();",
    "int r = (p->data == 3) & push(); if (r) reach_error();",
    "int r = (p->flag && p->data == 3) & push(); if (r) reach_error();",
    "int r[2] = {0, 0}; r[p->flag && p->data == 3] += push(); if (r[1]) reach_error();",
    "free(p); int r = (p == q) + 2 * push(); if (r > 1) reach_error();",
])
def test_what_is_kept_of_a_node_stays_while_nodes_are_moved(asked: str) -> None:
    """The values are kept while a function makes a list, whose nodes come before those that there were."""
    text = f"""{PUSHING} int main(void) {{
        p = calloc(1, sizeof *p); q = calloc(1, sizeof *q);
        if (!p || !q) return 0;
        p->flag = 1; p->data = 3;
        {asked} }}"""
    program = load_text(text, "lists.c").about("safety")
    found = program.wider or program
    causes = {place.cause for place in found.system.of_kind(Kind.ERROR)}
    assert causes & {"call", "limit"}


def test_shapes_are_told() -> None:
    texts = {place.shape for place in shapes(f"{LIST} release(list);").system.of_kind(Kind.HEAD)}
    assert "list -> a ..> null" in texts


TWO = """extern int __VERIFIER_nondet_int(void); static struct node *first, *second, *all;
static void append(void) { struct node *l = all = first; while (l && l->next) l = l->next; if (l) l->next = second; }
"""


def wrapped(count: str) -> bool:
    """Whether two lists that are put together, of as many nodes as `count` numbers, may be so long that no word tells it, as what
    the program compares shows."""
    parts = BEGIN.replace("unsigned n)", f"{count} n)").replace("unsigned i", f"{count} i")
    made = "".join(f"{own} = build(__VERIFIER_nondet_int()); " for own in ("first", "second"))
    text = f"{parts}{TWO}int main(void) {{ {made}append(); release(all); return 0; }}\n"
    program = load_text(text, "lists.c").about("termination").wider
    assert program is not None
    system = bounded(program.system).cautious(True)
    found = within_reach(system, Simulator(system, 0).run(), time.monotonic() + 60)
    left = system if found is None else found.system
    return any(i.name.startswith("goes_on") for e in left.edges for i in e.inputs)


def test_lengths_are_counted_as_long_as_a_word_tells_them() -> None:
    assert not wrapped("int")
    assert wrapped("unsigned")


STEPS = [
    "p = list;", "if (p) p = p->next;", "if (q) q = q->next;", "q = p;", "if (p) p->next = q;", "r = p; p = q; q = r;",
    "if (p && p != list) p->next = list;", "list = build(n); p = q = list;", "if (p) p->data = 5;", "if (list) list = list->next;",
    "for (r = list, m = 0; r && m < 9; r = r->next) m++;", "for (r = p, m = 0; r && r != q && m < 9; r = r->next) m++;",
    "if (p) { r = malloc(sizeof *r); if (r) { r->next = p->next; p->next = r; r->data = 7; } }",
]


def random_programs(seed: int, count: int) -> Iterator[tuple[str, str]]:
    """Bodies of main with a question at their end that a run answers, and the question: which they come to."""
    rng = random.Random(seed)
    for _ in range(count):
        steps = " ".join(rng.choice(STEPS) for _ in range(rng.randint(3, 9)))
        size = rng.choice([2, 3, 6])
        yield (f"unsigned m = 0, n = {size}; struct node *list = build(n), *p = list, *q = NULL, *r = NULL; {steps}",
               "(list != NULL) + 2 * (p == q) + 4 * (p && p->next == q) + 8 * (r == NULL) + 16 * (m & 15)"
               " + 256 * (p && p->data == 5)")


def test_runs_of_programs_with_lists_are_runs_shape_by_shape(tmp_path: pathlib.Path) -> None:
    """What a compiled program comes to, the reading may come to: with all numbers given, its runs are those of the program, but for
    what nodes hold. A reading without pointers that lost a run would be seen to come to something else only."""
    cases = list(random_programs(1, 12))
    functions = "".join(f"static unsigned f{i}(void) {{ {body} return {asked}; }}\n" for i, (body, asked) in enumerate(cases))
    calls = "".join(f'printf("%u\\n", f{i}());' for i in range(len(cases)))
    source = tmp_path / "lists.c"
    source.write_text(f"#include <stdio.h>\n{BEGIN}{functions}int main(void) {{ {calls} return 0; }}\n")
    subprocess.run(["gcc", "-w", "-o", tmp_path / "lists", source], check=True)
    found = subprocess.run([tmp_path / "lists"], capture_output=True, text=True, check=True).stdout.split()
    for (body, asked), result in zip(cases, map(int, found), strict=True):
        text = f"{BEGIN}int main(void) {{ {body} if (({asked}) == {result}) reach_error(); return 0; }}\n"
        program = load_text(text, "lists.c", allocation="succeeds").about("unreach-call")
        wide = loading._read(program.source, program.dialect, program.files, program.asked, program.deep, True, lists=True)
        assert Simulator(wide.system, 0, rows=64, steps=400).run().failing, body


def test_a_loop_has_one_head_for_shapes_that_differ_only_in_where_there_are_runs() -> None:
    """Before the first round the list has one node, and a look behind it comes to that again: no loop begins there."""
    program = load_text(f"""{BEGIN}int main(void) {{
        struct node *list = build(0);
        list = malloc(sizeof *list);
        if (!list) return 0;
        list->next = NULL;
        while (__VERIFIER_nondet_uint())
            if (__VERIFIER_nondet_uint()) {{
                struct node *n = malloc(sizeof *n);
                if (!n) return 0;
                n->next = list; list = n;
            }} else if (list->next) list->data = 1;
        if (!list) reach_error();
        return 0;
    }}
    """, "one.c").about("unreach-call").wider
    assert program is not None
    shapes = [p.shape for p in program.system.of_kind(Kind.HEAD)]
    assert "list -> a ..> null" in shapes and "list -> a -> null" not in shapes
