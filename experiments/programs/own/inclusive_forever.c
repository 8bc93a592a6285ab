/* A loop up to and with any bound.
 *
 * No word is above the greatest one: with that bound it never ends.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned steps = 0;

    for (unsigned i = 0; i <= n; i++) {
        steps++;
    }
    return 0;
}
