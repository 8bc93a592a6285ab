/* Collatz's steps from any word below 32.
 *
 * Run for each of them: at most 111 steps, none above 9232.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();

    if (x == 0 || x >= 32) {
        return 0;
    }
    while (x != 1) {
        x = x % 2 == 0 ? x / 2 : 3 * x + 1;
        assert(x <= 9232);
    }
    return 0;
}
