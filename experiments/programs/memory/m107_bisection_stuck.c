/* A root is looked for between two numbers by halving.
 *
 * Where they are one apart the middle is the lower one. With the root to the right of it, the
 * call is repeated with the same arguments.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 * expect safety: true
 * expect memory-safety: true
 */
extern int __VERIFIER_nondet_int(void);

static int bisect(int low, int high, int root)
{
    if (low >= high)
        return low;
    int middle = low + (high - low) / 2;
    if (root > middle)
        return bisect(middle, high, root);
    return bisect(low, middle, root);
}

int main(void)
{
    int root = __VERIFIER_nondet_int();

    if (root < 0 || root > 100)
        return 0;
    return bisect(0, 100, root) == root;
}
