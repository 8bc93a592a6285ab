/* A list is sorted by moving its nodes into another one; its length stays the same.
 *
 * Each round moves one node.
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

static struct node *sort(struct node *list)
{
    struct node *sorted = NULL;

    while (list != NULL) {
        struct node *p = list;
        struct node **place = &sorted;
        list = list->next;
        while (*place != NULL && (*place)->data < p->data)
            place = &(*place)->next;
        p->next = *place;
        *place = p;
    }
    return sorted;
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
    int before = length(list);

    list = sort(list);
    assert(length(list) == before);
    release(list);
    return 0;
}
