/* The length of an unsigned word, by shifting.
 *
 * The word is below 2^(32 - length) throughout.
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
    int length = 0;

    for (; x != 0; x >>= 1) {
        length++;
    }
    assert(length <= 32);
    return 0;
}
