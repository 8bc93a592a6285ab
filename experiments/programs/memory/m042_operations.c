/* One of three operations is picked from a table of functions.
 *
 * The index is checked. What was added can be subtracted again. No loop.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int add(int x, int y)
{
    return x + y;
}

static int subtract(int x, int y)
{
    return x - y;
}

static int multiply(int x, int y)
{
    return x * y;
}

static int (*const OPERATIONS[])(int, int) = {add, subtract, multiply};

int main(void)
{
    int k = __VERIFIER_nondet_int();
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();

    if (k < 0 || k >= (int)(sizeof OPERATIONS / sizeof OPERATIONS[0]))
        return 1;
    int result = OPERATIONS[k](x, y);
    if (k == 0)
        assert(subtract(result, y) == x);
    else if (k == 1)
        assert(add(result, y) == x);
    else
        assert(result == multiply(y, x));
    return 0;
}
