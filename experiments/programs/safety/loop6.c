/* One word counts the steps, another grows by 1 or 100.
 *
 * x <= y <= 100 x throughout, all of it below 2^31; y grows in every step.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0;
    int y = 0;

    while (y < 0xffffff) {
        if (x >= 4 && __VERIFIER_nondet_int()) {
            y = y + 1;
        } else {
            y = y + 100;
        }
        x = x + 1;
    }
    assert(x <= y && y <= 100 * x);
    return 0;
}
