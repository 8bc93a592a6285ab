/* An even word grows by twos up to a great bound and is claimed odd.
 *
 * It ends at 0x10000000.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

int main(void)
{
    unsigned x = 0;

    while (x < 0x0fffffff) {
        x = x + 2;
    }
    assert(x % 2 == 1);
    return 0;
}
