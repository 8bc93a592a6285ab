/* A word goes to zero by ones, from either side (after Cook, See and Zuleger, TACAS 2013).
 *
 * |x| falls.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    while (x != 0) {
        if (x > 0) {
            x = x - 1;
        } else {
            x = x + 1;
        }
    }
    return 0;
}
