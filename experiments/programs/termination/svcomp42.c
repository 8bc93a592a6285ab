/* Two words, one of either sign, that the environment moves towards zero or chooses afresh
 * (after Urban, 2013).
 *
 * While x < 0 the pair (y, -x) falls lexicographically. A positive x never becomes negative
 * again, and then the pair (x, y) falls.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();

    while (x != 0 && y > 0) {
        if (x > 0) {
            if (__VERIFIER_nondet_int()) {
                x = x - 1;
                y = __VERIFIER_nondet_int();
            } else {
                y = y - 1;
            }
        } else {
            if (__VERIFIER_nondet_int()) {
                x = x + 1;
            } else {
                y = y - 1;
                x = __VERIFIER_nondet_int();
            }
        }
    }
    return 0;
}
