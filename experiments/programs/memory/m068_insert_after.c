/* A node is inserted behind any node of a list.
 *
 * The list grows by one. Where memory runs out, the list stays shorter or nothing is inserted.
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

static int insert_after(struct node *place, int x)
{
    struct node *p = malloc(sizeof *p);

    if (p == NULL)
        return 0;
    p->data = x;
    p->next = place->next;
    place->next = p;
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
    int inserted = insert_after(place, 7);
    assert(length(list) == before + inserted);
    release(list);
    return 0;
}
