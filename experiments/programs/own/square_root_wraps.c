/* The square root by counting, with squares in 32 bits.
 *
 * 65536 squared is 0: where n is at least 65535 squared the count goes on, and for the greatest
 * n for ever. n = 4294836233 leaves the loop much later, with a root that is none.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 * expect safety: false
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned r = 0;

    while ((r + 1) * (r + 1) <= n) {
        r++;
    }
    assert(r < 65536);
    return 0;
}
