/* A cursor walks a list; the environment says for each node whether it is deleted.
 *
 * The cursor keeps the node before its own, if any. A deleted node is freed when the cursor has
 * its follower. All nodes are met, kept or deleted.
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

struct cursor {
    struct node **list;
    struct node *before;
    struct node *current;
};

static void advance(struct cursor *cursor)
{
    cursor->before = cursor->current;
    cursor->current = cursor->current->next;
}

static void delete_current(struct cursor *cursor)
{
    struct node *p = cursor->current;

    cursor->current = p->next;
    if (cursor->before == NULL)
        *cursor->list = p->next;
    else
        cursor->before->next = p->next;
    free(p);
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
    int before = length(list);
    int deleted = 0;
    struct cursor cursor = {&list, NULL, list};

    while (cursor.current != NULL) {
        if (__VERIFIER_nondet_int()) {
            delete_current(&cursor);
            deleted++;
        } else {
            advance(&cursor);
        }
    }
    assert(length(list) == before - deleted);
    release(list);
    return 0;
}
