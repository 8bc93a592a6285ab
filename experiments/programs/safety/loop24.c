/* A long sum over a word that nothing ever sets.
 *
 * The word may be zero.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint();
    unsigned sum = 0;

    for (int i = 0; i < 1000003; i++) {
        sum = sum + a;
    }
    assert(a > 0);
    return 0;
}
