/* A counter to 1000000, and a word from 1 that may step along, which are claimed to differ.
 *
 * It may step along every time but one.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0;
    int y = 1;

    while (x < 1000000) {
        x = x + 1;
        if (__VERIFIER_nondet_int()) {
            y = y + 1;
        }
    }
    assert(x != y);
    return 0;
}
