/* Figure 8.1 (c): whether the length of y divides that of x, by walking y again and again while x
 * lasts.
 *
 * What was walked of x and what is left of y are together a multiple of the length of y. For an
 * empty x the published assertion fails, as z is still y then; so it is assumed that x is not
 * empty.
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
    struct node *y = __VERIFIER_nondet_list_over(x);
    struct node *z = y;
    struct node *w = x;

    __VERIFIER_assume(slh_acyclic(x) && slh_acyclic(y) && x != NULL && y != NULL);
    while (w != NULL) {
        /* all lists together have less than 2^31 nodes: a word holds the sum where these are shared, too */
        __slh_invariant(slh_path(x, w) && slh_acyclic(w) && slh_path(y, z) && slh_acyclic(z)
                        && (slh_path_length(x, w) + slh_length(z)) % slh_length(y) == 0);
        if (z == NULL)
            z = y;
        z = z->next;
        w = w->next;
    }
    if (!((z == NULL) == (slh_length(x) % slh_length(y) == 0)))
        reach_error();
    return 0;
}
