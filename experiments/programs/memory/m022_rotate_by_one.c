/* Ten numbers move down by one place, the first to the end.
 *
 * What the index has passed is the old neighbour; the first number was kept.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 10

static void rotate(int *a, int n)
{
    int first = a[0];

    for (int i = 0; i < n - 1; i++)
        a[i] = a[i + 1];
    a[n - 1] = first;
}

int main(void)
{
    int a[SIZE];
    int old[SIZE];

    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
        old[i] = a[i];
    }
    rotate(a, SIZE);
    for (int i = 0; i < SIZE; i++)
        assert(a[i] == old[(i + 1) % SIZE]);
    return 0;
}
