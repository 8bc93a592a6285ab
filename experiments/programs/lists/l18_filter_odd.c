/* Every second node of any list is removed, without a look whether there is one.
 *
 * In a list of an odd length there is none behind the last node, and null is followed. Of a list
 * of an even length half is left. On a cycle the walk goes on for ever.
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
    unsigned int kept = 0;

    for (struct node *p = list; p != NULL; p = p->next) {
        __slh_invariant(length == SLH_INFINITE
                        ? !slh_acyclic(p)
                        : slh_path_length(list, p) == kept
                          && slh_acyclic(p) && slh_length(p) == length - 2 * kept);
        p->next = p->next->next;
        kept++;
    }
    if (!(length % 2 == 0 && slh_length(list) == length / 2))
        reach_error();
    return 0;
}
