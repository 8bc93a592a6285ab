/* Two words, where the environment either moves one from x to y or drops one of y.
 *
 * The pair (x, y) falls lexicographically. If y + 1 overflows, y is negative and the loop ends.
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
            y = y + 1;
        } else {
            y = y - 1;
        }
    }
    return 0;
}
