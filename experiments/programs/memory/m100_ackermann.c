/* Ackermann's function of small arguments.
 *
 * Either m falls, or m stays and n falls. The result is 2n + 3 at most.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void)
{
    int m = __VERIFIER_nondet_int();
    int n = __VERIFIER_nondet_int();

    if (m < 0 || m > 2 || n < 0 || n > 4)
        return 0;
    int result = ackermann(m, n);
    assert(result > n && result <= 2 * n + 3);
    return 0;
}
