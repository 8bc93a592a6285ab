/* One of three operations is picked from a table of functions, by an index that is checked from
 * below only.
 *
 * Behind the third entry the table has none. No loop.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 * expect memory-safety: false
 * violates: valid-deref
 */
extern int __VERIFIER_nondet_int(void);

static int add(int x, int y)
{
    return x + y;
}

static int subtract(int x, int y)
{
    return x - y;
}

static int multiply(int x, int y)
{
    return x * y;
}

static int (*const OPERATIONS[])(int, int) = {add, subtract, multiply};

int main(void)
{
    int k = __VERIFIER_nondet_int();
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();

    if (k < 0)
        return 1;
    return OPERATIONS[k](x, y) == 0;
}
