/* The node behind some node of any list is taken out, without a look whether there is one.
 *
 * Behind the last node there is none, and null is followed. The search for a place may go around a
 * cycle for ever.
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
    unsigned int length = slh_length(list);
    struct node *place = list;

    if (list == NULL)
        return 0;
    while (place->next != NULL && __VERIFIER_nondet_bool()) {
        __slh_invariant(slh_path(list, place) && slh_acyclic(place) == (length != SLH_INFINITE));
        place = place->next;
    }
    place->next = place->next->next;
    if (!(length == SLH_INFINITE || slh_length(list) == length - 1))
        reach_error();
    return 0;
}
