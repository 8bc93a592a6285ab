/* A large array of anything is searched for a zero.
 *
 * The scan stops at the last element at the latest, so that it never leaves the array.
 *
 * Words of int have 32 bits.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[600];
    int i;

    for (i = 0; i < 600; i++)
        a[i] = __VERIFIER_nondet_int();
    for (i = 0; a[i] != 0; i++) {
        if (i >= 599)
            break;
    }
    assert(i <= 599);
    return 0;
}
