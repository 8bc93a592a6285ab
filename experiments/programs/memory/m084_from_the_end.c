/* The k-th node from the end of a list is found by two pointers, one k steps ahead.
 *
 * The distance is k when the one ahead meets null. Lists that are too short have no such node.
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

static struct node *from_the_end(struct node *list, int k)
{
    struct node *ahead = list;
    struct node *p = list;

    for (int i = 0; i < k; i++) {
        if (ahead == NULL)
            return NULL;
        ahead = ahead->next;
    }
    while (ahead != NULL) {
        ahead = ahead->next;
        p = p->next;
    }
    return p;
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
    int k = __VERIFIER_nondet_int();

    if (k > 0) {
        struct node *found = from_the_end(list, k);
        if (found == NULL)
            assert(length(list) < k);
        else
            assert(length(found) == k);
    }
    release(list);
    return 0;
}
