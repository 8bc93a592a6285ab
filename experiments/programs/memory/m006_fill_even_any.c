/* The even places of an array of any size up to a million are set, and those are looked at.
 *
 * What is even and below the index is 1.
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
    for (int i = 0; i < n; i += 2)
        a[i] = 1;
    for (int i = 0; i < n; i++) {
        if (i % 2 == 0)
            assert(a[i] == 1);
    }
    return 0;
}
