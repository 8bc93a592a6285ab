/* An arbitrary word is counted up to a bound and claimed to pass it.
 *
 * It ends at the bound, from any start that is not above it.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();

    while (x < 0x0fffffff) {
        x = x + 1;
    }
    assert(x > 0x0fffffff);
    return 0;
}
