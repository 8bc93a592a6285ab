/* A list that ends is put behind the last node of another one that ends; the lengths are to add
 * up.
 *
 * They do not where the lists share nodes: the second one leads to the last node of the first,
 * then, and a cycle comes of it.
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
    struct node *other = __VERIFIER_nondet_list_over(list);
    unsigned int length = slh_length(list);
    unsigned int more = slh_length(other);

    __VERIFIER_assume(slh_acyclic(list) && slh_acyclic(other) && list != NULL);
    struct node *last = list;
    while (last->next != NULL) {
        __slh_invariant(slh_path_length(list, last) + slh_length(last) == length);
        last = last->next;
    }
    last->next = other;
    if (!(slh_length(list) == length + more))
        reach_error();
    return 0;
}
