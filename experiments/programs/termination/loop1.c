/* An unsigned word is counted down to zero.
 *
 * x falls in every step.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();

    while (x > 0) {
        x = x - 1;
    }
    return 0;
}
