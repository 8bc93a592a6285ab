/* Binary search between two words, with the midpoint found from their difference.
 *
 * 0 <= low <= high throughout, so the difference is no negative word. high - low falls.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
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
        int middle = low + (high - low) / 2;
        assert(low <= middle && middle < high);
        if (__VERIFIER_nondet_int()) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return 0;
}
