/* A list whose last node leads back to any of its nodes is reversed in place.
 *
 * The reversal runs around the circle once and comes back the way it went in, now reversed: it
 * ends at the first node.
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
    int data;
    struct node *next;
};

static struct node *reverse(struct node *list)
{
    struct node *reversed = NULL;

    while (list != NULL) {
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    return reversed;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int back = __VERIFIER_nondet_int();

    if (n <= 0 || n > 1000000 || back < 0 || back >= n)
        return 0;
    struct node *nodes = malloc(n * sizeof *nodes);
    if (nodes == NULL)
        return 1;
    for (int i = 0; i < n; i++) {
        nodes[i].data = i;
        nodes[i].next = i + 1 < n ? &nodes[i + 1] : &nodes[back];
    }
    struct node *reversed = reverse(nodes);
    assert(reversed == nodes);
    free(nodes);
    return 0;
}
