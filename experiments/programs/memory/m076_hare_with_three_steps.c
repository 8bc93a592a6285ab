/* Up to a million nodes are connected in any way; to find out whether the list from the first is
 * circular, a fast pointer starts one ahead and makes three steps to one of a slow pointer.
 *
 * The distance grows by two in each round: on a circle of two it is odd for ever.
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

static int circular(const struct node *list)
{
    const struct node *slow = list;
    const struct node *fast = list->next;

    while (slow != fast) {
        for (int i = 0; i < 3; i++) {
            if (fast == NULL)
                return 0;
            fast = fast->next;
        }
        slow = slow->next;
    }
    return 1;
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
    free(nodes);
    return answer;
}
