/* A positive word where the environment steps up or down.
 *
 * Alternate the two branches.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    while (x > 0) {
        if (__VERIFIER_nondet_int()) {
            x = x + 1;
        } else {
            x = x - 1;
        }
    }
    return 0;
}
