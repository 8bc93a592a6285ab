/* An unsigned word falls by a second word, which is one.
 *
 * Needs the invariant y = 1; then x falls.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = 1;

    while (x > 0) {
        x = x - y;
    }
    return 0;
}
