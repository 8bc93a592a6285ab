/* The square root by counting, with squares in 64 bits.
 *
 * r * r <= n throughout; r is at most 65535.
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
    unsigned long long r = 0;

    while ((r + 1) * (r + 1) <= n) {
        r++;
    }
    assert(r * r <= n && (r + 1) * (r + 1) > n && r < 65536);
    return 0;
}
