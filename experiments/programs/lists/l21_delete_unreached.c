/* A node that any list leads to is taken out of it; the list is not to lead to it any more.
 *
 * It still does where the node is the one at which a cycle begins: the last node of the cycle,
 * which may be the node itself, leads back to it.
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
    struct node *gone = __VERIFIER_nondet_list_over(list);

    __VERIFIER_assume(gone != NULL && gone != list && slh_path(list, gone));
    struct node *before = list;
    for (; before->next != gone; before = before->next) {
        __slh_invariant(slh_path_length(list, before) + slh_path_length(before, gone)
                        == slh_path_length(list, gone));
    }
    before->next = gone->next;
    if (!(!slh_path(list, gone)))
        reach_error();
    return 0;
}
