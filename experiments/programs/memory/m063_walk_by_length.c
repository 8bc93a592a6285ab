/* A list that ends is walked for as many steps as it is long.
 *
 * The walk meets null only when it is over.
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

/* A list of up to n nodes, but one at least; gives the last of them. */
static struct node *build(int n)
{
    struct node *last = malloc(sizeof *last);

    if (last == NULL)
        exit(1);
    last->data = 0;
    last->next = NULL;
    first = last;
    for (int i = 1; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            break;
        p->data = i;
        p->next = first;
        first = p;
    }
    return last;
}

static int length(const struct node *list)
{
    int n = 0;

    for (const struct node *p = list; p != NULL; p = p->next)
        n++;
    return n;
}

int main(void)
{
    build(__VERIFIER_nondet_int());
    struct node *p = first;
    int steps = length(first);

    for (int i = 0; i < steps; i++)
        p = p->next;
    assert(p == NULL);
    return 0;
}
