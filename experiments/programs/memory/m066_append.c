/* Two lists without common nodes are joined.
 *
 * The last node of the first leads to the second; the lengths add up. Where memory runs out the
 * lists stay shorter.
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

static struct node *append(struct node *first, struct node *second)
{
    if (first == NULL)
        return second;
    struct node *last = first;
    while (last->next != NULL)
        last = last->next;
    last->next = second;
    return first;
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
    struct node *first = build(__VERIFIER_nondet_int());
    struct node *second = build(__VERIFIER_nondet_int());
    int sum = length(first) + length(second);
    struct node *all = append(first, second);

    assert(length(all) == sum);
    release(all);
    return 0;
}
