/* The first place of a number among ten is looked for.
 *
 * No place that the index has passed holds the number.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 10

static int search(const int *a, int n, int x)
{
    for (int i = 0; i < n; i++) {
        if (a[i] == x)
            return i;
    }
    return n;
}

int main(void)
{
    int a[SIZE];

    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();
    int x = __VERIFIER_nondet_int();
    int at = search(a, SIZE, x);
    for (int i = 0; i < at; i++)
        assert(a[i] != x);
    assert(at == SIZE || a[at] == x);
    return 0;
}
