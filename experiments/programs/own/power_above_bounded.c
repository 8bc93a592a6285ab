/* The least power of two that is not below n, for an n up to 2^31.
 *
 * power has one bit throughout.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned power = 1;

    if (n > 0x80000000) {
        return 0;
    }
    while (power < n) {
        power *= 2;
    }
    assert(power >= n && (power & (power - 1)) == 0);
    return 0;
}
