/* Of two successive Fibonacci numbers never both are even.
 *
 * If both were even, so were the two before. The environment may go on for ever.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 * expect safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned a = 0;
    unsigned b = 1;

    while (__VERIFIER_nondet_int()) {
        unsigned next = a + b;
        a = b;
        b = next;
        assert(a % 2 == 1 || b % 2 == 1);
    }
    return 0;
}
