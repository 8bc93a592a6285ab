/* A list is sorted by moving its nodes into another one, which is sorted at the end.
 *
 * A node goes before the first that is not smaller, so that the other list is sorted all the
 * time.
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
    struct node *list = sort(build(__VERIFIER_nondet_int()));

    for (struct node *p = list; p != NULL; p = p->next)
        assert(p->next == NULL || p->data <= p->next->data);
    release(list);
    return 0;
}
