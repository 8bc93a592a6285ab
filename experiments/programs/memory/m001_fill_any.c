/* An array of any size up to a million is filled with 42, then looked through.
 *
 * What the index has passed is 42.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();

    if (n <= 0 || n > 1000000)
        return 0;
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = 42;
    for (int i = 0; i < n; i++)
        assert(a[i] == 42);
    return 0;
}
