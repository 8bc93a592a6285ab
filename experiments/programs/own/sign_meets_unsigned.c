/* A signed counter against an unsigned bound.
 *
 * A negative counter is read as a great word and the loop never entered.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = __VERIFIER_nondet_int();
    unsigned n = 10;

    if (i >= 10) {
        return 0;
    }
    while ((unsigned)i < n) {
        i++;
    }
    assert(i == 10);
    return 0;
}
