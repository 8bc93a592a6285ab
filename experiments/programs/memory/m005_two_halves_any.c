/* The first half of an array of any size up to a million is filled with 0, the second with 1.
 *
 * The loops meet in the middle; neither writes into the other's half. Where n is odd, the second
 * half is longer by one.
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
    for (int i = 0; i < n / 2; i++)
        a[i] = 0;
    for (int i = n / 2; i < n; i++)
        a[i] = 1;
    for (int i = 0; i < n; i++)
        assert(a[i] == (i < n / 2 ? 0 : 1));
    return 0;
}
