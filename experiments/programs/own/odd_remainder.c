/* An odd word goes to one by twos, where a negative one has the remainder -1.
 *
 * Negative words end at -1. |x| falls.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    if (x % 2 == 0) {
        return 0;
    }
    while (x > 1 || x < -1) {
        x += x > 0 ? -2 : 2;
    }
    assert(x % 2 == 1);
    return 0;
}
