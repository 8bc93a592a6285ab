/* A great odd word falls by twos to one and is claimed even.
 *
 * It stays odd.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

int main(void)
{
    unsigned x = 0x0ffffff1;

    while (x > 1) {
        x = x - 2;
    }
    assert(x % 2 == 0);
    return 0;
}
