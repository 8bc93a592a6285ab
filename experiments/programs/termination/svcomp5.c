/* A word is doubled and shifted, or counted up, towards a bound (after Bradley, Manna and Sipma,
 * ICALP 2005).
 *
 * Over the integers x + y >= 0 makes it end, but the test itself wraps: x = -2^30, y = -2^31
 * passes it. With n >= 0, x can be counted up to where 2x + y is the least int or the one above,
 * whatever y is: 2^31 successive words hold such an x. And so for ever.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();

    if (n >= 536870912 || x >= 536870912 || y >= 536870912 || x < -1073741824) {
        return 0;
    }
    if (x + y < 0) {
        return 0;
    }
    while (x <= n) {
        if (__VERIFIER_nondet_int()) {
            x = 2 * x + y;
            y = y + 1;
        } else {
            x = x + 1;
        }
    }
    return 0;
}
