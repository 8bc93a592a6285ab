/* A list is copied node by node; the copy has the same length.
 *
 * The copy has as many nodes as the walk has met. Where memory runs out, what there is of the
 * copy is freed.
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

static struct node *copy(const struct node *list)
{
    struct node *first = NULL;
    struct node **end = &first;

    for (const struct node *p = list; p != NULL; p = p->next) {
        struct node *q = malloc(sizeof *q);
        if (q == NULL) {
            release(first);
            return NULL;
        }
        q->data = p->data;
        q->next = NULL;
        *end = q;
        end = &q->next;
    }
    return first;
}

int main(void)
{
    struct node *list = build(__VERIFIER_nondet_int());
    struct node *other = copy(list);

    if (other != NULL)
        assert(length(other) == length(list));
    release(list);
    release(other);
    return 0;
}
