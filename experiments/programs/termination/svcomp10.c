/* Three positive words, two of which the environment may choose afresh (after Cook, See and
 * Zuleger, TACAS 2013).
 *
 * The pair (y, x) falls lexicographically.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int d = __VERIFIER_nondet_int();

    while (x > 0 && y > 0 && d > 0) {
        if (__VERIFIER_nondet_int()) {
            x = x - 1;
            d = __VERIFIER_nondet_int();
        } else {
            x = __VERIFIER_nondet_int();
            y = y - 1;
            d = d - 1;
        }
    }
    return 0;
}
