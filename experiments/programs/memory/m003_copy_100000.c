/* A hundred thousand numbers are copied from one array to another.
 *
 * Up to the index both arrays are equal.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 100000

static void copy(int *to, const int *from, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}

int main(void)
{
    int a[SIZE];
    int b[SIZE];

    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();
    copy(b, a, SIZE);
    for (int i = 0; i < SIZE; i++)
        assert(b[i] == a[i]);
    return 0;
}
