/* The sum of the decimal digits of a word.
 *
 * There are ten digits at most, the first of ten at most 4: the sum is below 90.
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

    do {
        sum += (int)(n % 10);
        n /= 10;
    } while (n > 0);
    assert(sum < 90);
    return 0;
}
