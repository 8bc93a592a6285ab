"""Pointers as values, in objects of any kind: what they mean is what gcc makes of them."""

from __future__ import annotations

import pathlib
import subprocess

import pytest
from c_systems import holds, run, system

from synth.frontends.c.load import load_text
from synth.transition import Kind

BEFORE = """
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
struct N { int v; struct N *next; };
struct T { struct T *left, *right; int key; };
struct S { int *begin, *end; };
struct R { struct P *in; char c; };
struct P { int x, y; struct R r; };
typedef int (*binary)(int, int);
static int zero, one = 1, table[4] = { 1, 2, 3, 4 };
static struct N last = { 3, 0 }, middle = { 2, &last }, first = { 1, &middle };
static int *shared;
static struct N *head;
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static binary chosen(int i) { return i ? add : sub; }
static int applied(int (*f)(int, int), int a, int b) { return f(a, b); }
static int *larger(int *a, int *b) { return *a > *b ? a : b; }
static int *none(void) { return NULL; }
static int *into(int *a, int i) { return &a[i]; }
static void set(int **to, int *value) { *to = value; }
static int sum(struct N *n) { int s = 0; while (n) { s += n->v; n = n->next; } return s; }
static int length(const struct N *n) { int k = 0; for (; n != NULL; n = n->next) k++; return k; }
static struct N *reversed(struct N *n) { struct N *r = 0;
    while (n) { struct N *t = n->next; n->next = r; r = n; n = t; } return r; }
static void swap(int **a, int **b) { int *t = *a; *a = *b; *b = t; }
static int total(struct S s) { int t = 0; for (int *p = s.begin; p != s.end; ++p) t += *p; return t; }
static struct S span(int *a, int n) { struct S s = { a, a + n }; return s; }
static void *same(void *p) { return p; }
static int from(const void *p) { return *(const int *)p; }
static void push(struct N *n) { n->next = head; head = n; }
static struct N *pop(void) { struct N *n = head; if (n) head = n->next; return n; }
static void inserted(struct T **t, struct T *n) { while (*t) t = n->key < (*t)->key ? &(*t)->left : &(*t)->right; *t = n; }
static int is_in(struct T *t, int k) { while (t && t->key != k) t = k < t->key ? t->left : t->right; return t != NULL; }
"""

