/* Three positive words, one of which falls in each step, all claimed to be zero at the end.
 *
 * The loop stops when one of them is.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = __VERIFIER_nondet_uint();
    unsigned z = __VERIFIER_nondet_uint();

    while (x > 0 && y > 0 && z > 0) {
        if (__VERIFIER_nondet_int()) {
            x = x - 1;
        } else if (__VERIFIER_nondet_int()) {
            y = y - 1;
        } else {
            z = z - 1;
        }
    }
    assert(x == 0 && y == 0 && z == 0);
    return 0;
}
