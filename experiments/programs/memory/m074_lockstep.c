/* Two lists of the same length are walked in step.
 *
 * The rests have the same length, so that both walks end at once.
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
    int n = __VERIFIER_nondet_int();
    struct node *first = build(n);
    struct node *second = build(n);

    if (length(first) == length(second)) {
        struct node *p = first;
        struct node *q = second;
        while (p != NULL && q != NULL) {
            p = p->next;
            q = q->next;
        }
        assert(p == NULL && q == NULL);
    }
    release(first);
    release(second);
    return 0;
}
