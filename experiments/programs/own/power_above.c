/* The least power of two that is not below n.
 *
 * There is none above 2^31: the power wraps to zero, and stays.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned power = 1;

    while (power < n) {
        power *= 2;
    }
    return 0;
}
