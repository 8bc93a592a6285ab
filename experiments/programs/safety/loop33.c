/* A word between 100 and 200 falls by twos while it is positive.
 *
 * Odd ones end at -1.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    if (x < 100 || x > 200) {
        return 0;
    }
    while (x > 0) {
        x = x - 2;
    }
    assert(x >= 0);
    return 0;
}
