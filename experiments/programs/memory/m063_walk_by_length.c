/* Up to a million nodes are connected in any way without a circle; a list is walked for as many
 * steps as it is long.
 *
 * Each node is followed by a later one, or by none. The walk meets null only when it is over.
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

static void connect(struct node *nodes, int n)
{
    for (int i = 0; i < n; i++) {
        int next = __VERIFIER_nondet_int();
        nodes[i].data = i;
        nodes[i].next = next > i && next < n ? &nodes[next] : NULL;
    }
}

static int length(const struct node *list)
{
    int n = 0;

    for (const struct node *p = list; p != NULL; p = p->next)
        n++;
    return n;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();

    if (n <= 0 || n > 1000000)
        return 0;
    struct node *nodes = malloc(n * sizeof *nodes);
    if (nodes == NULL)
        return 1;
    connect(nodes, n);
    struct node *p = nodes;
    int steps = length(nodes);
    for (int i = 0; i < steps; i++)
        p = p->next;
    assert(p == NULL);
    free(nodes);
    return 0;
}
