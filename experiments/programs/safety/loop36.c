/* Two words one apart are counted up together, a long way, and are claimed equal.
 *
 * They stay one apart.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

int main(void)
{
    unsigned x = 0;
    unsigned y = x + 1;

    while (x < 0x0fffffff) {
        x = x + 1;
        y = y + 1;
    }
    assert(x == y);
    return 0;
}
