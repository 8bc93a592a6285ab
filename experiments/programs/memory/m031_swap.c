/* Three numbers are brought into order by swaps through pointers.
 *
 * A swap exchanges what its pointers point to, and does nothing where they are the same. Three
 * swaps sort three numbers. No loop.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void swap(int *p, int *q)
{
    int other = *p;

    *p = *q;
    *q = other;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int z = __VERIFIER_nondet_int();
    int old = x;

    swap(&x, &x);
    assert(x == old);
    if (x > y)
        swap(&x, &y);
    if (y > z)
        swap(&y, &z);
    if (x > y)
        swap(&x, &y);
    assert(x <= y && y <= z);
    return 0;
}
