/* An outer loop goes on only as long as an inner one leaves something.
 *
 * x == y within; once the inner loop is left, y <= z, and the outer one ends.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();

    while (x == y && x > z) {
        while (y > z) {
            x--;
            y--;
        }
    }
    return 0;
}
