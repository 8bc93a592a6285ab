"""Programs that make lists as people write them: how many nodes are made is counted up or down, or not at all."""

from __future__ import annotations

import pathlib

import pytest
from busy import SLACK

import synth

BEGIN = """#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
static struct node *build(int n)
{
    struct node *list = NULL;
    while (n-- > 0) {
        struct node *p = malloc(sizeof *p);
        if (!p)
            exit(0);
        p->value = __VERIFIER_nondet_int();
        p->next = list;
        list = p;
    }
    return list;
}
static void release(struct node *list) { while (list) { struct node *next = list->next; free(list); list = next; } }
static unsigned length(struct node *list) { unsigned n = 0; for (; list; list = list->next) n++; return n; }
"""

BODIES = {
    "released": ("struct node *a = build(__VERIFIER_nondet_int()); release(a);", "termination", True),
    "counted down by a for loop": (
        "struct node *a = NULL; for (int n = __VERIFIER_nondet_int(); n > 0; n--) { struct node *p = malloc(sizeof *p);"
        "if (!p) return 0; p->next = a; a = p; } release(a);", "termination", True),
    "around a circle": (
        "struct node *a = build(__VERIFIER_nondet_int()); if (!a) return 0; struct node *last = a;"
        "while (last->next) last = last->next; last->next = a; unsigned n = 0;"
        "struct node *p = a; do { n++; p = p->next; } while (p != a); assert(n > 0);", "safety", True),
    "each node twice": (
        "struct node *a = build(__VERIFIER_nondet_int()); unsigned n = length(a); for (struct node *p = a; p; p = p->next->next) {"
        "struct node *q = malloc(sizeof *q); if (!q) exit(0); q->next = p->next; p->next = q; } assert(length(a) == 2 * n);",
        "safety", True),
    "every second node taken": (
        "struct node *a = build(__VERIFIER_nondet_int()); unsigned n = length(a);"
        "for (struct node *p = a; p && p->next; p = p->next) { struct node *next = p->next; p->next = next->next; free(next); }"
        "assert(length(a) == (n + 1) / 2);", "safety", True),
    "too many taken": (
        "int n = __VERIFIER_nondet_int(); struct node *a = build(n);"
        "for (int i = 0; i <= n; i++) { struct node *p = a; a = a->next; free(p); }", "safety", False),
}


@pytest.mark.slow
@pytest.mark.parametrize(("body", "asked", "holds"), BODIES.values(), ids=BODIES)
def test_decided(body: str, asked: str, holds: bool, tmp_path: pathlib.Path) -> None:
    source = tmp_path / "made.c"
    source.write_text(f"{BEGIN}int main(void)\n{{\n{body}\nreturn 0;\n}}\n", encoding="utf-8")
    assert synth.prove(source, property=asked, timeout=60.0 + SLACK, replay=False)[asked].holds is holds


def test_nodes_of_no_singly_linked_list_are_looked_at_up_to_a_limit_which_is_told(tmp_path: pathlib.Path) -> None:
    source = tmp_path / "both.c"
    source.write_text("""#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct both { struct both *next, *before; };
int main(void)
{
    struct both *first = NULL;
    for (int n = __VERIFIER_nondet_int(); n > 0; n--) {
        struct both *p = malloc(sizeof *p);
        if (!p) break;
        p->next = first, p->before = NULL;
        if (first) first->before = p;
        first = p;
    }
    for (struct both *p = first; p; p = p->next)
        assert(!p->next || p->next->before == p);
    return 0;
}
""", encoding="utf-8")
    found = synth.prove(source, property="safety", timeout=2.0, replay=False)["safety"]
    assert found.holds is None
    assert [line for line in found.tried if "line 9" in line or "struct" in line] == [
        "runs up to a limit, line 9: at most 4 objects",
        "struct both, which is no node of a singly linked list: next and before lead to others"]
