/* Cubes by additions alone.
 *
 * x = i^3, y = 3 i^2 + 3 i + 1 and z = 6 i + 6 throughout, modulo 2^32.
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
    unsigned x = 0;
    unsigned y = 1;
    unsigned z = 6;

    for (unsigned i = 0; i < n; i++) {
        x += y;
        y += z;
        z += 6;
    }
    assert(x == n * n * n);
    return 0;
}