TRUE = [
    "int x = 1, y = 2; int *p = &x; p = &y; *p = 5; assert(x == 1 && y == 5 && p == &y && p != &x);",
    "int *p = 0; assert(!p && p == NULL && p == (void *)0 && 0 == p); p = &one; assert(p && p != NULL && *p == 1);",
    "int k = 0; int *p = (k++, none()) ?: &one; assert(p == &one && k == 1); int *q = into(table, k++) ?: &one, *r = p++ ?: &zero;"
    " assert(q == &table[1] && k == 2 && r == &one && p == &one + 1); *(none() ?: none() ?: &table[3]) += 5; assert(table[3] == 9);"
    " int *h = none() ?: malloc(sizeof *h); if (h) { *h = 7; assert(*h == 7); free(h); } none() ?: into(table, k++);"
    " assert(k == 3); (k += 0) ?: k++; (k -= 3) ?: k++; assert(k == 1 && ((k -= 1, none()) ?: none()) == 0); table[3] = 4;",
    "int x = 3; int *p = &x, **q = &p, ***r = &q; **q = 4; ***r += 1; assert(x == 5 && *q == p && **r == &x);",
    "int x, y, *p = &x, *q = &y; swap(&p, &q); *p = 1; *q = 2; assert(y == 1 && x == 2);",
    "int *p; set(&p, &one); assert(*p == 1); set(&p, table); assert(p[2] == 3 && p + 3 == &table[3]);",
    "assert(*larger(&one, &zero) == 1 && larger(&zero, &one) == &one && none() == NULL && !none()); *larger(&zero, &one) = 7;"
    " assert(one == 7); one = 1;",
    "assert(*into(table, 2) == 3 && into(table, 1)[1] == 3 && into(table, 3) - into(table, 1) == 2);",
    "int a[3], b[3], *rows[2] = { a, b }; for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) rows[i][j] = 10 * i + j;"
    " assert(a[2] == 2 && b[0] == 10 && *rows[1] == 10 && *(rows[0] + 1) == 1 && sizeof rows == 2 * sizeof(void *));",
    "int *all[4]; for (int i = 0; i < 4; i++) all[i] = &table[3 - i]; int s = 0; for (int i = 0; i < 4;"
    " i++) s = s * 10 + *all[i];"
    " assert(s == 4321);",
    "assert(sum(&first) == 6 && length(&first) == 3 && length(0) == 0 && first.next->next == &last && first.next->next->v == 3);",
    "struct N c = { 3 }, b = { 2, &c }, a = { 1, &b }, *r = reversed(&a); assert(r == &c && r->next == &b && b.next == &a"
    " && !a.next);",
    "struct N c = { 3 }, b = { 2, &c }, a = { 1, &b }; struct N **p = &b.next; *p = 0; assert(length(&a) == 2 && sum(&a) == 3);",
    "struct N n[5]; for (int i = 0; i < 5; i++) { n[i].v = i; n[i].next = i < 4 ? &n[i + 1] : NULL; }"
    " assert(sum(n) == 10 && length(n) == 5 && n[1].next == n + 2);",
    "struct N x = { 7 }, y = { 8 }, *p; push(&x); push(&y); assert(head == &y && sum(head) == 15); p = pop();"
    " assert(p == &y && pop() == &x && pop() == NULL && head == NULL);",
    "struct T a = { 0, 0, 5 }, b = { 0, 0, 3 }, c = { 0, 0, 8 }, d = { 0, 0, 4 }, *t = 0; inserted(&t, &a); inserted(&t, &b);"
    " inserted(&t, &c); inserted(&t, &d); assert(t == &a && a.left == &b && a.right == &c && b.right == &d);"
    " assert(is_in(t, 4) && is_in(t, 8) && !is_in(t, 6));",
    "struct S s = span(table, 4), t; t = s; t.begin++; assert(total(s) == 10 && total(t) == 9 && t.end - t.begin == 3"
    " && s.end == t.end);",
    "struct P p = { 1, 2, { &p, 'a' } }; assert(p.r.in->x == 1 && p.r.in->r.in == &p && p.r.in->r.c == 'a'); p.r.in->y = 9;"
    " assert(p.y == 9);",
    "struct P p = { 1, 2 }, *q = &p; struct R *r = &q->r; int *y = &q->y; r->in = q; *y = 4; assert(p.r.in == q"
    " && p.y == 4 && *&r->in->x == 1);",
    "binary f = add; assert(f(1, 2) == 3 && (*f)(3, 4) == 7 && f == add && f != sub); f = &mul; assert(f(3, 4) == 12);",
    "binary ops[] = { add, sub, mul }; int s = 0; for (int i = 0; i < 3; i++) s = s * 100 + ops[i](7, 3); assert(s == 100421);"
    " assert(chosen(0)(5, 2) == 3 && chosen(1)(5, 2) == 7 && applied(mul, 4, 5) == 20 && applied(chosen(0), 1, 2) == -1);",
    "binary f = 0; assert(!f); if (f) f(1, 2); f = sub; assert(f && f(2, 1) == 1);",
    "struct { binary f; int k; } o = { mul, 3 }, *p = &o; assert(p->f(p->k, 2) == 6 && (*o.f)(2, 2) == 4);",
    "void *p = &one; int *q = p; assert(*q == 1 && from(&one) == 1 && from(table + 2) == 3 && same(table) == table);"
    " p = table; q = (int *)p + 1; assert(*q == 2 && *(int *)p == 1);",
    "struct N *n = same(&first); void *v = n->next; assert(((struct N *)v)->v == 2 && v == &middle && v != n);",
    "int x = 0x01020304; unsigned char *p = (unsigned char *)&x; assert(p[0] == 4 && p[3] == 1); p[1] = 0xff;"
    " assert(x == 0x0102ff04);",
    "int x = -1; char *c = (char *)&x; c[2] = 5; assert(*c == -1 && x == (int)0xff05ffff && (int *)c == &x && (void *)c == &x);",
    "unsigned u = 7; int *p = (int *)&u; *p = -2; assert(u == 4294967294u && *p < 0);",
    "short s[2] = { 1, 2 }; unsigned char *p = (unsigned char *)s; for (int i = 0; i < 4; i++) p[i] = i;"
    " assert(s[0] == 0x100 && s[1] == 0x302);",
    "struct { int a, b; } s = { 1, 2 }; char *p = (char *)&s.b; p -= sizeof(int); assert(*(int *)p == 1"
    " && (void *)p == (void *)&s);",
    "struct P p = { 1, 2, { &p, 'x' } }; struct R *r = &p.r; int *first_of = (int *)&p; *first_of = 8; assert(p.x == 8"
    " && r->in == &p);",
    "union { unsigned u; unsigned char b[4]; } w; w.u = 0x11223344; assert(w.b[0] == 0x44 && w.b[3] == 0x11); w.b[2] = 0;"
    " assert(w.u == 0x11003344);",
    "union { struct { short lo, hi; } s; int i; } w = { { 1, 2 } }; assert(w.i == 0x20001); w.s.hi = -1;"
    " assert(w.i == (int)0xffff0001);",
    "union { unsigned char b[8]; unsigned long l; } w = { { 1, 2 } }; assert(w.l == 0x201); int i = zero + 3; w.b[i] = 7;"
    " assert(w.l == 0x7000201);",
    "int k = zero, *p = k ? &one : 0; assert(p == 0); p = k ? 0 : &table[1]; assert(p && *p == 2); p = p ? p + 1 : none();"
    " assert(*p == 3);",
    "int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }, s = 0; for (int *p = &m[0][0]; p < &m[0][0] + 6; p++) s = s * 10 + *p;"
    " assert(s == 123456);",
    "int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }, i = one; int (*r)[3] = &m[i]; assert((*r)[2] == 6 && r[-1][0] == 1"
    " && *m[i] == 4 && m[i] == *r);",
    "const char *names[] = { \"ab\", \"cde\", \"\" }; int n = 0; for (int i = 0; i < 3; i++) for (const char *p = names[i]; *p;"
    " p++) n++;"
    " assert(n == 5 && names[1][2] == 'e' && **names == 'a');",
    "shared = &one; int *p = shared; assert(*shared == 1); shared = &table[1]; assert(*p == 1 && *shared == 2"
    " && shared - table == 1);",
    "int x = 1, *p = &x; { int y = 2; p = &y; assert(*p == 2); } p = &x; assert(*p == 1);",
    "int i, *p = table; for (i = 0; i < 4; i++, p++) if (*p == 3) break; assert(p == table + 2 && i == 2 && p - table == i);",
    "int a[2] = { 1, 2 }, b[2] = { 3, 4 }, *p = a, s = 0; for (int i = 0; i < 4; i++) { s = s * 10 + *p; if (i == 1) p = b;"
    " else p++; }"
    " assert(s == 1234);",
    "struct N n = { 1 }; struct { struct N *p; int k; } a[2] = { { &n, 1 }, { 0, 2 } }; a[1] = a[0]; a[1].p->v = 6;"
    " assert(n.v == 6 && a[1].k == 1);",
    "struct N a = { 1 }, b = { 2 }; struct N *x = &a, *y = &b; *x = *y; assert(a.v == 2 && a.next == 0); y->next = x; *x = *y;"
    " assert(a.next == &a);",
    "int *p = &(int){ 5 }; (*p)++; assert(*p == 6); struct N *n = &(struct N){ 4, &last }; assert(sum(n) == 7);",
    "int (*f)(struct N *) = sum; assert(f(&first) == 6); int (*g)(const struct N *) = length; assert(g(&middle) == 2);",
    "typedef struct { int n; int *data; } vector; int room[4]; vector v = { 0, room }, *w = &v;"
    " while (w->n < 4) w->data[w->n++] = w->n;"
    " assert(room[3] == 3 || room[3] == 4);",
    "struct P p = { 1, 2 }; int *y = &p.y; int i = zero; assert(offsetof(struct P, y) == 4 && &p.y == y && &(&p)[i].y == y);",
    "struct P a = { 1, 2, { &a, 'a' } }, b; memcpy(&b, &a, sizeof a); assert(b.y == 2 && b.r.in == &a && b.r.c == 'a');"
    " memset(&b, 0, sizeof b); assert(!b.x && !b.r.in && b.r.c == 0);",
    "int a[4] = { 1, 2, 3, 4 }, b[4]; assert(memcpy(b, a, sizeof a) == b && b[3] == 4); memmove(a + 1, a, 3 * sizeof *a);"
    " assert(a[0] == 1 && a[1] == 1 && a[3] == 3); memset(b, -1, sizeof b); assert(b[0] == -1 && b[3] == -1);",
    "struct { int n; double d; struct N *p; } a = { 1, 1.5, &last }, b; void *from = &a, *to = &b; memcpy(to, from, sizeof b);"
    " memset(from, 0, sizeof a); assert(!a.n && a.d == 0 && !a.p && b.n == 1 && b.d == 1.5 && b.p == &last);",
    "struct { float f; double d; } a[2]; memset(a, 1, sizeof a); assert(a[1].f > 2.36e-38f && a[1].f < 2.37e-38f);"
    " assert(a[0].d > 7.74e-304 && a[0].d < 7.75e-304); memset(&a[1], 255, sizeof *a); assert(a[1].d != a[1].d && a[0].f > 0);",
    "int n = zero + 3, *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q); if (p && q) { memset(p, 0, n * sizeof *p);"
    " p[2] = 5; assert(memcpy(q, p, sizeof *p * n) == q && q[2] == 5 && !q[1]); memset(q + 1, -1, (n - 1) * sizeof *q);"
    " assert(q[0] == 0 && q[2] == -1); }",
    "struct { struct N *p; double d; int k; } a[3] = { { &last, 1.5, 1 }, { 0, 2.5, 2 } }, b[3]; int n = zero + 2;"
    " memcpy(b, a, n * sizeof *a); assert(b[0].p == &last && b[1].d == 2.5); memset(a, 0, n * sizeof *a);"
    " assert(!a[0].p && a[1].d == 0 && !a[1].k && b[1].k == 2);",
    "char s[8] = \"abc\", t[8]; assert(strlen(s) == 3 && strcpy(t, s) == t && strcmp(s, t) == 0 && !memcmp(s, t, 4));"
    " strcat(t, \"de\"); assert(strlen(t) == 5 && t[4] == 'e' && strcmp(s, t) < 0 && strncmp(s, t, 3) == 0);"
    " assert(strchr(t, 'd') == t + 3 && strrchr(t, 'z') == 0 && strchr(s, 0) == s + 3);",
    "char b[6]; strncpy(b, \"xy\", 5); assert(b[0] == 'x' && b[2] == 0 && b[4] == 0); int n = zero + 2; memset(b, 'q', n);"
    " assert(b[1] == 'q' && b[2] == 0); memmove(b + 1, b, n); assert(b[2] == 'q');",
    "int *p = __builtin_alloca(sizeof *p); *p = 4; assert(*p == 4); void *v = __builtin_alloca(8); *(long *)v = 5;"
    " assert(*(long *)v == 5);",
    "int *p = malloc(sizeof *p); if (!p) return; *p = 3; assert(*p == 3); free(p); free(0);",
    "struct N *n = 0; for (int i = 0; i < 3; i++) { struct N *m = malloc(sizeof *m); if (!m) break; m->v = i; m->next = n;"
    " n = m; }"
    " int k = length(n); assert(k <= 3); while (n) { struct N *m = n->next; free(n); n = m; }",
    "int *a = calloc(3, sizeof(int)); if (a) { assert(!a[0] && !a[2]); a[1] = 4; int *b = realloc(a, 5 * sizeof *b);"
    " if (b) { assert(b[1] == 4 && b[2] == 0); a = b; } free(a); }",
    "void *v = malloc(8); if (v) { long *l = v; *l = 7; assert(*(long *)v == 7); free(v); }",
    "struct S *s = malloc(2 * sizeof *s); if (s) { s[1].begin = table; s[1].end = table + 4; assert(total(s[1]) == 10);"
    " free(s); }",
    "char *c = malloc(4); if (c) { strcpy(c, \"abc\"); assert(strlen(c) == 3); free(c); }",
    "void *p = (void *)-1; assert(p != NULL && p != (void *)&one && p == (void *)-1); int *q = (int *)16; assert(q != 0"
    " && q == (int *)16);",
]

