/* The least and the greatest of ten numbers are found in one pass.
 *
 * Both start as the first number; one falls only, the other rises only.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 10

struct range {
    int least;
    int greatest;
};

static struct range range_of(const int *a, int n)
{
    struct range range = {a[0], a[0]};

    for (int i = 1; i < n; i++) {
        if (a[i] < range.least)
            range.least = a[i];
        else if (a[i] > range.greatest)
            range.greatest = a[i];
    }
    return range;
}

int main(void)
{
    int a[SIZE];

    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();
    struct range range = range_of(a, SIZE);
    assert(range.least <= range.greatest);
    return 0;
}
