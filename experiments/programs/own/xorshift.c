/* A random number generator by shifts never gets to zero (Marsaglia's shifts 13, 17, 5).
 *
 * Each of its lines is one-to-one and maps zero to zero. The environment may go on for ever.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 * expect safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();

    if (x == 0) {
        return 0;
    }
    while (__VERIFIER_nondet_int()) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    assert(x != 0);
    return 0;
}