FALSE = [
    "int *p = 0; *p = 1;",
    "int *p; *p = 1;",
    "int *p = none(); int x = *p;",
    "struct N *n = &first; while (1) n = n->next;",
    "int *p; { int x = 1; p = &x; } int y = *p;",
    "int *p = 0; for (int i = 0; i < 2; i++) { int x = i; if (i) x = *p; p = &x; }",
    "int a[2], b[3], *rows[2] = { b, a }; rows[1][2] = 0;",
    "binary f = 0; f(1, 2);",
    "int x; char *p = (char *)&x; p[4] = 0;",
    "int *p = table; p += 4; *p = 1;",
    "struct S s = span(table, 5); assert(total(s) == 10);",
    "struct T *t = 0; int k = t->key;",
    "int *p = (int *)8; *p = 1;",
    "int *p = malloc(4); if (p) { free(p); *p = 1; }",
    "int *p = malloc(4); free(p); free(p);",
    "int *p = malloc(8); free(p + 1);",
    "int x; free(&x);",
    "int *p = malloc(3 * sizeof *p); if (p) p[3] = 0;",
    "int *p = malloc(sizeof *p); if (p) { int *q = p; free(p); p = malloc(sizeof *p); if (p && zero == 0) *q = 1; }",
    "char b[3]; strcpy(b, \"abc\");",
    "char b[2] = { 'a', 'b' }; int n = strlen(b);",
    "int a[2], b[3] = { 0 }; memcpy(a, b, sizeof b);",
    "struct { int n; double d; } s; memset(&s, 0, sizeof s + 1);",
    "struct R r, *q = malloc(sizeof *q); if (q) memcpy(q, &r, sizeof r + 1);",
    "struct { int n; double d; } s[2]; void *p = &s[1]; memset(p, 0, sizeof s + 1);",
    "int n = zero + 3, *p = malloc(n * sizeof *p); if (p) memset(p, 0, (n + 1) * sizeof *p);",
    "struct { double d; int k; } a[2], b[3]; int n = zero + 3; memcpy(a, b, n * sizeof *a);",
    "int *p = malloc(zero); if (p) *p = 1;",
    "int i = zero + 4; int **q; int *all[4] = { 0 }; q = &all[i]; *q = 0;",
]


