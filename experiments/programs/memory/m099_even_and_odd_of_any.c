/* Whether a number of either sign is even or odd, by two functions that call each other.
 *
 * A negative number runs down to the least int, wraps around to the greatest and on to zero,
 * through up to 2^32 - 1 calls. 2^32 is even, so that the answer is right for negative numbers as
 * well.
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

    assert(even(n) == (n % 2 == 0));
    return 0;
}
