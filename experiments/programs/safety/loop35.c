/* A word doubles six times from one, and the count of steps is claimed not to be six.
 *
 * It is.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

int main(void)
{
    unsigned x = 0;
    unsigned y = 1;

    while (x < 6) {
        x = x + 1;
        y = y * 2;
    }
    assert(x != 6);
    return 0;
}
