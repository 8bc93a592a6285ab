/* The sum of the words below n.
 *
 * 2 sum = i (i - 1) throughout, modulo 2^32.
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
    unsigned sum = 0;

    for (unsigned i = 0; i < n; i++) {
        sum += i;
    }
    assert(2 * sum == n * (n - 1));
    return 0;
}
