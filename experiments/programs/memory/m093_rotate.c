/* A list is rotated by k: it is closed to a circle, which is opened k nodes later.
 *
 * k is reduced modulo the length; the circle has all nodes, and is opened at one place.
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

static struct node *rotate(struct node *list, int k)
{
    int n = 1;
    struct node *last = list;

    while (last->next != NULL) {
        last = last->next;
        n++;
    }
    last->next = list;
    for (k %= n; k > 0; k--)
        last = last->next;
    list = last->next;
    last->next = NULL;
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
    int k = __VERIFIER_nondet_int();

    if (list != NULL && k >= 0) {
        int before = length(list);
        list = rotate(list, k);
        assert(length(list) == before);
    }
    release(list);
    return 0;
}
