/* A word goes up by ones to 51, then by twos to 100.
 *
 * It ends at 101.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

int main(void)
{
    int x = 0;

    while (x < 100) {
        if (x < 51) {
            x = x + 1;
        } else {
            x = x + 2;
        }
    }
    assert(x % 2 == 0);
    return 0;
}
