/* Two words from 0 and 1 that may each step, or not, until the first is at 1000003.
 *
 * y may stay ahead. The environment may never let x step.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 * expect safety: false
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0;
    int y = 1;

    while (x < 1000003) {
        if (__VERIFIER_nondet_int()) {
            x = x + 1;
        }
        if (__VERIFIER_nondet_int()) {
            y = y + 1;
        }
    }
    assert(x == y);
    return 0;
}
