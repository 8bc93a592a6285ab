/* The factorial of any number, by recursion, in words that wrap around.
 *
 * The argument falls by one until it is 1 or 0. From 2 on a factorial is even, and from 34 on it
 * has 32 factors of two: nothing is left of it.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned factorial(unsigned n)
{
    if (n < 2)
        return 1;
    return n * factorial(n - 1);
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned result = factorial(n);

    assert(n < 2 || result % 2 == 0);
    assert(n < 34 || result == 0);
    return 0;
}
