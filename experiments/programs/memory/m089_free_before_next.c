/* A list whose nodes count how often they are in use is walked, and each node gives up one use.
 *
 * The node that gives up its last use is freed, and the way to the next is read from it.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 * expect memory-safety: false
 * violates: valid-deref
 */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int uses;
    struct node *next;
};

static struct node *build(int n)
{
    struct node *list = NULL;

    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            break;
        p->uses = 1;
        p->next = list;
        list = p;
    }
    return list;
}

static void give_up(struct node *p)
{
    p->uses--;
    if (p->uses == 0)
        free(p);
}

int main(void)
{
    struct node *list = build(__VERIFIER_nondet_int());

    for (struct node *p = list; p != NULL; p = p->next)
        give_up(p);
    return 0;
}
