"""Lists of any shape and what is observed of them, as <slh.h> has it: shape by shape it is what its C computes."""

from __future__ import annotations

import pathlib
import random
import subprocess
from collections import Counter
from collections.abc import Iterator

import pytest

from synth.analysis.property import Property
from synth.analysis.simulation.simulator import Simulator
from synth.analysis.verdict import decide
from synth.errors import InputError
from synth.frontends.c import load as loading
from synth.frontends.c.load import Program, load_text
from synth.frontends.c.preprocessing.headers import FOLDER
from synth.terms import name_of, postorder
from synth.transition import Kind, ShownOf

BEGIN = """struct node { int data; struct node *next; };
#define SLH_NODE struct node
#include <slh.h>
"""
ANSWERS = """static unsigned now;
static unsigned number(void) { now = now * 1103515245u + 12345u; return (now >> 16) % 4; }
static _Bool truth(void) { return number() % 2; }
#define __VERIFIER_nondet_uint number
#define __VERIFIER_nondet_bool truth
"""


def by_shapes(text: str, asked: str = "unreach-call", **options: str) -> Program:
    """A program read shape by shape."""
    made = load_text(text, "lists.c", **options).about(asked)
    return loading._read(made.source, made.dialect, made.files, made.asked, made.deep, True, lists=True)


def main_of(body: str) -> str:
    """A program with this body of main."""
    return f"{BEGIN}int main(void) {{ {body} return 0; }}\n"


def failing(body: str) -> bool:
    """Whether the reading shape by shape has an assertion that may fail; without solvers, as the shapes tell."""
    system = by_shapes(main_of(body)).system
    return bool(system.of_kind(Kind.ERROR))


ANY = "struct node *x = __VERIFIER_nondet_list();"


@pytest.mark.parametrize(("body", "seen"), [
    (f"{ANY} if (slh_acyclic(x) && slh_circular(x)) reach_error();", False),
    (f"{ANY} if (!slh_acyclic(x)) reach_error();", True),
    (f"{ANY} if (x == 0) reach_error();", True),
    (f"{ANY} if (slh_circular(x)) reach_error();", True),
    (f"{ANY} if (x && !slh_acyclic(x) && !slh_circular(x)) reach_error();", True),
    (f"{ANY} if (!slh_acyclic(x) && slh_length(x) != SLH_INFINITE) reach_error();", False),
    (f"{ANY} if (!slh_path(x, x)) reach_error();", False),
    (f"{ANY} if (x && x->next && !slh_path(x, x->next)) reach_error();", False),
    (f"{ANY} struct node *y = __VERIFIER_nondet_list_over(x); if (slh_acyclic(x) != slh_acyclic(y) && y) reach_error();", False),
    (f"{ANY} struct node *y = __VERIFIER_nondet_list_over(x); if (y && slh_path(x, y) && slh_path(y, x) && !slh_circular(y)"
     " && x != y) reach_error();", False),
    (f"{ANY} struct node *y = __VERIFIER_nondet_list(); if (x && slh_path(y, x)) reach_error();", False),
    (f"{ANY} struct node *y = __VERIFIER_nondet_list_over(x); if (x != y && x && slh_path(y, x)) reach_error();", True),
])
def test_what_shapes_tell(body: str, seen: bool) -> None:
    assert failing(body) == seen


def limited(text: str, asked: str = "valid-deref") -> bool:
    """Whether a program is not read shape by shape, or its runs come to a limit there or to a failed assertion."""
    try:
        system = by_shapes(text, asked).system
    except InputError:
        return True
    return bool(system.of_kind(Kind.ERROR))


BUILT = """struct node *x = 0;
    for (unsigned m = __VERIFIER_nondet_uint(); m > 0; m--) {
        struct node *made = malloc(sizeof *made);
        if (!made) exit(0);
        made->next = x;
        x = made;
    }"""


