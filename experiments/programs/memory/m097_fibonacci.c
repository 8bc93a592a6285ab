/* Fibonacci numbers up to the twentieth, by two calls each.
 *
 * From two on, fib(n) = fib(n - 1) + fib(n - 2) >= (n - 2) + 1, as the second number is at least
 * 1 from n = 3 on. Both arguments are smaller.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int fibonacci(int n)
{
    if (n < 2)
        return n;
    return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();

    if (n < 0 || n > 20)
        return 0;
    assert(fibonacci(n) >= n - 1);
    return 0;
}
