/* Greatest common divisor by subtraction with a slip: one side is set to zero (after Bradley,
 * Manna and Sipma, CAV 2005).
 *
 * y2 = 0 < y1 is a fixed point, reached from x = 1, y = 2.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int y1 = x;
    int y2 = y;

    if (x <= 0 || y <= 0) {
        return 0;
    }
    while (y1 != y2) {
        if (y1 > y2) {
            y1 = y1 - y2;
        } else {
            y2 = 0;
        }
    }
    return 0;
}
