/* Quotient and remainder by subtraction.
 *
 * a = q b + r throughout; r falls since b is not zero.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint();
    unsigned b = __VERIFIER_nondet_uint();
    unsigned q = 0;
    unsigned r = a;

    if (b == 0) {
        return 0;
    }
    while (r >= b) {
        r -= b;
        q++;
    }
    assert(a == q * b + r && r < b);
    return 0;
}
