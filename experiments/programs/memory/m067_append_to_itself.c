/* A list is joined to itself and walked.
 *
 * Where it is not empty it has become a circle, and the walk does not end.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 * expect safety: true
 * expect memory-safety: true
 */
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

static int sum(const struct node *list)
{
    int sum = 0;

    for (const struct node *p = list; p != NULL; p = p->next)
        sum += p->data;
    return sum;
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

    list = append(list, list);
    int total = sum(list);
    release(list);
    return total != 0;
}
