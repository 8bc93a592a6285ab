/* A list whose last node may lead back to any node is walked.
 *
 * The walk need not end, as the list may be circular.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 * expect safety: true
 * expect memory-safety: true
 */
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

/* The last node may lead back to any node. */
static void close(struct node *last)
{
    struct node *p = first;

    while (p != NULL && __VERIFIER_nondet_int())
        p = p->next;
    last->next = p;
}

int main(void)
{
    int sum = 0;

    close(build(__VERIFIER_nondet_int()));
    for (struct node *p = first; p != NULL; p = p->next)
        sum += p->data;
    return sum != 0;
}
