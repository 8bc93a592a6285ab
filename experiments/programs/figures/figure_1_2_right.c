/* An unsigned word grows by twos up to another (Figure 1.2, right).
 *
 * Where y is the greatest word and x even, x goes from just below y to zero, and on for ever.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = __VERIFIER_nondet_uint();

    while (x < y) {
        x += 2;
    }
    return 0;
}
