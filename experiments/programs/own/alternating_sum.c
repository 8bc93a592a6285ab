/* Signs alternate while a word is summed up.
 *
 * The sum is 0 before even rounds and 1 before odd ones; it never leaves these. i falls short of
 * n.
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
    int sum = 0;
    int sign = 1;

    for (unsigned i = 0; i < n; i++) {
        sum += sign;
        sign = -sign;
    }
    assert(sum == (int)(n % 2));
    return 0;
}
