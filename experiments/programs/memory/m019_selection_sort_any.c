/* Any count of numbers, up to a million, is sorted by selection.
 *
 * Before each round the first i are sorted, and none of the others is below them. Nothing is done
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

static void sort(int *a, int n)
{
    for (int i = 0; i < n - 1; i++) {
        int least = i;
        for (int j = i + 1; j < n; j++) {
            if (a[j] < a[least])
                least = j;
        }
        int other = a[i];
        a[i] = a[least];
        a[least] = other;
    }
}

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
    sort(a, n);
    for (int i = 1; i < n; i++)
        assert(a[i - 1] <= a[i]);
    free(a);
    return 0;
}
