/* Two blocks of any size up to a million are added, place by place.
 *
 * Up to the index the third block holds the sums, which may wrap around alike. Nothing is done
 * where memory runs out.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void add(int *c, const int *a, const int *b, int n)
{
    for (int i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}

int main(void)
{
    int n = __VERIFIER_nondet_int();

    if (n <= 0 || n > 1000000)
        return 0;
    int *a = malloc(n * sizeof *a);
    int *b = malloc(n * sizeof *b);
    int *c = malloc(n * sizeof *c);
    if (a != NULL && b != NULL && c != NULL) {
        for (int i = 0; i < n; i++) {
            a[i] = __VERIFIER_nondet_int();
            b[i] = __VERIFIER_nondet_int();
        }
        add(c, a, b, n);
        for (int i = 0; i < n; i++)
            assert(c[i] == a[i] + b[i]);
    }
    free(a);
    free(b);
    free(c);
    return 0;
}
