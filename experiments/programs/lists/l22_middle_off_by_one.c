/* A pointer of double speed finds the middle of any list; the invariant is wrong by one.
 *
 * Before each round two more nodes are left to the fast one, at least: what it has walked and
 * these are no more than all, but they may be all, and are so in the last round on a list of an
 * even length. So the invariant fails. Without it no assertion can fail. On a cycle the search
 * goes on for ever.
 *
 * Words of unsigned int have 32 bits; their arithmetic wraps around.
 * group: inadequate invariant
 * expect unreach-call: false
 * unannotated unreach-call: true
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
    struct node *slow = list;
    struct node *fast = list;

    while (fast != NULL && fast->next != NULL) {
        __slh_invariant(length == SLH_INFINITE || 2 * slh_path_length(list, slow) + 2 < length);
        slow = slow->next;
        fast = fast->next->next;
    }
    if (!(slh_path_length(list, slow) == length / 2))
        reach_error();
    return 0;
}
