/* Two numbers are put in order by a function that swaps what it is pointed to.
 *
 * Only equal numbers are neither below nor above each other, which is forgotten.
 *
 * Words of int have 32 bits.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void swap(int *a, int *b)
{
    int t = *a;

    *a = *b;
    *b = t;
}

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();

    if (x > y)
        swap(&x, &y);
    assert(x < y);
    return 0;
}
