/* A number is looked for among ten, and also in the place behind them.
 *
 * Where it is none of the ten, the eleventh is read, which the array does not have.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 * expect memory-safety: false
 * violates: valid-deref
 */
extern int __VERIFIER_nondet_int(void);

#define SIZE 10

static int search(const int *a, int n, int x)
{
    for (int i = 0; i <= n; i++) {
        if (a[i] == x)
            return i;
    }
    return n;
}

int main(void)
{
    int a[SIZE];

    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();
    int x = __VERIFIER_nondet_int();
    return search(a, SIZE, x) < SIZE;
}
