/* The decimal digits of a word in reverse, and again.
 *
 * 1000000009 and others overflow; a last zero is lost as well.
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
    unsigned rest = n;
    unsigned reversed = 0;
    unsigned again = 0;

    if (n % 10 == 0) {
        return 0;
    }
    for (; rest > 0; rest /= 10) {
        reversed = reversed * 10 + rest % 10;
    }
    for (; reversed > 0; reversed /= 10) {
        again = again * 10 + reversed % 10;
    }
    assert(again == n);
    return 0;
}
