/* An arbitrary word grows by twos in a deep loop and is claimed even at its end.
 *
 * It is as even as it was at the start.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();

    for (int i = 0; i < 0xffffff; i++) {
        x = x + 2;
    }
    assert(x % 2 == 0);
    return 0;
}
