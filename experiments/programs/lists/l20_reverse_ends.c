/* Any list is reversed in place; what comes of it is to end.
 *
 * It does so only if the list did: one that leads to a cycle comes to that again, the other way
 * around.
 *
 * Words of unsigned int have 32 bits; their arithmetic wraps around.
 * group: assertion fails
 * expect unreach-call: false
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
    struct node *reversed = NULL;

    while (list != NULL) {
        __slh_invariant(slh_acyclic(list) || slh_acyclic(reversed));
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    if (!slh_acyclic(reversed))
        reach_error();
    return 0;
}
