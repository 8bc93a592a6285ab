/* Up to a million nodes are connected in any way, and a list is walked from the first.
 *
 * The walk need not end, as the list may be circular. It only goes to nodes of the block.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 * expect safety: true
 * expect memory-safety: true
 */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

static void connect(struct node *nodes, int n)
{
    for (int i = 0; i < n; i++) {
        int next = __VERIFIER_nondet_int();
        nodes[i].data = i;
        nodes[i].next = next >= 0 && next < n ? &nodes[next] : NULL;
    }
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;

    if (n <= 0 || n > 1000000)
        return 0;
    struct node *nodes = malloc(n * sizeof *nodes);
    if (nodes == NULL)
        return 1;
    connect(nodes, n);
    for (struct node *p = nodes; p != NULL; p = p->next)
        sum += p->data;
    free(nodes);
    return sum != 0;
}
