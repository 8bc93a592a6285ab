/* Up to a million nodes are connected in any way; a slow and a fast pointer find out whether the
 * list from the first is circular.
 *
 * Where it is not, the fast one meets null. On a circle it comes closer to the slow one by one in
 * each round. A list that does not end within n steps never does.
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
        nodes[i].next = next >= 0 && next < n ? &nodes[next] : NULL;
    }
}

static int circular(const struct node *list)
{
    const struct node *slow = list;
    const struct node *fast = list;

    while (fast != NULL && fast->next != NULL) {
        slow = slow->next;
        fast = fast->next->next;
        if (slow == fast)
            return 1;
    }
    return 0;
}

static int longer_than(const struct node *list, int n)
{
    const struct node *p = list;

    for (int i = 0; i < n && p != NULL; i++)
        p = p->next;
    return p != NULL;
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
    int answer = circular(nodes);
    assert(answer == longer_than(nodes, n));
    free(nodes);
    return 0;
}
