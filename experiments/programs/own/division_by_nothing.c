/* Quotient and remainder by subtraction of any word.
 *
 * A zero is subtracted for ever.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned r = __VERIFIER_nondet_uint();
    unsigned b = __VERIFIER_nondet_uint();

    while (r >= b) {
        r -= b;
    }
    return 0;
}
