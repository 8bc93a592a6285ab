/* A word grows by one or by two to 99, as another word is even or odd.
 *
 * With an even y it ends at 99, which is odd.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = 0;
    unsigned y = __VERIFIER_nondet_uint();

    while (x < 99) {
        if (y % 2 == 0) {
            x = x + 1;
        } else {
            x = x + 2;
        }
    }
    assert(x % 2 == y % 2);
    return 0;
}
