/* Euclid's algorithm by recursion.
 *
 * The second argument becomes a remainder by itself, which is smaller. What divides both
 * arguments of a call divides both of the call before.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned divisor(unsigned a, unsigned b)
{
    if (b == 0)
        return a;
    return divisor(b, a % b);
}

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint();
    unsigned b = __VERIFIER_nondet_uint();

    if (a == 0 && b == 0)
        return 0;
    unsigned d = divisor(a, b);
    assert(d != 0);
    assert(a % d == 0 && b % d == 0);
    return 0;
}
