/* An arbitrary word is counted up to ten and claimed to be ten.
 *
 * It may start above.
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

    while (x < 10) {
        x = x + 1;
    }
    assert(x == 10);
    return 0;
}
