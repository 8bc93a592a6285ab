/* All nodes with a value are taken out of a list and freed, by a pointer to the pointer that
 * leads to the node.
 *
 * The pointer moves on or the node that it leads to goes, so that each node is met once; those
 * passed have other values.
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

static void remove_all(struct node **list, int x)
{
    struct node **place = list;

    while (*place != NULL) {
        struct node *p = *place;
        if (p->data == x) {
            *place = p->next;
            free(p);
        } else {
            place = &p->next;
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
    struct node *list = build(__VERIFIER_nondet_int());
    int x = __VERIFIER_nondet_int();

    remove_all(&list, x);
    for (struct node *p = list; p != NULL; p = p->next)
        assert(p->data != x);
    release(list);
    return 0;
}
