/* The length of a list, by recursion and by a loop.
 *
 * Both count the nodes that were added. Where memory runs out the list stays shorter.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static int length(const struct node *list)
{
    if (list == NULL)
        return 0;
    return 1 + length(list->next);
}

static int length_by_loop(const struct node *list)
{
    int n = 0;

    while (list != NULL) {
        n++;
        list = list->next;
    }
    return n;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    struct node *list = NULL;

    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            break;
        p->next = list;
        list = p;
    }
    assert(length(list) == length_by_loop(list));
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
