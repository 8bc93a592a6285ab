/* Whether a number is even or odd, by two functions that call each other.
 *
 * The number falls by one with each call and is zero at the end; the two functions take turns.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int odd(int n);

static int even(int n)
{
    if (n == 0)
        return 1;
    return odd(n - 1);
}

static int odd(int n)
{
    if (n == 0)
        return 0;
    return even(n - 1);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();

    if (n < 0)
        return 0;
    assert(even(n) == (n % 2 == 0));
    return 0;
}
