/* To find out whether a list is circular, a fast pointer starts one ahead and makes three steps to
 * one of a slow pointer.
 *
 * The distance grows by two in each round: on a circle of two it is odd for ever.
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

static int circular(const struct node *list)
{
    const struct node *slow = list;
    const struct node *fast = list->next;

    while (slow != fast) {
        for (int i = 0; i < 3; i++) {
            if (fast == NULL)
                return 0;
            fast = fast->next;
        }
        slow = slow->next;
    }
    return 1;
}

int main(void)
{
    close(build(__VERIFIER_nondet_int()));
    return circular(first);
}
