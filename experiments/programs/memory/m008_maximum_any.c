/* The greatest of any count of numbers, up to a million, is found in one pass; none is above it.
 *
 * What the index has passed is at most the greatest so far. Nothing is done where memory runs
 * out.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();

    if (n <= 0 || n > 1000000)
        return 0;
    int *a = malloc(n * sizeof *a);
    if (a == NULL)
        return 1;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int greatest = a[0];
    for (int i = 1; i < n; i++) {
        if (a[i] > greatest)
            greatest = a[i];
    }
    for (int i = 0; i < n; i++)
        assert(a[i] <= greatest);
    free(a);
    return 0;
}
