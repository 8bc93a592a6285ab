/* A given node of any list, other than its first, is taken out.
 *
 * The node before it is searched for. Lists that end lose one node; others still come to a cycle.
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
    struct node *gone = __VERIFIER_nondet_list_over(list);
    unsigned int length = slh_length(list);

    __VERIFIER_assume(gone != NULL && gone != list && slh_path(list, gone));
    struct node *before = list;
    while (before->next != gone) {
        __slh_invariant(before != gone && slh_path(list, before) && slh_path(before, gone));
        before = before->next;
    }
    before->next = gone->next;
    if (!(slh_length(list) == (length == SLH_INFINITE ? SLH_INFINITE : length - 1)))
        reach_error();
    return 0;
}
