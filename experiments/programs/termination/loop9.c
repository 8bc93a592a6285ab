/* A word changes sides of zero and comes one nearer.
 *
 * |x| falls by one in every step; the least int goes to the greatest first, which is one below
 * its magnitude.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    while (x != 0) {
        if (x < 0) {
            x = -x - 1;
        } else {
            x = -x + 1;
        }
    }
    return 0;
}
