/* Two lists lead into a third one; the node where they meet is found from the difference of their
 * lengths.
 *
 * Without its first nodes the longer list is as long as the other, and both walks are at the
 * meeting point at once. It is null where the third list is empty.
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

static struct node *build(int n, struct node *tail)
{
    struct node *list = tail;

    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL)
            break;
        p->data = i;
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

static const struct node *meeting(const struct node *first, const struct node *second)
{
    int difference = length(first) - length(second);

    for (; difference > 0; difference--)
        first = first->next;
    for (; difference < 0; difference++)
        second = second->next;
    while (first != second) {
        first = first->next;
        second = second->next;
    }
    return first;
}

static void release(struct node *list, struct node *end)
{
    while (list != end) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void)
{
    struct node *tail = build(__VERIFIER_nondet_int(), NULL);
    struct node *first = build(__VERIFIER_nondet_int(), tail);
    struct node *second = build(__VERIFIER_nondet_int(), tail);

    assert(meeting(first, second) == tail);
    release(first, tail);
    release(second, tail);
    release(tail, NULL);
    return 0;
}