@pytest.mark.parametrize("body", [
    f"{BUILT} if (!x) exit(0); free(x); slh_length(x);",
    f"{BUILT} if (!x) exit(0); free(x); slh_extend_(x, 3);",
    f"{BUILT} if (!x) exit(0); free(x); slh_path(x, 0);",
    f"{BUILT} struct node *y = malloc(sizeof *y); if (!x || !y) exit(0); y->next = 0; x->next = y + 1; slh_length(x);",
    f"{BUILT} struct node *y = malloc(sizeof *y); if (!x || !y) exit(0); x->next = y; slh_length(x);",
])
def test_observations_follow_pointers(body: str) -> None:
    assert limited(main_of(body))


def test_new_nodes_hold_nothing_that_the_first_one_does() -> None:
    text = """struct node { struct node *next; int *to; };
#define SLH_NODE struct node
#include <slh.h>
int a;
int main(void)
{
    struct node *x = malloc(sizeof *x);
    if (!x) return 0;
    x->next = 0;
    x->to = &a;
    slh_extend_(x, 3);
    *x->next->to = 1;
}"""
    assert limited(text)


@pytest.mark.parametrize(("members", "next"), [
    ("struct node *other; struct { struct node *next; } in;", "in.next"),
    ("struct node *other, *next[2];", "next[0]"),
    ("struct node *other; void *next;", "next"),
    ("struct node *other, *next;", "next"),
])
def test_the_member_that_the_header_is_told_of_is_the_edge(members: str, next: str) -> None:
    text = f"""struct node {{ {members} }};
#define SLH_NODE struct node
#define SLH_NEXT {next}
#include <slh.h>
int main(void)
{{
    struct node *x = 0;
    for (unsigned m = __VERIFIER_nondet_uint(); m > 0; m--) {{
        struct node *made = malloc(sizeof *made);
        if (!made) exit(0);
        made->other = x;
        made->{next} = 0;
        x = made;
    }}
    if (!x) exit(0);
    x->other = x;
    if (slh_acyclic(x)) reach_error();
}}"""
    assert limited(text, "unreach-call")


@pytest.mark.parametrize("begin", [
    "unsigned calls; void __VERIFIER_assume(int c) { calls++; if (!c) for (;;); }",
    "#include <stdlib.h>\nunsigned calls; static void *take(size_t n) { calls++; return malloc(n); }\n#define malloc take",
])
def test_what_the_header_calls_is_what_the_file_says(begin: str) -> None:
    body = "struct node *x = malloc(sizeof *x); if (!x) return 0; x->next = 0; slh_extend_(x, 20); if (calls > 9) reach_error();"
    assert limited(f"{begin}\n{main_of(body)}", "unreach-call")


@pytest.mark.parametrize(("stated", "cut"), [
    ("(slh_path_length(x, z) + slh_length(z)) % slh_length(y) == 0", True), ("slh_path_length(x, z) <= slh_length(y)", False)])
def test_edges_end_where_hard_things_are_stated_of_rounds(stated: str, cut: bool) -> None:
    """What is said of remainders is asked of the state of each head: no assertion is about several rounds."""
    body = f"""{ANY} struct node *y = __VERIFIER_nondet_list();
        __VERIFIER_assume(slh_acyclic(x) && slh_acyclic(y) && y); struct node *z = x;
        while (z) {{ THAT; z = z->next; }}"""
    stated_of_rounds, asserted = (by_shapes(main_of(body.replace("THAT", own))).system
                                  for own in (f"__slh_invariant({stated})", f"if (!({stated})) reach_error()"))
    more = len(stated_of_rounds.of_kind(Kind.HEAD)) > len(asserted.of_kind(Kind.HEAD))
    rests = [sum(name_of(node) == "urem" for node in postorder(edge.guard)) for edge in stated_of_rounds.failures]
    assert more is cut and max(rests) == cut


def test_what_is_stated_behind_an_inner_loop_is_stated_of_the_outer_one() -> None:
    body = f"""{ANY} struct node *y = __VERIFIER_nondet_list();
        __VERIFIER_assume(slh_acyclic(x) && slh_acyclic(y) && y); struct node *z = x; unsigned n = 0;
        while (z) {{
            for (struct node *w = y; w; w = w->next) n++;
            THAT; z = z->next; }}"""
    rests = "n % slh_length(y) == 0 * slh_path_length(x, z)"
    stated, asserted = (heads_by_line(by_shapes(main_of(body.replace("THAT", own))))
                        for own in (f"__slh_invariant({rests})", f"if (!({rests})) reach_error()"))
    outer, inner = min(stated), max(stated)
    assert stated[outer] > asserted[outer] and stated[inner] == asserted[inner]


