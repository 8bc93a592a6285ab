/* Any list is walked to null.
 *
 * If null is met, there is no cycle. Where there is one, the walk goes on for ever.
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
    struct node *list = __VERIFIER_nondet_list();
    struct node *p = list;

    while (p != NULL) {
        __slh_invariant(slh_path(list, p) && slh_acyclic(p) == slh_acyclic(list));
        p = p->next;
    }
    if (!slh_acyclic(list))
        reach_error();
    return 0;
}
