/* A word doubles six times from one.
 *
 * y is a power of two throughout, and 64 at the end.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
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
    assert(y != 12);
    return 0;
}
