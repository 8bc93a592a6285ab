/* Numbers are pushed on a stack of nodes and popped until it is empty.
 *
 * They come back in the opposite order, and each node is freed when it is popped. Where memory
 * runs out no more are pushed.
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

static int push(struct node **stack, int x)
{
    struct node *p = malloc(sizeof *p);

    if (p == NULL)
        return 0;
    p->data = x;
    p->next = *stack;
    *stack = p;
    return 1;
}

static int pop(struct node **stack)
{
    struct node *p = *stack;
    int x = p->data;

    *stack = p->next;
    free(p);
    return x;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int height = 0;
    struct node *stack = NULL;

    while (height < n && push(&stack, height))
        height++;
    while (stack != NULL) {
        height--;
        int x = pop(&stack);
        assert(x == height);
    }
    return 0;
}
