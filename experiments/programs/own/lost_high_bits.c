/* A word is counted down beside its low half.
 *
 * They part where the word is above 65535.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned short half = (unsigned short)n;

    while (half > 0) {
        half--;
        n--;
    }
    assert(n == 0);
    return 0;
}
