/* Figure 8.1 (b): two lists of the same length, which may share nodes, are walked in step.
 *
 * What is left of them has the same length, so that both walks end at once. Where both come to
 * cycles, neither ends.
 *
 * Words of unsigned int have 32 bits; their arithmetic wraps around.
 * group: cyclic
 * expect unreach-call: true
 * expect valid-deref: true
 * expect termination: false
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
    struct node *x = __VERIFIER_nondet_list();
    struct node *y = __VERIFIER_nondet_list_over(x);
    struct node *z = x;
    struct node *t = y;

    __VERIFIER_assume(slh_length(x) == slh_length(y));
    while (z != NULL && t != NULL) {
        __slh_invariant(slh_length(z) == slh_length(t));
        z = z->next;
        t = t->next;
    }
    if (!(z == NULL && t == NULL))
        reach_error();
    return 0;
}
