/* Five numbers are sorted by selection.
 *
 * Before each round the first i are sorted, and none of the others is below them.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 5

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
    int a[SIZE];

    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();
    sort(a, SIZE);
    for (int i = 1; i < SIZE; i++)
        assert(a[i - 1] <= a[i]);
    return 0;
}