def heads_by_line(program: Program) -> Counter[int]:
    """How many loop heads there are of each line."""
    return Counter(place.line or 0 for place in program.system.of_kind(Kind.HEAD))


@pytest.mark.parametrize(("macros", "body"), [
    ("#define while if", f"{BUILT} if (x && x->next && x->next->next && slh_length(x) == 1) reach_error();"),
    ("#undef NULL\nstruct node end;\n#define NULL (&end)", "struct node *x = __VERIFIER_nondet_list(); if (!x) reach_error();"),
])
def test_the_header_says_what_its_text_says(macros: str, body: str) -> None:
    text = BEGIN.replace("#include <slh.h>", f"{macros}\n#include <slh.h>")
    assert limited(f"{text}\n#undef while\nint main(void) {{ {body} return 0; }}", "unreach-call")


@pytest.mark.parametrize("body", [
    "return l == NULL ? 0 : 1 + f(l->next);",
    "if (l == NULL) return 0; unsigned n = 1; for (struct node *p = l; p != NULL; p = p->next) n++; return n + f(l->next);",
    "struct node *n = malloc(sizeof *n); if (n == NULL) exit(1); free(n); return l == NULL ? 0 : f(l->next);"])
def test_functions_that_call_themselves_follow_lists(body: str) -> None:
    text = (f"{BEGIN}static unsigned f(struct node *l) {{ {body} }}\n"
            f"int main(void) {{ {ANY} __VERIFIER_assume(slh_acyclic(x)); f(x); return 0; }}\n")
    wider = load_text(text, "lists.c").about("termination").wider
    assert wider is not None
    is_read = wider.by_shapes and not wider.system.limited
    assert is_read and decide(wider.system, Property.TERMINATION, 10.0).holds


@pytest.mark.parametrize(("body", "known"), [
    ("", True), ("l->data = 0;", True), ("l->next = NULL;", False), ("free(l);", False), ("last = l;", False),
    ("if (l->next == NULL) slh_extend_(l, 1);", False)])
def test_of_lists_that_calls_change_no_shapes_are_known_behind_these(body: str, known: bool) -> None:
    text = (f"{BEGIN}struct node *last;\nstatic void f(struct node *l) {{ if (l != NULL) {{ f(l->next); {body} }} }}\n"
            f"int main(void) {{ {ANY} f(x); if (x != NULL && x->next == NULL && last == NULL) reach_error(); }}")
    wider = load_text(text, "lists.c").about("unreach-call").wider
    assert (wider is not None and wider.by_shapes) is known


def test_what_calls_may_have_written_to_nodes_is_not_known() -> None:
    text = f"""{BEGIN}static void f(struct node *l, int d) {{ if (l != NULL) {{ if (d > 99) l->data = 1; f(l->next, d + 1); }} }}
int main(void)
{{
    struct node *x = NULL, *p;
    while (__VERIFIER_nondet_bool()) {{ p = malloc(sizeof *p); if (p == NULL) return 0; p->data = 0; p->next = x; x = p; }}
    f(x, 0);
    for (p = x; p != NULL; p = p->next)
        if (p != x && p->data != 0)
            reach_error();
}}
"""
    program = load_text(text, "lists.c").about("unreach-call")
    assert program.wider is not None
    is_read = program.wider.by_shapes
    assert is_read and ShownOf.CONTENTS not in set(program.others)
    assert not decide(program.wider.system, Property.SAFETY, 2.0).holds


def test_an_edge_is_one_step() -> None:
    text = BEGIN.replace("#include", "#define SLH_NEXT next->next\n#include")
    assert limited(f"{text}int main(void) {{ {BUILT} if (x && x->next && !slh_path(x, x->next)) reach_error(); return 0; }}",
                   "unreach-call")


