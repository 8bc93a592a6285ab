/* The lowest set bit of a word is cleared while another word is not zero.
 *
 * The word in the guard never changes.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = __VERIFIER_nondet_uint();

    while (y > 0) {
        x = x & (x - 1);
    }
    return 0;
}
