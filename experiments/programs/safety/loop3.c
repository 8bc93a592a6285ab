/* Two words are counted up together.
 *
 * x = y throughout. The environment may go on for ever.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 * expect safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0;
    int y = 0;

    while (__VERIFIER_nondet_int()) {
        x = x + 1;
        y = y + 1;
    }
    assert(x == y);
    return 0;
}
