/* The nodes of any list are counted, and the first one is not looked for before it is counted.
 *
 * In an empty list this follows null. All others are counted, unless they come to a cycle.
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
    struct node *p = list;
    unsigned int count = 0;

    do {
        __slh_invariant(slh_acyclic(p) == slh_acyclic(list)
                        && (!slh_acyclic(list) || count + slh_length(p) == slh_length(list)));
        count++;
        p = p->next;
    } while (p != NULL);
    if (!(count == slh_length(list)))
        reach_error();
    return 0;
}
