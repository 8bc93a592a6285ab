/* A word is multiplied by one or minus one, as the environment says.
 *
 * Always choose the factor that is one.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = 1;

    while (x > 0) {
        if (__VERIFIER_nondet_int()) {
            x = x * y;
        } else {
            x = x * -y;
        }
        y = -y;
    }
    return 0;
}
