/* A word is cleared in each of 1000003 rounds and claimed untouched.
 *
 * It is 0 after the first.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

int main(void)
{
    int x = 1;

    for (int i = 0; i < 1000003; i++) {
        x = 0;
    }
    assert(x == 1);
    return 0;
}
