/* The environment chooses what is taken from an unsigned word.
 *
 * It may always choose zero. Every state has a way out, too.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();

    while (x != 0) {
        x = x - __VERIFIER_nondet_uint();
    }
    return 0;
}
