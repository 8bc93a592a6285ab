/* Figure 8.1 (a): a list that may come to a cycle is walked for as many steps as it is long.
 *
 * The length of a list with a cycle is taken for the largest number, and the walk never meets null
 * there.
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
    struct node *x = __VERIFIER_nondet_list();
    struct node *y = x;
    unsigned int n = slh_length(x);

    for (unsigned int i = 0; i < n; i++) {
        __slh_invariant(slh_length(y) == (n == SLH_INFINITE ? SLH_INFINITE : n - i));
        y = y->next;
    }
    if (!((y == NULL) == (n != SLH_INFINITE)))
        reach_error();
    return 0;
}
