/* One of two numbers is picked by a pointer to a pointer and changed through it.
 *
 * The picked one is changed and the other one is not. No loop.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void pick(int **where, int *p, int *q, int second)
{
    *where = second ? q : p;
}

int main(void)
{
    int x = 1;
    int y = 2;
    int *chosen = 0;
    int second = __VERIFIER_nondet_int();
    int **through = &chosen;

    pick(through, &x, &y, second);
    **through = 10;
    if (second)
        assert(chosen == &y && x == 1 && y == 10);
    else
        assert(chosen == &x && x == 10 && y == 2);
    return 0;
}
