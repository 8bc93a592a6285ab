/* Binary search between two words, with the midpoint as half of their sum.
 *
 * Where the sum passes the greatest int the midpoint is negative. Rounds that do not fail make
 * the interval smaller.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();

    if (low < 0 || high < low) {
        return 0;
    }
    while (low < high) {
        int middle = (low + high) / 2;
        assert(low <= middle && middle < high);
        if (__VERIFIER_nondet_int()) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return 0;
}
