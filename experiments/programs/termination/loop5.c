/* Two words, where the environment either lowers x and chooses y afresh or lowers y.
 *
 * The pair (x, y) falls lexicographically.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();

    while (x > 0 && y > 0) {
        if (__VERIFIER_nondet_int() == 1) {
            x = x - 1;
            y = __VERIFIER_nondet_int();
        } else {
            y = y - 1;
        }
    }
    return 0;
}
