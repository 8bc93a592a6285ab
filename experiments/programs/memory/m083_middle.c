/* The middle of a list is found by a second pointer at double speed.
 *
 * The slow one has made half of the steps of the fast one, which are the length of the list or
 * one less.
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

static struct node *middle(struct node *list)
{
    struct node *slow = list;
    struct node *fast = list;

    while (fast != NULL && fast->next != NULL) {
        slow = slow->next;
        fast = fast->next->next;
    }
    return slow;
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
    int all = length(list);

    assert(all - length(middle(list)) == all / 2);
    release(list);
    return 0;
}
