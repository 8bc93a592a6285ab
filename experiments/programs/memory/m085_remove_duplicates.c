/* Of each number in a sorted list, only the first node is kept.
 *
 * A node goes when it equals the one before, which stays; the others ascend. The list was built
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

static void remove_duplicates(struct node *list)
{
    struct node *p = list;

    while (p != NULL && p->next != NULL) {
        struct node *q = p->next;
        if (q->data == p->data) {
            p->next = q->next;
            free(q);
        } else {
            p = q;
        }
    }
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

    remove_duplicates(list);
    for (struct node *p = list; p != NULL; p = p->next)
        assert(p->next == NULL || p->data < p->next->data);
    release(list);
    return 0;
}
