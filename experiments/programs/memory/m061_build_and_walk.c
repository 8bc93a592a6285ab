/* A list of k nodes is built, walked to its end, and freed.
 *
 * Each node was added in front of those before, so that the walk meets them all and then null.
 * Where memory runs out the list stays shorter.
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

int main(void)
{
    int k = __VERIFIER_nondet_int();
    int built = 0;
    int met = 0;
    struct node *list = NULL;

    while (built < k) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            break;
        p->data = built;
        p->next = list;
        list = p;
        built++;
    }
    for (struct node *p = list; p != NULL; p = p->next)
        met++;
    assert(met == built);
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
