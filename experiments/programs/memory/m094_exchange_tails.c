/* Two lists without common nodes exchange what is behind one node of each.
 *
 * The two rests are swapped: the lengths have the same sum.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static struct node *build(int n)
{
    struct node *list = NULL;

    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            break;
        p->data = __VERIFIER_nondet_int();
        p->next = list;
        list = p;
    }
    return list;
}

static int length(const struct node *list)
{
    int n = 0;

    for (const struct node *p = list; p != NULL; p = p->next)
        n++;
    return n;
}

static struct node *any_node(struct node *list)
{
    struct node *p = list;

    while (p->next != NULL && __VERIFIER_nondet_int())
        p = p->next;
    return p;
}

static void release(struct node *list)
{
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void)
{
    struct node *first = build(__VERIFIER_nondet_int());
    struct node *second = build(__VERIFIER_nondet_int());

    if (first != NULL && second != NULL) {
        int sum = length(first) + length(second);
        struct node *p = any_node(first);
        struct node *q = any_node(second);
        struct node *rest = p->next;
        p->next = q->next;
        q->next = rest;
        assert(length(first) + length(second) == sum);
    }
    release(first);
    release(second);
    return 0;
}
