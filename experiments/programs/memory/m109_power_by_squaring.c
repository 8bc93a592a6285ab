/* Powers of a word up to the eighth, by squaring and by repeated products.
 *
 * Both are the power modulo 2^32. The exponent is halved in each call.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned power(unsigned x, unsigned n)
{
    if (n == 0)
        return 1;
    unsigned root = power(x, n / 2);
    return n % 2 == 0 ? root * root : root * root * x;
}

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned n = __VERIFIER_nondet_uint();
    unsigned product = 1;

    if (n > 8)
        return 0;
    for (unsigned i = 0; i < n; i++)
        product *= x;
    assert(power(x, n) == product);
    return 0;
}
