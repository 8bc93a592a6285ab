/* A circular list with one node that is always there and carries no number.
 *
 * No pointer in it is null, also where the list is empty; all walks end at the node that is
 * always there. Where memory runs out nothing is inserted.
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

static int insert(struct node *place, int x)
{
    struct node *p = malloc(sizeof *p);

    if (p == NULL)
        return 0;
    p->data = x;
    p->next = place->next;
    place->next = p;
    return 1;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    struct node sentinel = {0, &sentinel};
    int inserted = 0;

    for (int i = 0; i < n; i++)
        inserted += insert(&sentinel, i);
    for (struct node *p = sentinel.next; p != &sentinel; p = p->next) {
        assert(p->next != NULL);
        inserted--;
    }
    assert(inserted == 0);
    while (sentinel.next != &sentinel) {
        struct node *p = sentinel.next;
        sentinel.next = p->next;
        free(p);
    }
    return 0;
}
