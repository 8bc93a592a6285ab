/* The node behind any node of a list is taken out and freed.
 *
 * The list shrinks by one; where no node is behind, it stays.
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

static int delete_after(struct node *place)
{
    struct node *p = place->next;

    if (p == NULL)
        return 0;
    place->next = p->next;
    free(p);
    return 1;
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

    if (list == NULL)
        return 0;
    int before = length(list);
    struct node *place = list;
    while (place->next != NULL && __VERIFIER_nondet_int())
        place = place->next;
    int deleted = delete_after(place);
    assert(length(list) == before - deleted);
    release(list);
    return 0;
}
