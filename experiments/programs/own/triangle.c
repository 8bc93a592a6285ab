/* Half a square by two nested loops that count, the inner one up to the outer counter.
 *
 * 2 count = i (i + 1) + 2 j, modulo 2^32. i is below n and so j <= i fails at last.
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
    unsigned count = 0;

    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j <= i; j++) {
            count++;
        }
    }
    assert(2 * count == n * (n + 1));
    return 0;
}
