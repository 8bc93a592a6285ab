/* A list is put behind the last node of another one, with which it may share nodes.
 *
 * If it leads to that last node, this makes a cycle; else the lengths add up. Where the first list
 * has a cycle, it has no last node, and the search for it goes on for ever.
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
    struct node *other = __VERIFIER_nondet_list_over(list);
    unsigned int length = slh_length(list);
    unsigned int more = slh_length(other);

    if (list == NULL)
        return 0;
    struct node *last = list;
    while (last->next != NULL) {
        __slh_invariant(slh_path(list, last) && slh_length(list) == length
                        && slh_length(other) == more);
        last = last->next;
    }
    _Bool shared = slh_path(other, last);
    last->next = other;
    if (!(shared || more == SLH_INFINITE ? !slh_acyclic(list) : slh_length(list) == length + more))
        reach_error();
    return 0;
}
