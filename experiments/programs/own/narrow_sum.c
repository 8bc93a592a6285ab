/* A sum of 32-bit words in 32 bits that is claimed to be no less than the last of them.
 *
 * The second addition may wrap.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned total = 0;

    for (int i = 0; i < 3; i++) {
        unsigned value = __VERIFIER_nondet_uint();
        total += value;
        assert(total >= value);
    }
    return 0;
}
