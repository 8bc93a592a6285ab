/* A list is put behind the last node of another one, without a look whether that has a node.
 *
 * An empty list has none, and null is followed. A list with a cycle has no last node, which is
 * searched for for ever.
 *
 * Words of unsigned int have 32 bits; their arithmetic wraps around.
 * group: null dereference
 * expect valid-deref: false
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
    struct node *other = __VERIFIER_nondet_list();
    struct node *last = list;

    while (last->next != NULL) {
        __slh_invariant(slh_path(list, last) && !slh_path(other, last));
        last = last->next;
    }
    last->next = other;
    if (!(slh_path(list, other) && slh_acyclic(list) == slh_acyclic(other)))
        reach_error();
    return 0;
}
