/* A word turned into Gray code and back.
 *
 * n is the exclusive or of all its code's shifts; at most 31 steps.
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
    unsigned rest = n ^ (n >> 1);
    unsigned back = rest;

    while (rest != 0) {
        rest >>= 1;
        back ^= rest;
    }
    assert(back == n);
    return 0;
}
