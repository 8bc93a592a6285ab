/* A number is inserted into a sorted list.
 *
 * Those passed are smaller, and the one behind is not: the list stays sorted. The list was built
 * from its end, as long as the numbers did not rise.
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

static struct node *build_sorted(int n)
{
    struct node *list = NULL;

    for (int i = 0; i < n; i++) {
        int x = __VERIFIER_nondet_int();
        if (list != NULL && x > list->data)
            break;
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            break;
        p->data = x;
        p->next = list;
        list = p;
    }
    return list;
}

static int sorted(const struct node *list)
{
    if (list == NULL)
        return 1;
    for (const struct node *p = list; p->next != NULL; p = p->next) {
        if (p->data > p->next->data)
            return 0;
    }
    return 1;
}

static void insert(struct node **list, int x)
{
    struct node *p = malloc(sizeof *p);

    if (p == NULL)
        return;
    while (*list != NULL && (*list)->data < x)
        list = &(*list)->next;
    p->data = x;
    p->next = *list;
    *list = p;
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
    struct node *list = build_sorted(__VERIFIER_nondet_int());

    assert(sorted(list));
    insert(&list, __VERIFIER_nondet_int());
    assert(sorted(list));
    release(list);
    return 0;
}
