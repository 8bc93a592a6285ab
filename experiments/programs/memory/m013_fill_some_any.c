/* The first k places of an array of any size up to a million are filled with 42, and those are
 * looked at.
 *
 * What the index has passed is 42; k is at most the size. Nothing is done where memory runs out.
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
    int k = __VERIFIER_nondet_int();

    if (n <= 0 || n > 1000000 || k < 0 || k > n)
        return 0;
    int *a = malloc(n * sizeof *a);
    if (a == NULL)
        return 1;
    for (int i = 0; i < k; i++)
        a[i] = 42;
    for (int i = 0; i < k; i++)
        assert(a[i] == 42);
    free(a);
    return 0;
}