@pytest.mark.parametrize("body", TRUE)
def test_pointers_mean_what_they_mean_in_c(body: str) -> None:
    assert holds(body, BEFORE)


def test_so_gcc_says(tmp_path: pathlib.Path) -> None:
    functions = "\n".join(f"static void f{i}(void) {{ {body} }}" for i, body in enumerate(TRUE))
    calls = " ".join(f"f{i}();" for i in range(len(TRUE)))
    source = tmp_path / "pointers.c"
    source.write_text(f"#include <assert.h>\n{BEFORE}\n{functions}\nint main(void) {{ {calls} return 0; }}\n")
    subprocess.run(["gcc", "-w", "-o", tmp_path / "pointers", source], check=True)
    subprocess.run([tmp_path / "pointers"], check=True)


@pytest.mark.parametrize("body", FALSE)
def test_following_what_is_no_object_fails(body: str) -> None:
    assert not holds(body, BEFORE)


def test_a_struct_may_be_a_member_of_one_that_it_points_to() -> None:
    text = """struct link { struct node *owner; struct list *in; };
        struct node { int key; struct link link; };
        struct other { int rest[3]; struct link *link; };
        struct list { struct link first; struct { struct link last; struct list *up; } ends;
                      char pad[sizeof(((struct other *)0)->rest)]; __typeof__(((struct other *)0)->link) link; };
        int main(void) {
            struct link link = { 0, 0 }; struct node node = { 3, link }; struct list list = { link };
            node.link.owner = &node; list.ends.last = node.link; list.link = &list.ends.last; list.first.in = list.ends.up = &list;
            assert(list.first.in->ends.up->link->owner->key == 3 && sizeof list.pad == 12);
            return 0;
        }"""
    assert run(system(text), {}).kind is Kind.EXIT


