/* A product is widened to 64 bits too late.
 *
 * It was cut to 32 bits before. Rounds that do not fail lower n.
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
    unsigned factor = 1000;

    while (n > 0) {
        unsigned long long cut = n * factor;
        assert(cut == (unsigned long long)n * factor);
        n /= 2;
    }
    return 0;
}
