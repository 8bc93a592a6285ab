/* A counter runs up from zero to any bound.
 *
 * n - x falls.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int x = 0;

    while (x < n) {
        x = x + 1;
    }
    return 0;
}
