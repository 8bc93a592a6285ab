/* Whether the length of one list divides that of another, by walking the one again and again
 * while the other lasts.
 *
 * What was walked of the longer list, modulo the length of the shorter one, is how far the inner
 * walk is from its start.
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

static int divides(const struct node *divisor, const struct node *list)
{
    const struct node *q = divisor;

    for (const struct node *p = list; p != NULL; p = p->next) {
        q = q->next;
        if (q == NULL)
            q = divisor;
    }
    return q == divisor;
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
    struct node *divisor = build(__VERIFIER_nondet_int());

    if (divisor == NULL)
        return 0;
    struct node *list = build(__VERIFIER_nondet_int());
    assert(divides(divisor, list) == (length(list) % length(divisor) == 0));
    release(divisor);
    release(list);
    return 0;
}
