/* Two arrays of a million are added, place by place.
 *
 * Up to the index the third array holds the sums, which may wrap around alike.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 1000000

int a[SIZE];
int b[SIZE];
int c[SIZE];

static void add(int n)
{
    for (int i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}

int main(void)
{
    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
        b[i] = __VERIFIER_nondet_int();
    }
    add(SIZE);
    for (int i = 0; i < SIZE; i++)
        assert(c[i] == a[i] + b[i]);
    return 0;
}
