/* An array is filled with one number, and any of its elements looked at.
 *
 * What the index has passed is 7.
 *
 * Words of int have 32 bits.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[40];

    for (int i = 0; i < 40; i++)
        a[i] = 7;
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k < 40)
        assert(a[k] == 7);
    return 0;
}
