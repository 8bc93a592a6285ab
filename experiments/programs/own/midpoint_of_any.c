/* Binary search over signed words of either sign, with the midpoint found from their difference.
 *
 * high - low overflows where the ends are far apart. Rounds that do not fail make the interval
 * smaller.
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
