/* The sum of the first n odd words is n squared.
 *
 * sum = i * i throughout, modulo 2^32.
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
    unsigned i = 0;

    while (i != n) {
        sum += 2 * i + 1;
        i++;
    }
    assert(sum == n * n);
    return 0;
}
