/* An odd word falls by twos while it is positive.
 *
 * It ends at -1, after half a million steps.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

int main(void)
{
    int x = 1000003;

    while (x > 0) {
        x = x - 2;
    }
    assert(x >= 0);
    return 0;
}
