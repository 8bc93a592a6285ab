/* A product by doubling and adding.
 *
 * r + a b is the product throughout, modulo 2^32; b falls.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = __VERIFIER_nondet_uint();
    unsigned a = x;
    unsigned b = y;
    unsigned r = 0;

    while (b != 0) {
        if (b & 1u) {
            r += a;
        }
        a <<= 1;
        b >>= 1;
    }
    assert(r == x * y);
    return 0;
}
