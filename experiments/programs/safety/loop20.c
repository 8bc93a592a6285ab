/* A counter to 1000003, and a word from 0 that may step along, which are claimed to differ.
 *
 * It may step along every time.
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
    int y = 0;

    while (x < 1000003) {
        x = x + 1;
        if (__VERIFIER_nondet_int()) {
            y = y + 1;
        }
    }
    assert(x != y);
    return 0;
}
