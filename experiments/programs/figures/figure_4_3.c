/* The units of a word are moved to another; a deep bug (Figure 4.3).
 *
 * The assertion fails after a million steps.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

int main(void)
{
    unsigned n = 1000000;
    unsigned x = n;
    unsigned y = 0;

    while (x > 0) {
        x = x - 1;
        y = y + 1;
    }
    assert(y != n);
    return 0;
}
