/* A new node is put behind a given one, which is searched for in any list.
 *
 * Nobody looks whether it is there: where it is not, the search comes to null and goes on, or goes
 * around a cycle for ever.
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
    struct node *place = __VERIFIER_nondet_list_over(list);
    struct node *p = list;

    if (place == NULL)
        return 0;
    while (p != place) {
        __slh_invariant(slh_path(p, place) == slh_path(list, place));
        p = p->next;
    }
    struct node *added = malloc(sizeof *added);
    if (added == NULL)
        return 1;
    added->next = p->next;
    p->next = added;
    if (!(slh_path_length(place, added) == 1 && slh_path(list, added)))
        reach_error();
    return 0;
}
