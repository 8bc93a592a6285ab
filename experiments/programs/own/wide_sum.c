/* A sum of 32-bit words in 64 bits.
 *
 * total <= i (2^32 - 1) < 2^64 throughout.
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
    unsigned long long total = 0;

    for (unsigned i = 0; i < n; i++) {
        total += __VERIFIER_nondet_uint();
    }
    assert(total <= (unsigned long long)n * 4294967295ULL);
    return 0;
}
