/* An even word grows by twos until it wraps around.
 *
 * It is 0 after about 2^31 steps, which is not odd.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

int main(void)
{
    unsigned x = 10;

    while (x >= 10) {
        x = x + 2;
    }
    assert(x % 2 == 1);
    return 0;
}
