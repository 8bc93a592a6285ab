/* The nodes of a list are dealt to two lists, by whether their numbers are even.
 *
 * Each round moves one node: the three lengths add up to the same.
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

static void split(struct node *list, struct node **even, struct node **odd)
{
    *even = NULL;
    *odd = NULL;
    while (list != NULL) {
        struct node *p = list;
        struct node **to = p->data % 2 == 0 ? even : odd;
        list = list->next;
        p->next = *to;
        *to = p;
    }
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
    struct node *list = build(__VERIFIER_nondet_int());
    int before = length(list);
    struct node *even;
    struct node *odd;

    split(list, &even, &odd);
    assert(length(even) + length(odd) == before);
    release(even);
    release(odd);
    return 0;
}
