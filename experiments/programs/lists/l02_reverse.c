/* Any list is reversed in place.
 *
 * Its length stays, be it infinite: where the list comes to a cycle, the reversal goes around it
 * once and then back the way it came, so that it ends at the first node, which leads to the cycle
 * again.
 *
 * Words of unsigned int have 32 bits; their arithmetic wraps around.
 * group: safe
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
    struct node *list = __VERIFIER_nondet_list();
    struct node *first = list;
    struct node *reversed = NULL;
    unsigned int length = slh_length(list);

    while (list != NULL) {
        /* In a list that ends, nodes go from one part to the other. In one with a cycle, the way
           back is not yet, or it leads to the first node. */
        __slh_invariant(length != SLH_INFINITE
                        ? slh_acyclic(list) && slh_acyclic(reversed)
                          && slh_length(list) + slh_length(reversed) == length
                        : slh_path(list, first) || slh_path(reversed, first));
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    if (!(slh_length(reversed) == length && (length != SLH_INFINITE || reversed == first)))
        reach_error();
    return 0;
}
