/* A stack that doubles its block by realloc; the environment pushes and pops for n rounds.
 *
 * height is what was pushed less what was popped, and lies between zero and the capacity. Where
 * memory runs out a push does nothing.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct stack {
    int *data;
    int height;
    int capacity;
};

static int push(struct stack *stack, int x)
{
    if (stack->height == stack->capacity) {
        int capacity = 2 * stack->capacity;
        int *data = realloc(stack->data, capacity * sizeof *data);
        if (data == NULL)
            return 0;
        stack->data = data;
        stack->capacity = capacity;
    }
    stack->data[stack->height] = x;
    stack->height++;
    return 1;
}

static int pop(struct stack *stack)
{
    stack->height--;
    return stack->data[stack->height];
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int pushed = 0;
    int popped = 0;
    struct stack stack = {malloc(2 * sizeof(int)), 0, 2};

    if (stack.data == NULL)
        return 1;
    for (int i = 0; i < n && i < 1000000; i++) {
        if (__VERIFIER_nondet_int()) {
            pushed += push(&stack, stack.height);
        } else if (stack.height > 0) {
            int x = pop(&stack);
            assert(x == stack.height);
            popped++;
        }
        assert(stack.height == pushed - popped);
    }
    free(stack.data);
    return 0;
}