def test_memory_of_a_choice_is_of_the_type_of_the_other_pointer() -> None:
    text = """#include <stdlib.h>
        struct S { struct S *next; int n; };
        int main(void) {
            struct S first = {0, 3}, *p = nondet() ? &first : malloc(sizeof *p);
            if (p == 0) return 0;
            struct S *q = p->n == 3 ? malloc(sizeof *q) : p;
            if (q) { q->n = 7; assert(q->n == 7); }
            return 0;
        }"""
    assert run(system(text), {"nondet": 1}).kind is Kind.EXIT
    assert run(system(text), {"nondet": 0}).kind is Kind.EXIT


@pytest.mark.parametrize(("length", "cause"), [("-1", "bounds"), ("0", "undefined"), ("0u", "undefined")])
def test_an_array_of_variable_length_has_elements(length: str, cause: str) -> None:
    made = system(f"int main(void) {{ __typeof__({length}) n = nondet(); int a[n]; return 0; }}")
    place = run(made, {"nondet": int(length.rstrip("u")) % 2**32})
    assert (place.kind, place.cause) == (Kind.ERROR, cause)
    assert run(made, {"nondet": 1}).kind is Kind.EXIT


def test_all_bytes_that_are_compared_are_there() -> None:
    before = "#include <string.h>\nchar a[4] = {1, 2, 3, 4}, b[4] = {1, 9, 3, 4};"
    assert holds("assert(memcmp(a, b, 4) < 0 && memcmp(b, a, 4) > 0 && memcmp(a, b, 1) == 0 && memcmp(a, b, 0) == 0);", before)
    assert not holds("return memcmp(a, b, 5);", before)


@pytest.mark.parametrize("asked", ["valid-memtrack", "memory-safety"])
def test_literals_of_the_file_live_as_long_as_the_program(asked: str) -> None:
    text = "#include <stdlib.h>\nint **p = (int *[]){0, 0};\nint main(void) { p[0] = malloc(4); return 0; }\n"
    assert run(load_text(text, "program.c", asked=asked).system, {}).kind is Kind.EXIT
