/* Any number of words, up to a million, is copied from one block to another.
 *
 * Up to the index both blocks are equal. Nothing is done where memory runs out.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void copy(int *to, const int *from, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}

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
        copy(b, a, n);
        for (int i = 0; i < n; i++)
            assert(b[i] == a[i]);
    }
    free(a);
    free(b);
    return 0;
}
