/* The prefix sums of any count of zeros, up to a million, are taken.
 *
 * Each is the one before plus zero, and the first is zero. The block with the zeros comes from
 * calloc. Nothing is done where memory runs out.
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
    int *a = calloc(n, sizeof *a);
    int *sums = malloc(n * sizeof *sums);
    if (a != NULL && sums != NULL) {
        sums[0] = a[0];
        for (int i = 1; i < n; i++)
            sums[i] = sums[i - 1] + a[i];
        for (int i = 0; i < n; i++)
            assert(sums[i] == 0);
    }
    free(a);
    free(sums);
    return 0;
}
