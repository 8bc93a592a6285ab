/* Two sorted lists are merged.
 *
 * Each round takes one node of the two lists to the end of the third; the rest of the longer one
 * follows as it is. The lengths add up.
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

static int length(const struct node *list)
{
    int n = 0;

    for (const struct node *p = list; p != NULL; p = p->next)
        n++;
    return n;
}

static struct node *merge(struct node *first, struct node *second)
{
    struct node *merged = NULL;
    struct node **end = &merged;

    while (first != NULL && second != NULL) {
        if (first->data <= second->data) {
            *end = first;
            first = first->next;
        } else {
            *end = second;
            second = second->next;
        }
        end = &(*end)->next;
    }
    *end = first != NULL ? first : second;
    return merged;
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
    struct node *first = build_sorted(__VERIFIER_nondet_int());
    struct node *second = build_sorted(__VERIFIER_nondet_int());
    int sum = length(first) + length(second);
    struct node *merged = merge(first, second);

    assert(length(merged) == sum);
    release(merged);
    return 0;
}
