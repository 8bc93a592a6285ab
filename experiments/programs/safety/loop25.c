/* A lock is taken in each round, and given back where the environment wants another one.
 *
 * The loop is left only with the lock held. The environment may go on for ever.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 * expect safety: false
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int locked = 0;
    int x = 0;
    int y = __VERIFIER_nondet_int();

    do {
        locked = 1;
        x = y;
        if (__VERIFIER_nondet_int()) {
            locked = 0;
            y = y + 1;
        }
    } while (x != y);
    assert(locked == 0);
    return 0;
}
