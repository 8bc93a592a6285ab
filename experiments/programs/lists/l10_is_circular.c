/* Figure 8.1 (d): a tortoise and a hare find out whether a list comes to a cycle.
 *
 * Where it ends, the hare is ahead and meets null first. On a cycle the hare comes closer from
 * behind, by one step in each round.
 *
 * Words of unsigned int have 32 bits; their arithmetic wraps around.
 * group: termination
 * expect unreach-call: true
 * expect valid-deref: true
 * expect termination: true
 */
#include <stdlib.h>

struct node {
    int data;
    struct node *next;
};

#define SLH_NODE struct node
#include <slh.h>

int main(void)
{
    struct node *l = __VERIFIER_nondet_list();
    struct node *p = l;
    struct node *q = l;

    do {
        __slh_invariant(slh_path(l, p) && slh_path(p, q) && slh_acyclic(q) == slh_acyclic(l));
        if (p != NULL)
            p = p->next;
        if (q != NULL)
            q = q->next;
        if (q != NULL)
            q = q->next;
    } while (p != NULL && q != NULL && p != q);
    if (!((p == q && p != NULL) == !slh_acyclic(l)))
        reach_error();
    return 0;
}
