/* The nodes of any list are counted.
 *
 * If the walk ends, the list does, and its length has been counted. Where the list comes to a
 * cycle, the walk goes on for ever.
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
    unsigned int count = 0;

    for (struct node *p = list; p != NULL; p = p->next) {
        __slh_invariant(slh_acyclic(p) == slh_acyclic(list)
                        && (!slh_acyclic(list) || count + slh_length(p) == slh_length(list)));
        count++;
    }
    if (!(count == slh_length(list)))
        reach_error();
    return 0;
}
