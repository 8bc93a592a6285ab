/* The numbers up to n are added up by recursion; the sum is half of n(n + 1).
 *
 * Each call adds one number to the sum of those below. Both sides are taken modulo 2^32, the
 * product from 64 bits, in which it does not wrap around.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned sum(unsigned n)
{
    if (n == 0)
        return 0;
    return n + sum(n - 1);
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned long long product = n * (n + 1ull);

    assert(sum(n) == (unsigned)(product / 2));
    return 0;
}
