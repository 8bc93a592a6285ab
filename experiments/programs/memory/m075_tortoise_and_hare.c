/* A slow and a fast pointer find out whether a list is circular.
 *
 * Where it is not, the fast one meets null. On a circle it comes closer to the slow one by one in
 * each round.
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

static struct node *first;

/* A list of up to n nodes, and one more; gives the last of them. */
static struct node *build(int n)
{
    struct node *last = malloc(sizeof *last);

    if (last == NULL)
        exit(1);
    last->data = 0;
    last->next = NULL;
    first = last;
    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            break;
        p->data = i;
        p->next = first;
        first = p;
    }
    return last;
}

/* The last node may lead back to any node. */
static void close(struct node *last)
{
    struct node *p = first;

    while (p != NULL && __VERIFIER_nondet_int())
        p = p->next;
    last->next = p;
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

int main(void)
{
    struct node *last = build(__VERIFIER_nondet_int());

    close(last);
    int answer = circular(first);
    assert(answer == (last->next != NULL));
    return 0;
}
