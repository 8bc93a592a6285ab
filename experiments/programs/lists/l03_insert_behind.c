/* A new node is put behind some node of any list.
 *
 * Lists that end grow by one; others still come to a cycle. Where memory runs out nothing is done.
 * The search for a place may go around a cycle for ever.
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
    unsigned int length = slh_length(list);

    if (list == NULL)
        return 0;
    struct node *place = list;
    while (place->next != NULL && __VERIFIER_nondet_bool()) {
        __slh_invariant(slh_path(list, place) && slh_length(list) == length);
        place = place->next;
    }
    struct node *added = malloc(sizeof *added);
    if (added == NULL)
        return 1;
    added->next = place->next;
    place->next = added;
    if (!(slh_path(list, added)))
        reach_error();
    if (!(slh_length(list) == (length == SLH_INFINITE ? SLH_INFINITE : length + 1)))
        reach_error();
    return 0;
}
