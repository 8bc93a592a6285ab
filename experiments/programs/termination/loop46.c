/* An unsigned word is counted up to a bound, from zero again where it is above it (after Cook,
 * See and Zuleger, TACAS 2013).
 *
 * After at most one reset x counts up to m; the pair (x > m, m - x) falls lexicographically.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned m = __VERIFIER_nondet_uint();

    while (x != m) {
        if (x > m) {
            x = 0;
        } else {
            x = x + 1;
        }
    }
    return 0;
}
