/* A list whose last node leads back to any of its nodes is reversed in place.
 *
 * The reversal runs around the circle once and comes back the way it went in, now reversed: it
 * ends at the first node.
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

static struct node *first;

/* A list of up to n nodes, and one more; gives the last of them. */
static struct node *build(int n)
{
    struct node *last = malloc(sizeof *last);

    if (last == NULL)
        exit(1);
    last->data = 0;
    last->next = NULL;
    first = last;
    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            break;
        p->data = i;
        p->next = first;
        first = p;
    }
    return last;
}

static struct node *reverse(struct node *list)
{
    struct node *reversed = NULL;

    while (list != NULL) {
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    return reversed;
}

int main(void)
{
    struct node *last = build(__VERIFIER_nondet_int());
    struct node *back = first;

    while (back != last && __VERIFIER_nondet_int())
        back = back->next;
    last->next = back;
    assert(reverse(first) == first);
    return 0;
}
