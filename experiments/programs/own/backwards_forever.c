/* A loop from n down to zero.
 *
 * With the greatest n it never ends, for the counter wraps to n.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned visited = 0;

    for (unsigned i = n; i <= n; i--) {
        visited++;
    }
    return 0;
}
