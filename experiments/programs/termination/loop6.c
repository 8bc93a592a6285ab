/* The lowest set bit of an unsigned word is cleared until none is left.
 *
 * x falls in every step, though not by a linear amount.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();

    while (x > 0) {
        x = x & (x - 1);
    }
    return 0;
}
