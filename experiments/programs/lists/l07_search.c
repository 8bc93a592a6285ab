/* A node is searched for in any list.
 *
 * It is found if and only if a path leads to it. Where there is none, and the list comes to a
 * cycle, the search goes on for ever.
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
    struct node *wanted = __VERIFIER_nondet_list_over(list);
    struct node *p = list;

    while (p != NULL && p != wanted) {
        __slh_invariant(slh_path(list, p) && slh_path(p, wanted) == slh_path(list, wanted));
        p = p->next;
    }
    if (!((p == wanted) == slh_path(list, wanted)))
        reach_error();
    return 0;
}
