/* Nodes behind the first one of any list are removed, or kept, as some condition says.
 *
 * If the walk ends, as many nodes are missing as were removed. On a cycle it goes on for ever.
 *
 * Words of unsigned int have 32 bits; their arithmetic wraps around.
 * group: safe
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
    unsigned int length = slh_length(list);
    unsigned int removed = 0;
    struct node *p = list;

    while (p != NULL && p->next != NULL) {
        __slh_invariant(length == SLH_INFINITE
                        ? !slh_acyclic(p)
                        : slh_path(list, p) && slh_acyclic(p)
                          && slh_length(list) + removed == length);
        if (__VERIFIER_nondet_bool()) {
            p->next = p->next->next;
            removed++;
        } else {
            p = p->next;
        }
    }
    if (!(slh_length(list) == length - removed))
        reach_error();
    return 0;
}
