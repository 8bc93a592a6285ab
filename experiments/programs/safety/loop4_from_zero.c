/* A counter runs up to j, which is below n, which is not negative.
 *
 * i <= n throughout.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int j = __VERIFIER_nondet_int();
    int n = __VERIFIER_nondet_int();
    int i = 0;

    if (n < 0 || j >= n) {
        return 0;
    }
    while (i < j) {
        i = i + 1;
    }
    assert(i <= n);
    return 0;
}