def test_a_program_may_change_how_many_nodes_are_left() -> None:
    body = """slh_left = 0xffffffffu; struct node *x = __VERIFIER_nondet_list(); slh_left = 0xffffffffu;
              struct node *y = __VERIFIER_nondet_list(); if (slh_length(x) > 0x90000000u && slh_length(x) != SLH_INFINITE
              && slh_length(y) > 0x90000000u && slh_length(y) != SLH_INFINITE) reach_error();"""
    assert limited(main_of(body), "unreach-call")


def test_more_nodes_than_are_counted() -> None:
    body = f"{BUILT} if (!x) exit(0); slh_extend_(x, 0xfffffff0u); slh_extend_(x, 0x20u); reach_error();"
    assert limited(main_of(body), "safety")


def test_other_nodes_are_followed_by_what_the_header_does() -> None:
    text = """struct node { struct node *left, *right; };
#define SLH_NODE struct node
#define SLH_NEXT left
#include <slh.h>
int main(void) { struct node *x = __VERIFIER_nondet_list(); if (slh_path(x, 0)) reach_error(); return 0; }
"""
    assert load_text(text, "trees.c").system.of_kind(Kind.ERROR)


STEPS = [
    "x = __VERIFIER_nondet_list();", "y = __VERIFIER_nondet_list();", "y = __VERIFIER_nondet_list_over(x);",
    "x = __VERIFIER_nondet_list_over(y);", "if (x) x = x->next;", "if (y) y = y->next;", "if (x) x->next = y;",
    "z = x; x = y; y = z;",
    "if (x && x->next) x->next = x->next->next;", "m += slh_length(x) & 7;", "m += slh_path_length(x, y) & 7;",
    "m += slh_path(y, x);", "m += 2 * slh_circular(x);", "if (slh_acyclic(y)) for (z = y; z; z = z->next) m++;",
    "z = malloc(sizeof *z); if (z) { z->next = x; x = z; }",
]
ASKED = ("(m & 7) + 8 * (slh_length(x) & 15) + 128 * (slh_path_length(x, y) & 15) + 2048 * slh_circular(y)"
         " + 4096 * slh_path(y, x) + 8192 * slh_acyclic(x) + 16384 * (x == y)")


def random_bodies(seed: int, count: int) -> Iterator[str]:
    """Bodies of functions that make lists and observe them."""
    rng = random.Random(seed)
    for number in range(count):
        steps = " ".join(rng.choice(STEPS) for _ in range(rng.randint(3, 8)))
        yield f"now = {seed * 1000 + number}; unsigned m = 0; struct node *x = 0, *y = 0, *z = 0; {steps}"


@pytest.mark.slower
@pytest.mark.parametrize("seed", [1, 2])
def test_runs_of_compiled_programs_are_runs_shape_by_shape(tmp_path: pathlib.Path, seed: int) -> None:
    """All answers are given, but for how far `slh_some_` goes, of which some are tried."""
    cases = list(random_bodies(seed, 12 if seed == 1 else 60))
    functions = "".join(f"static unsigned f{i}(void) {{ {body} return {ASKED}; }}\n" for i, body in enumerate(cases))
    calls = "".join(f'printf("%u\\n", f{i}()); slh_left = SLH_INFINITE - 1;' for i in range(len(cases)))
    source = tmp_path / "lists.c"
    source.write_text(f"#include <stdio.h>\n{ANSWERS}{BEGIN}void __VERIFIER_assume(int c) {{ if (!c) abort(); }}\n"
                      f"{functions}int main(void) {{ {calls} return 0; }}\n")
    subprocess.run(["gcc", "-w", "-I", FOLDER, "-o", tmp_path / "lists", source], check=True)
    found = subprocess.run([tmp_path / "lists"], capture_output=True, text=True, check=True).stdout.split()
    for body, result in zip(cases, map(int, found), strict=True):
        text = f"{ANSWERS}{BEGIN}int main(void) {{ {body} if (({ASKED}) == {result}) reach_error(); return 0; }}\n"
        system = by_shapes(text, allocation="succeeds").system
        runs = (Simulator(system, s, rows=256, steps=400).run() for s in range(4))
        assert any(run.failing for run in runs), body
