/* A list whose nodes count how often they are in use is walked, and each node gives up one use.
 *
 * The way to the next is read before the node gives up its last use and is freed.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
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
    struct node *next;

    for (struct node *p = list; p != NULL; p = next) {
        next = p->next;
        give_up(p);
    }
    return 0;
}
