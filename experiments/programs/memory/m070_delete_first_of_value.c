/* The first node with a value is taken out of a list and freed.
 *
 * All other nodes are kept: the length falls by one and the sum by the value, if there is such a
 * node.
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

static struct node *build(int n)
{
    struct node *list = NULL;

    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            break;
        p->data = __VERIFIER_nondet_int();
        p->next = list;
        list = p;
    }
    return list;
}

static int length(const struct node *list)
{
    int n = 0;

    for (const struct node *p = list; p != NULL; p = p->next)
        n++;
    return n;
}

static int sum(const struct node *list)
{
    int sum = 0;

    for (const struct node *p = list; p != NULL; p = p->next)
        sum += p->data;
    return sum;
}

static struct node *delete_first(struct node *list, int x)
{
    struct node *before = NULL;
    struct node *p = list;

    while (p != NULL && p->data != x) {
        before = p;
        p = p->next;
    }
    if (p == NULL)
        return list;
    if (before == NULL)
        list = p->next;
    else
        before->next = p->next;
    free(p);
    return list;
}

static void release(struct node *list)
{
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void)
{
    struct node *list = build(__VERIFIER_nondet_int());
    int x = __VERIFIER_nondet_int();
    int old_length = length(list);
    int old_sum = sum(list);

    list = delete_first(list, x);
    if (length(list) == old_length)
        assert(sum(list) == old_sum);
    else
        assert(length(list) == old_length - 1 && sum(list) == old_sum - x);
    release(list);
    return 0;
}
