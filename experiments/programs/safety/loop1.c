/* An odd word grows by twos, any number of times, and stays odd.
 *
 * The lowest bit never changes, wrapped or not. The environment may go on for ever.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 * expect safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = 1;

    while (__VERIFIER_nondet_int()) {
        x = x + 2;
    }
    assert(x % 2 == 1);
    return 0;
}
