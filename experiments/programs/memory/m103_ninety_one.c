/* McCarthy's function for numbers up to 100.
 *
 * Up to 101 it is 91, by induction from above: f(x) = f(f(x + 11)). The outer call gets x + 1
 * where x is 90 or more, and 91 below.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int ninety_one(int x)
{
    if (x > 100)
        return x - 10;
    return ninety_one(ninety_one(x + 11));
}

int main(void)
{
    int x = __VERIFIER_nondet_int();

    if (x > 100)
        return 0;
    assert(ninety_one(x) == 91);
    return 0;
}
