/* A product by two nested loops that count.
 *
 * count = i * m + j throughout, modulo 2^32.
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
    unsigned m = __VERIFIER_nondet_uint();
    unsigned count = 0;

    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < m; j++) {
            count++;
        }
    }
    assert(count == n * m);
    return 0;
}
