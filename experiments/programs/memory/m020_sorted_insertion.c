/* A number is inserted into nine sorted ones in an array of ten.
 *
 * Those above it move up by one place, from the last; what has moved is above the number, and the
 * order is kept.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 10

static void insert(int *a, int n, int x)
{
    int i = n;

    while (i > 0 && a[i - 1] > x) {
        a[i] = a[i - 1];
        i--;
    }
    a[i] = x;
}

int main(void)
{
    int a[SIZE];

    for (int i = 0; i < SIZE - 1; i++) {
        a[i] = __VERIFIER_nondet_int();
        if (i > 0 && a[i - 1] > a[i])
            return 0;
    }
    insert(a, SIZE - 1, __VERIFIER_nondet_int());
    for (int i = 1; i < SIZE; i++)
        assert(a[i - 1] <= a[i]);
    return 0;
}
