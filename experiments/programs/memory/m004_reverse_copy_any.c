/* Any number of words, up to a million, is copied to another block, last one first.
 *
 * Up to the index the copy mirrors the block. Nothing is done where memory runs out.
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
    int *b = malloc(n * sizeof *b);
    if (a != NULL && b != NULL) {
        for (int i = 0; i < n; i++)
            a[i] = __VERIFIER_nondet_int();
        for (int i = 0; i < n; i++)
            b[i] = a[n - 1 - i];
        for (int i = 0; i < n; i++)
            assert(b[i] == a[n - 1 - i]);
    }
    free(a);
    free(b);
    return 0;
}
