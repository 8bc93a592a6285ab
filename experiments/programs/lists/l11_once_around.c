/* A cycle is walked once around, from a node on it back to that, and its nodes are counted.
 *
 * The way back to the node gets shorter by one in each round.
 *
 * Words of unsigned int have 32 bits; their arithmetic wraps around.
 * group: termination
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
    struct node *start = __VERIFIER_nondet_list();

    __VERIFIER_assume(slh_circular(start));
    unsigned int count = 1;
    struct node *p = start->next;
    unsigned int back = slh_path_length(p, start);
    while (p != start) {
        __slh_invariant(slh_path(p, start) && count + slh_path_length(p, start) == back + 1);
        count++;
        p = p->next;
    }
    if (!(count == back + 1))
        reach_error();
    return 0;
}
