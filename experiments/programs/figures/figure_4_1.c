/* The units of a word are moved to another, one by one (Figure 4.1).
 *
 * x + y = n throughout.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned x = n;
    unsigned y = 0;

    while (x > 0) {
        x = x - 1;
        y = y + 1;
    }
    assert(y == n);
    return 0;
}
